import { errorCodes } from "@tabstop/contract/errors";
import { expect, test } from "vitest";
import { DomainError } from "../domain-error.ts";
import { StorageFull, StoreUnavailable } from "../store/store.ts";
import { errorResponse, levelOfError, statusOf } from "./errors.ts";

const idOfRequest = "abc123";

test("every code of the contract has its status", () => {
  for (const code of errorCodes)
    expect(errorResponse(new DomainError(code, "No."), idOfRequest)).toMatchObject({
      status: statusOf[code],
      body: { error: "No.", code },
    });
});

test("an error says when to try again, in whole seconds and at least one", () => {
  const after = (retryAfterS: number) =>
    errorResponse(new DomainError("RATE_LIMITED", "Too many.", { retryAfterS }), idOfRequest);
  expect(after(7)).toEqual({
    status: 429,
    headers: { "retry-after": "7" },
    body: { error: "Too many.", code: "RATE_LIMITED" },
  });
  expect([0, 0.2, 1.5].map((seconds) => after(seconds).headers["retry-after"])).toEqual(["1", "1", "2"]);
});

test("details and further fields are in the response", () => {
  const error = new DomainError("EDIT_CONFLICT", "Somebody else saved first.", {
    details: [{ path: "title", message: "is another now" }],
    extra: { current: { id: 3 } },
  });
  expect(errorResponse(error, idOfRequest).body).toEqual({
    error: "Somebody else saved first.",
    code: "EDIT_CONFLICT",
    details: [{ path: "title", message: "is another now" }],
    current: { id: 3 },
  });
});

test("an unreachable or full store is not an internal error", () => {
  expect(errorResponse(new StoreUnavailable("ECONNREFUSED"), idOfRequest)).toMatchObject({
    status: 503,
    headers: { "retry-after": "2" },
    body: { code: "UNAVAILABLE" },
  });
  expect(errorResponse(new StorageFull("ENOSPC"), idOfRequest)).toMatchObject({
    status: 507,
    body: { code: "STORAGE_FULL" },
  });
});

test.each(["EMFILE", "ENFILE"])("%s is an overload that passes, and no fault of the program", (code) => {
  const error = Object.assign(new Error(`${code}: too many open files, open 'index.html'`), { code });
  expect(errorResponse(error, idOfRequest)).toEqual({
    status: 503,
    headers: { "retry-after": "2" },
    body: { error: "The server is too busy right now. Try again in a moment.", code: "UNAVAILABLE" },
  });
  expect(levelOfError(error)).toBe("warn");
});

test.each([
  new TypeError("x is undefined"),
  new Error("select 1"),
  "a text that was thrown",
  undefined,
  null,
  { statusCode: 200 },
])("any other thrown value is an internal error, and its message only refers to the log", (error) => {
  expect(errorResponse(error, idOfRequest)).toEqual({
    status: 500,
    headers: {},
    body: { error: "Something went wrong on the server. Its log knows this as abc123.", code: "INTERNAL" },
  });
});
