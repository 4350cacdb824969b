import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Scripts and styles of the app, and its fonts for Latin text; not the style sheet of the API's description. */
const cachedFiles =
  /^static\/(?:js\/.*\.js|css\/(?!api-docs).*\.css|fonts\/[^/]*-latin-(?!ext)[^/]*\.woff2)$/;

/** Writes /service-worker.js with the names of this release's files. */
export function serviceWorker(): Plugin {
  const source = readFileSync(join(import.meta.dirname, "../shell/service-worker.js"), "utf8");
  let folder = "";
  return {
    name: "tabstop:service-worker",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll("\\", "/"),
        )
        .filter((name) => cachedFiles.test(name))
        .map((name) => `/${name}`)
        .sort();
      const hash = createHash("sha256").update(files.join("\n")).update(source);
      const release = hash.digest("base64url").slice(0, 10);
      const filled = source
        .replace('["tabstop:files"]', () => JSON.stringify(files))
        .replace("tabstop:release", release);
      if (files.length < 10 || filled.includes("tabstop:"))
        throw new RangeError(`The service worker got only ${files.length} files, or has a placeholder left`);
      writeFileSync(join(folder, "service-worker.js"), filled);
    },
  };
}
