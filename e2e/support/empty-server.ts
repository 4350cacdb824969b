// For tests that need a server of their own, without built-in courses: every account and every course counts.

import { type RunningServer, startServer } from "./running-server.ts";
import { test as base } from "./test.ts";

/**
 * A `test` whose tests share a server with each other, and with the tests of no other call of this: what others left
 * would be counted too.
 */
export function testOnEmptyServer() {
  return base.extend<object, { server: RunningServer }>({
    server: [
      // Playwright reads the names of fixtures from this very pattern.
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
