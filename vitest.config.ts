import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // All cores: many tests wait for a disk or a process.
    maxWorkers: "100%",
    // One project a room, so that `vitest run --project engine` is a room's own suite.
    projects: ["engine", "course", "contract", "server", "web", "catalogue", "bench", "scripts"].map(
      (room) => ({
        extends: true as const,
        test: {
          name: room,
          root: `./${room}`,
          setupFiles: [fileURLToPath(new URL("./scripts/property-seed.mjs", import.meta.url))],
          include: ["**/*.test.ts", "**/*.test.tsx", "**/*.test.mjs"],
          // Node's own environment everywhere: what needs a browser is tested in a real one (e2e/).
          environment: "node" as const,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // As in the browser: a submission is not lost to one slow moment; what passed only then is told at the end.
          retry: process.env.CI ? 1 : 0,
          // One PostgreSQL for the whole run.
          ...(room === "server" && {
            globalSetup: fileURLToPath(new URL("./server/test/global-setup.ts", import.meta.url)),
          }),
        },
      }),
    ),
  },
});
