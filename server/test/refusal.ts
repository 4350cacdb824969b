// What the server said no to, for tests.

import { ApiError } from "@tabstop/contract/client";

/** The error that a call ends with; throws when it ends well or otherwise. */
export async function refusal(answer: Promise<unknown>): Promise<ApiError> {
  const error = await answer.then(
    (value: unknown) => new Error(`an error was expected, not ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

/** `404 NOT_FOUND`; `200` when it ends well. */
export async function outcome(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return "200";
  if (!(error instanceof ApiError)) throw error;
  return `${error.status} ${error.code}`;
}
