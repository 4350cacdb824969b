import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const textEndings = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".xml", ".map"]);

/**
 * Compresses every text file of the build with Brotli and gzip at the highest level, so that the server need not
 * compress them. HTML is left out: the server writes its settings into the pages.
 */
export function compressTextFiles(): Plugin {
  let folder = "";
  return {
    name: "tabstop:compress-text-files",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !textEndings.has(extname(entry.name))) continue;
        const file = join(entry.parentPath, entry.name);
        const text = readFileSync(file);
        const brotli = brotliCompressSync(text, {
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
          },
        });
        const gzip = gzipSync(text, { level: 9 });
        if (brotli.length < text.length) writeFileSync(`${file}.br`, brotli);
        if (gzip.length < text.length) writeFileSync(`${file}.gz`, gzip);
      }
    },
  };
}
