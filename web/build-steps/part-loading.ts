import { join } from "node:path";
import { normalizePath, type Plugin } from "vite";

/** The module of Vite whose function it puts around every `import()` with the files that the import needs. */
const viteHelper = "\0vite/preload-helper.js";
const loader = normalizePath(join(import.meta.dirname, "../shell/browser/load-part.ts"));

/** Puts our loader in the place of Vite's, which loads each file at most once, also if that fails. */
export function partLoading(): Plugin {
  let isUsed = false;
  return {
    name: "tabstop:part-loading",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (id !== viteHelper) return null;
      isUsed = true;
      return `export { loadPart as __vitePreload } from ${JSON.stringify(loader)};`;
    },
    generateBundle() {
      if (!isUsed) throw new RangeError(`Vite has no ${JSON.stringify(viteHelper)} any more`);
    },
  };
}

/** Vite leaves out the file of the part itself if it needs no other. */
export function filesOfPart(
  file: string,
  others: readonly string[],
  { hostType }: { hostType: string },
): string[] {
  return hostType === "js" ? [...new Set([file, ...others])] : [...others];
}
