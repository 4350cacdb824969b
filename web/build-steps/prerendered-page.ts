import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { build, createServer, type Plugin, type Rolldown } from "vite";

const codeFont = /(^|\/)jetbrains-mono-latin-wght-normal[^/]*\.woff2$/;
/** The places for what only the server knows, drawn empty. */
const countsPlace = /(<span data-landing-counts[^>]*>)(<\/span>)/;
const coursesPlace = /(<div data-landing-courses[^>]*>)(<\/div>)/;
/** That of the app, and others that the bundler shares between chunks; the app imports those itself. */
const moduleScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/g;

/**
 * Writes landing.html beside index.html: the same page with the prerendered landing screen, its style sheets, a preload
 * of the code font, and a small script that loads the app's script later.
 */
export function prerenderedPage(): Plugin {
  let script = "";
  let folder = "";
  let root = "";
  let sheets: readonly string[] = [];
  let font = "";
  return {
    name: "tabstop:prerendered-page",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    async generateBundle(_options, bundle) {
      const source = await startScript();
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
      script = `static/js/landing-start-${hash}.js`;
      this.emitFile({ type: "asset", fileName: script, source });
      sheets = styleSheetsOf(bundle, "landing-screen");
      font = Object.keys(bundle).find((name) => codeFont.test(name)) ?? "";
      if (font === "") throw new RangeError(`No font in the build is named ${codeFont}`);
    },
    // This runs before `compressTextFiles`, which compresses the page.
    async writeBundle() {
      const { page: markup, courseList } = await draw(root);
      const page = readFileSync(join(folder, "index.html"), "utf8");
      const scripts = [...page.matchAll(moduleScript)];
      const app = scripts.find(([, address]) => /\/app-[^/]+\.js$/.test(address ?? ""));
      if (app === undefined) throw new RangeError("index.html has no script of the app");
      const links = [
        ...sheets
          .filter((sheet) => !page.includes(`/${sheet}"`))
          .map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`),
        `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>`,
      ];
      // Any other script of the app would load it before someone wants it.
      const drawn = scripts
        .filter((other) => other !== app)
        .reduce((rest, [tag]) => rest.replace(tag, ""), page)
        .replace(app[0], `<script type="module" src="/${script}" data-app="${app[1]}"></script>`)
        .replace("</head>", () => `${links.join("")}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${markup}</div><!--tabstop:landing-data-->`);
      if (!drawn.includes(markup)) throw new RangeError("index.html has no empty #root");
      writeFileSync(join(folder, "landing.html"), markPlaces(drawn, courseList));
    },
  };
}

/** The page's small script in one file of its own: in the app's build it would share a file with the app. */
async function startScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      copyPublicDir: false,
      target: "es2022",
      lib: { entry: join(import.meta.dirname, "../landing/landing-start.ts"), formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [file] = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  if (file?.type !== "chunk" || file.imports.length > 0)
    throw new RangeError("The script of the landing page is not one file");
  return file.code;
}

/** Marks where server/http/pages/landing-page.ts writes the courses, and how they are drawn. */
function markPlaces(page: string, courseList: string): string {
  for (const place of [countsPlace, coursesPlace])
    if (!place.test(page)) throw new RangeError(`The prerendered landing page has no ${place}`);
  if (courseList.includes("--")) throw new RangeError("A comment cannot contain the course list");
  return page
    .replace(countsPlace, (_, start, end) => `${start}<!--tabstop:landing-counts-->${end}`)
    .replace(coursesPlace, (_, start, end) => `${start}<!--tabstop:landing-courses ${courseList}-->${end}`);
}

/** The style sheets of a lazy chunk and of the chunks that it imports, in their order. */
function styleSheetsOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const sheets = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    for (const file of chunk.imports) {
      const next = bundle[file];
      if (next?.type === "chunk" && !next.isEntry) visit(next);
    }
    const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } };
    for (const sheet of viteMetadata?.importedCss ?? []) sheets.add(sheet);
  };
  const start = Object.values(bundle).find((file) => file.type === "chunk" && file.name === name);
  if (start?.type !== "chunk") throw new RangeError(`No chunk of the build is named ${name}`);
  visit(start);
  return [...sheets];
}

async function draw(root: string): Promise<{ readonly page: string; readonly courseList: string }> {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: "error",
    appType: "custom",
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule("/prerender.tsx");
    const { landingHtml, courseListHtml } = module as {
      readonly [name in "landingHtml" | "courseListHtml"]: () => Promise<string>;
    };
    const html = await landingHtml();
    if (!html.includes("Get Started"))
      throw new RangeError("The prerendered landing page has no Get Started");
    // The content security policy forbids these; on the page, only the console would say so.
    const forbidden = /\sstyle="[^"]*"|<script|<template/.exec(html);
    if (forbidden) throw new RangeError(`The prerendered landing page contains ${forbidden[0].trim()}`);
    return { page: html, courseList: await courseListHtml() };
  } finally {
    await server.close();
  }
}
