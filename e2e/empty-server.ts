// For files whose tests need a server of their own, without built-in courses: every account and every course counts.

import { type RunningServer, startServer } from "./running-server.ts";
import { test as base } from "./test.ts";

export const test = base.extend<object, { server: RunningServer }>({
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
