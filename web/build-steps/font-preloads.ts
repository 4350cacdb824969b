import type { Plugin } from "vite";

// The one file that every page draws with: Latin text. All others load when a page has such letters; the code font is
// asked for by the screens that show code, which a form on a phone does not.
const firstFont = /(^|\/)inter-latin-opsz-normal[^/]*\.woff2$/;

/** Asks for the font of the first picture together with the style sheet, not after it. */
export function fontPreloads(): Plugin {
  return {
    name: "tabstop:font-preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => firstFont.test(name));
        if (!file) throw new RangeError(`No font in the build is named ${firstFont}`);
        return [
          {
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: true },
            injectTo: "head",
          },
        ];
      },
    },
  };
}
