// What the log says about failed requests: an outage or an overload is a warning without a stack, a mistake is an error
// with one.

import { afterEach, describe, expect, test } from "vitest";
import { createPasswords } from "../accounts/passwords/passwords.ts";
import { DomainError } from "../domain-error.ts";
import { StorageFull, StoreUnavailable } from "../store/store.ts";
import { openServer, type ServerOptions, sqliteOpener, type TestServer } from "../test/harness.ts";

let harness: TestServer;
afterEach(() => harness.close());

/** The lines about failures after a log-in, as level, type of the error, and whether there is a stack anywhere. */
async function failuresOf(options: ServerOptions, logIns = 1): Promise<[string, string, boolean][]> {
  harness = await openServer(sqliteOpener, options);
  await Promise.all(
    Array.from({ length: logIns }, () =>
      harness.app.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email: "mira@example.com", password: "wrong" },
      }),
    ),
  );
  return harness.log
    .map((line) => JSON.parse(line))
    .filter(({ err }) => err !== undefined)
    .map(({ level, err }) => [level, err.type, JSON.stringify(err).includes(`"stack"`)]);
}

const failing = (error: () => Error): ServerOptions => ({
  wrapStore: (store) => ({
    ...store,
    read: async () => {
      throw error();
    },
  }),
});

describe("the log", () => {
  test.each<[string, () => Error]>([
    ["StoreUnavailable", () => new StoreUnavailable("no route", { cause: new Error("ECONNREFUSED") })],
    ["StorageFull", () => new StorageFull("disk full")],
    ["DomainError", () => new DomainError("NOT_CONFIGURED", "Not configured.")],
  ])("has a warning without a stack for %s [SEC-147]", async (type, error) => {
    expect(await failuresOf(failing(error))).toEqual([["warn", type, false]]);
  });

  test("has a warning without a stack for each of too many log-ins at once", async () => {
    const lines = await failuresOf({ passwords: createPasswords({ running: 1, waiting: 1 }) }, 12);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toEqual(["warn", "DomainError", false]);
  });

  test("has an error with its stack for a mistake", async () => {
    const cause = new Error("the reason");
    expect(await failuresOf(failing(() => new TypeError("a mistake", { cause })))).toEqual([
      ["error", "TypeError", true],
    ]);
  });
});
