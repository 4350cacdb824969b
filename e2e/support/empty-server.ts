// A server without built-in courses for the tests of one file, which count every account and every course.

import { type RunningServer, startServer } from "./running-server.ts";
import { test as base } from "./test.ts";

/**
 * Returns a `test` whose tests share one server. Each call makes another server, so that no test counts the content of
 * another file's tests.
 */
export function testOnEmptyServer() {
  return base.extend<object, { server: RunningServer }>({
    server: [
      // Playwright reads the names of the fixtures that a function needs from its parameter's pattern, here none.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const server = await startServer({ CATALOGUE: "off", RATE_LIMITS: "off" });
        await use(server);
        await server.dispose();
      },
      { scope: "worker" },
    ],
  });
}
