// How the server is built for production: its own code and everything it uses as a few files in build/server, which
// starts in a third of the time that loading each package's files takes. Only packages with binaries of their own stay
// outside. The module of a thread or of a process is a file of its own, at the same place as in the sources, where
// `threads/thread-jobs.ts` looks for it.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const here = import.meta.dirname;

export default defineConfig({
  root: here,
  ssr: {
    target: "node",
    noExternal: true,
    external: ["@node-rs/argon2", "@photostructure/sqlite", "sharp"],
  },
  build: {
    ssr: true,
    outDir: "../build/server",
    emptyOutDir: true,
    target: "node20",
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: join(here, "main.ts"), tabstop: join(here, "commands/main.ts"), ...threads() },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});

/** `learning/colours/highlight-thread` and its like, each with its file. */
function threads(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(here, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /-(?:thread|process)\.ts$/.test(file) && !file.startsWith("test/"))
      .map((file) => [file.replace(/\.ts$/, ""), join(here, file)]),
  );
}
