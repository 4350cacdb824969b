// Draws web/public/share.png, the picture that other sites show next to a link to Tabstop: 1200 × 630, with the
// design's tokens and fonts. Run it by hand after a change of the design: `node scripts/draw-share-picture.mjs`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { ensureBrowser } from "./programs/browser.mjs";
import { root } from "./install.mjs";

/** @param {string} path */
const fontFile = (path) => pathToFileURL(join(root, "node_modules/@fontsource-variable", path)).href;

const page = `<!doctype html><html lang="en" data-theme="tabstop-dark"><meta charset="utf-8"><style>
${readFileSync(join(root, "web/css/tokens.css"), "utf8")}
@font-face { font-family: Inter; font-weight: 100 900; src: url("${fontFile("inter/files/inter-latin-opsz-normal.woff2")}"); }
@font-face { font-family: "JetBrains Mono"; font-weight: 100 800; src: url("${fontFile("jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2")}"); }
* { margin: 0; box-sizing: border-box; }
body { width: 1200px; height: 630px; background: var(--bg); color: var(--text); padding: 72px 72px 0; overflow: hidden; }
.brand { display: flex; align-items: center; gap: 16px; font: 600 34px/1 Inter; font-variation-settings: var(--display); letter-spacing: -0.02em; }
h1 { margin-top: 76px; font: 600 92px/1.06 Inter; font-variation-settings: var(--display); letter-spacing: -0.035em; }
h1 i { display: inline-block; width: 6px; height: 0.92em; margin-inline: 5px -2px; vertical-align: -0.1em; background: var(--accent); border-radius: 3px; }
h1 span { color: var(--pencil); }
.ruler { --col: 18px; position: relative; height: 40px; margin: 64px -72px 0; border-block: 1px solid var(--line);
  background: linear-gradient(90deg, var(--tick) 2px, #0000 0) 72px 100% / 180px 20px repeat-x, linear-gradient(90deg, var(--tick) 2px, #0000 0) 72px 100% / 36px 12px repeat-x, linear-gradient(90deg, var(--tick) 2px, #0000 0) 72px 100% / 18px 6px repeat-x; }
.ruler b { position: absolute; left: calc(72px + 16 * 18px - 7px); bottom: -1px; width: 16px; height: 24px; background: var(--accent); clip-path: polygon(0 0, 100% 0, 100% 45%, 60% 78%, 60% 100%, 40% 100%, 40% 78%, 0 45%); }
pre { margin-top: 18px; font: 500 30px/52px "JetBrains Mono"; font-variant-ligatures: none; font-feature-settings: "calt" 0; color: var(--ink); }
pre u { text-decoration: none; color: var(--pencil); font-weight: 400; }
pre .k { color: var(--ink-keyword); }
pre i { position: relative; background: var(--accent-soft); font-style: normal; color: var(--text); }
pre i::before { content: ""; position: absolute; left: -3px; top: -4px; bottom: -4px; width: 5px; border-radius: 2px; background: var(--accent); }
</style>
<div class="brand"><svg width="52" height="52" viewBox="0 0 24 24" fill="none"><path d="M2.5 12H15M9.75 6.25 15.5 12l-5.75 5.75" stroke="currentColor" stroke-width="2.5"/><path d="M18.5 4h3v16h-3z" fill="var(--accent)"/></svg>Tabstop</div>
<h1>Get the syntax<br>into your f<i></i><span>ingers.</span></h1>
<div class="ruler"><b></b></div>
<pre><span class="k">const</span> double = (<i>n</i><u>) =&gt; n * 2;</u></pre>`;

const folder = mkdtempSync(join(tmpdir(), "tabstop-share-"));
const browser = await chromium.launch({ executablePath: await ensureBrowser(), chromiumSandbox: false });
try {
  writeFileSync(join(folder, "share.html"), page);
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await tab.goto(pathToFileURL(join(folder, "share.html")).href);
  await tab.evaluate("document.fonts.ready");
  const drawn = await tab.screenshot();
  const small = await sharp(drawn).png({ palette: true, colours: 64, effort: 10 }).toBuffer();
  writeFileSync(join(root, "web/public/share.png"), small);
  console.log(`web/public/share.png: ${small.length} bytes`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
