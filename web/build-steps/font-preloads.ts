import type { Plugin } from "vite";

// The only font that every page needs: Inter for Latin text. Browsers load other fonts when a page has such letters,
// and the code font on screens that show code.
const firstFont = /(^|\/)inter-latin-opsz-normal[^/]*\.woff2$/;

/** Preloads the font of the first paint, so that it loads with the style sheet instead of after it. */
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
