// Serves the built web app: its page for every screen, with a head of its own and what the settings say written into it,
// and its files.
//
// Files under /static carry their content's hash in their name and are kept by browsers for a year; everything else is
// asked for again. A build writes `.br` and `.gz` beside each file, which are chosen where the browser takes them.

import { createHash } from "node:crypto";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApiPath, isFilePath } from "../addresses.ts";
import type { ReadBuiltFile } from "./built-file.ts";
import { serveCrawlers } from "./crawlers.ts";
import { malformed, notFound } from "../errors.ts";
import { isNotChanged } from "./not-changed.ts";
import { escaped, findPage, headOf, type Page, type Site } from "./page-head.ts";
import { addVary } from "../vary.ts";

/** Where a page takes what the settings say, once, in its head. */
const runtimeMarker = "<!--tabstop:runtime-->";
/** Where a page takes what it says about itself. */
const headMarker = "<!--tabstop:head-->";

/** What the page is told, each as `<meta name="tabstop-…" content="…">`; null: left out. */
type RuntimeValues = {
  /** The API base, as in API_BASE_URL. */
  readonly "api-base": string | null;
  /** The site's own address, for canonical links and structured data; no slash at the end. */
  readonly "public-url": string;
  /** `closed` where nobody can make an account. */
  readonly registration: "closed" | null;
  /** Whose upload widget takes photos; null: the app's own crop dialog. */
  readonly "upload-widget": "cloudinary" | null;
};

type Options = {
  readonly folder: string;
  /** Reads what lies in it. */
  readonly read: ReadBuiltFile;
  readonly runtime: () => RuntimeValues;
  readonly socialLinks: readonly string[];
};
type Text = { readonly html: string; readonly etag: string };

/** The page of an address that the web app does not have: it sends one to the start. */
const elsewhere = "/*";

export function serveWebApp(app: FastifyInstance, { folder, read, runtime, socialLinks }: Options): void {
  // The plugin alone decides what lies inside the folder; names with a dot in front are not there.
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    dotfiles: "ignore",
    index: false,
    cacheControl: false,
    // Nothing here is worth asking for in parts, and a part of a compressed form is of use to nobody.
    acceptRanges: false,
  });
  const pages = async () => JSON.parse((await read(".pages.json")).text) as readonly Page[];
  const write = pageWriter(read, () => ({
    site: { publicUrl: runtime()["public-url"], socialLinks },
    settings: metaTags(runtime()),
  }));

  serveCrawlers(app, { publicUrl: () => runtime()["public-url"], pages });
  // Compressed by the build, where that makes them shorter.
  app.get("/static/*", { compress: false }, async (request: FastifyRequest<Rest>, reply) =>
    sendFile(reply, `static/${request.params["*"]}`),
  );
  app.get("/*", async (request: FastifyRequest<Rest>, reply) => {
    const path = request.params["*"];
    refuseNul(path);
    if (isApiPath(path)) throw notFound();
    if (path !== "index.html" && isFilePath(path)) return sendFile(reply, path);
    const known = await pages();
    const page = findPage(known, path) ?? known.find((one) => one.path === elsewhere);
    if (page === undefined) throw new TypeError(`The build's list of pages has no ${elsewhere}`);
    if (!page.isIndexed) reply.header("x-robots-tag", "noindex");
    return sendPage(request, reply, await write(page));
  });
}

type Rest = { Params: { "*": string } };

function refuseNul(path: string): void {
  if (path.includes("\0")) throw malformed("The address holds characters that no address has.");
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  refuseNul(path);
  addVary(reply, "Accept-Encoding");
  if (path.split(/[/\\]/).some((part) => part === ".." || part === "")) throw notFound();
  // Pages are sent by their addresses, filled in.
  if (path.endsWith(".html")) throw notFound();
  return reply
    .header("cache-control", path.startsWith("static/") ? "public, max-age=31536000, immutable" : "no-cache")
    .sendFile(path);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, etag }: Text): FastifyReply {
  reply.headers({ "cache-control": "no-cache", etag });
  if (isNotChanged(request, etag)) return reply.code(304).send();
  return reply.type("text/html; charset=utf-8").send(html);
}

/** Fills pages in, each anew only when its file or what is written into it changed. */
function pageWriter(
  read: ReadBuiltFile,
  values: () => { readonly site: Site; readonly settings: string },
): (page: Page) => Promise<Text> {
  const kept = new Map<string, Text & { readonly version: string }>();
  return async (page) => {
    const { site, settings } = values();
    const head = headOf(page, site);
    const file = await read(page.file);
    const version = `${file.version} ${head} ${settings}`;
    const before = kept.get(page.path);
    if (before?.version === version) return before;
    const html = file.text.replace(headMarker, () => head).replace(runtimeMarker, () => settings);
    // Weak: the same page may leave compressed in different ways.
    const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
    const text = { html, etag, version };
    kept.set(page.path, text);
    return text;
  };
}

function metaTags(values: RuntimeValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<meta name="tabstop-${name}" content="${escaped(String(value))}">`)
    .join("");
}
