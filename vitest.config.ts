import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const globalSetups: Record<string, string> = {
  server: "./server/test/global-setup.ts",
  faults: "./server/faults/test/global-setup.ts",
};

export default defineConfig({
  test: {
    // All cores, since many tests wait for a disk or a process.
    maxWorkers: "100%",
    // One project per room, so that `vitest run --project engine` runs the tests of one room. The fault tests, which
    // kill servers and databases, are a project of their own.
    projects: [
      "engine",
      "syntax",
      "course",
      "contract",
      "server",
      "faults",
      "web",
      "catalogue",
      "bench",
      "scripts",
    ].map((room) => ({
      extends: true as const,
      test: {
        name: room,
        root: room === "faults" ? "./server/faults" : `./${room}`,
        setupFiles: [fileURLToPath(new URL("./scripts/property-seed.mjs", import.meta.url))],
        include: ["**/*.test.ts", "**/*.test.tsx", "**/*.test.mjs"],
        exclude: ["**/node_modules/**", ...(room === "server" ? ["faults/**"] : [])],
        // Node's environment everywhere: tests that need a browser use a real one (e2e/).
        environment: "node" as const,
        // Long enough for a machine that is busy with other work: no test waits for these limits.
        testTimeout: 120_000,
        hookTimeout: 180_000,
        // One slow moment must not fail a submission, as in the browser tests. The summary lists tests that needed a
        // retry.
        retry: process.env.CI ? 1 : 0,
        // Starts one PostgreSQL for the whole run.
        ...(globalSetups[room] && {
          globalSetup: fileURLToPath(new URL(globalSetups[room], import.meta.url)),
        }),
      },
    })),
  },
});
