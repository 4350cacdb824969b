// Reads the error of a refused request, for tests.

import { ApiError } from "@tabstop/contract/client";

/** The error of a request; throws if the request succeeds or fails in another way. */
export async function refusal(answer: Promise<unknown>): Promise<ApiError> {
  const error = await answer.then(
    (value: unknown) => new Error(`an error was expected, not ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

/** `404 NOT_FOUND`; `200` if the request succeeds. */
export async function outcome(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return "200";
  if (!(error instanceof ApiError)) throw error;
  return `${error.status} ${error.code}`;
}
