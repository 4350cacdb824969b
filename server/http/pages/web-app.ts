// Serves the built web app: a page for every screen, with its own head and values from the settings, and the files.
//
// Files under /static have the hash of their content in their name, and browsers cache them for a year; everything else
// is revalidated. The build writes a `.br` and a `.gz` beside each file, for browsers that accept them.

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApiPath, isFilePath } from "../addresses.ts";
import type { ReadBuiltFile } from "./built-file.ts";
import { serveCrawlers } from "./crawlers.ts";
import { fillLandingPage, type Landing } from "./landing-page.ts";
import { malformed, notFound } from "../errors.ts";
import { isNotChanged } from "./not-changed.ts";
import { escaped, findPage, headOf, type Page, type Site } from "./page-head.ts";
import { isReleasePath, type ReadReleaseFile, sendReleased } from "./released.ts";
import { addVary } from "../vary.ts";

/** Replaced, once, in the head of a page, by the values from the settings. */
const runtimeMarker = "<!--tabstop:runtime-->";
/** Replaced by the page's own head. */
const headMarker = "<!--tabstop:head-->";

/** Values for the page, each written as `<meta name="tabstop-…" content="…">`; null is left out. */
type RuntimeValues = {
  /** The API base, as in API_BASE_URL. */
  readonly "api-base": string | null;
  /** The site's address, for canonical links and structured data, without a slash at the end. */
  readonly "public-url": string;
  /** `closed` when no one may create an account. */
  readonly registration: "closed" | null;
  /** The service whose upload widget is used for photos; null for the app's own crop dialog. */
  readonly "upload-widget": "cloudinary" | null;
};

type Options = {
  readonly folder: string;
  /** Reads files in the folder. */
  readonly read: ReadBuiltFile;
  readonly runtime: () => RuntimeValues;
  readonly socialLinks: readonly string[];
  /** The published courses; null when they cannot be read now. */
  readonly landing: () => Promise<Landing | null>;
  /** Reads files of other releases. */
  readonly readReleased: ReadReleaseFile;
};
type Text = { readonly html: string; readonly etag: string };

/** The page that shows the published courses. */
const landingFile = "landing.html";

/** The page for every address that the web app does not have. It redirects to the start. */
const elsewhere = "/*";

export function serveWebApp(
  app: FastifyInstance,
  { folder, read, runtime, socialLinks, landing, readReleased }: Options,
): void {
  // Only the plugin decides which paths are inside the folder. Names that begin with a dot are not served.
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    dotfiles: "ignore",
    index: false,
    cacheControl: false,
    // The files are too small for range requests, and a part of a compressed file is useless.
    acceptRanges: false,
  });
  const pages = async () => JSON.parse((await read(".pages.json")).text) as readonly Page[];
  const write = pageWriter(read, () => ({
    site: { publicUrl: runtime()["public-url"], socialLinks },
    settings: metaTags(runtime()),
  }));
  const contentOf = async (page: Page) => (page.file === landingFile ? landing() : null);

  serveCrawlers(app, { publicUrl: () => runtime()["public-url"], pages });
  // The build has compressed the files where that makes them smaller.
  app.get("/static/*", { compress: false }, async (request: FastifyRequest<Rest>, reply) => {
    const path = `static/${request.params["*"]}`;
    if (!isReleasePath(path) || (await isFile(join(folder, path)))) return sendFile(reply, path);
    addFileHeaders(reply, path);
    return (await sendReleased(request, reply, path, readReleased)) ?? reply.callNotFound();
  });
  app.get("/*", async (request: FastifyRequest<Rest>, reply) => {
    const path = request.params["*"];
    refuseNul(path);
    if (isApiPath(path)) throw notFound();
    if (path !== "index.html" && isFilePath(path)) return sendFile(reply, path);
    const known = await pages();
    const page = findPage(known, path) ?? known.find((one) => one.path === elsewhere);
    if (page === undefined) throw new TypeError(`The build's list of pages has no ${elsewhere}`);
    if (!page.isIndexed) reply.header("x-robots-tag", "noindex");
    return sendPage(request, reply, await write(page, await contentOf(page)));
  });
}

type Rest = { Params: { "*": string } };

function refuseNul(path: string): void {
  if (path.includes("\0")) throw malformed("The address contains characters that are not allowed.");
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  refuseNul(path);
  addFileHeaders(reply, path);
  if (path.split(/[/\\]/).some((part) => part === ".." || part === "")) throw notFound();
  // Pages are served only at their addresses, with the markers replaced.
  if (path.endsWith(".html")) throw notFound();
  return reply.sendFile(path);
}

function addFileHeaders(reply: FastifyReply, path: string): void {
  addVary(reply, "Accept-Encoding");
  reply.header(
    "cache-control",
    path.startsWith("static/") ? "public, max-age=31536000, immutable" : "no-cache",
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, etag }: Text): FastifyReply {
  reply.headers({ "cache-control": "no-cache", etag });
  if (isNotChanged(request, etag)) return reply.code(304).send();
  return reply.type("text/html; charset=utf-8").send(html);
}

/** Replaces the markers of pages. Each result is cached until the file, a value or the courses are other ones. */
function pageWriter(
  read: ReadBuiltFile,
  values: () => { readonly site: Site; readonly settings: string },
): (page: Page, landing: Landing | null) => Promise<Text> {
  const cache = new Map<string, Text & { readonly version: string; readonly landing: Landing | null }>();
  return async (page, landing) => {
    const { site, settings } = values();
    const head = headOf(page, site);
    const file = await read(page.file);
    const version = `${file.version} ${head} ${settings}`;
    const cached = cache.get(page.path);
    if (cached?.version === version && cached.landing === landing) return cached;
    const framed = file.text.replace(headMarker, () => head).replace(runtimeMarker, () => settings);
    const html = fillLandingPage(framed, landing);
    // Weak, since the same page may be compressed in different ways.
    const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
    const text = { html, etag, version, landing };
    cache.set(page.path, text);
    return text;
  };
}

function metaTags(values: RuntimeValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<meta name="tabstop-${name}" content="${escaped(String(value))}">`)
    .join("");
}
