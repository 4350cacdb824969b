// Serves the built web app: its page for every screen, with what the settings say written into it, and its files.
//
// Files under /static carry their content's hash in their name and are kept by browsers for a year; everything else is
// asked for again. A build writes `.br` and `.gz` beside each file, which are chosen where the browser takes them.

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domain-error.ts";
import { isApiPath, isFilePath } from "./addresses.ts";
import { malformed, notFound } from "./errors.ts";
import { addVary } from "./vary.ts";

/** Where the page takes what the settings say, once, in its head. */
export const runtimeMarker = "<!--tabstop:runtime-->";

/** What the page is told, each as `<meta name="tabstop-…" content="…">`; null: left out. */
export type RuntimeValues = {
  /** The API base, as in API_BASE_URL. */
  readonly "api-base": string | null;
  /** The site's own address, for canonical links and structured data; no slash at the end. */
  readonly "public-url": string | null;
  /** Addresses for the structured data, separated by spaces. */
  readonly "social-links": string | null;
  /** `closed` where nobody can make an account. */
  readonly registration: "closed" | null;
  /** Whose upload widget takes photos; null: the app's own crop dialog. */
  readonly "upload-widget": "cloudinary" | null;
};

type Options = { readonly folder: string; readonly runtime: () => RuntimeValues };
type Page = { readonly html: string; readonly etag: string };

export function serveWebApp(app: FastifyInstance, { folder, runtime }: Options): void {
  // The plugin alone decides what lies inside the folder; names with a dot in front are not there.
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    dotfiles: "ignore",
    index: false,
    cacheControl: false,
  });
  const page = pageReader(join(folder, "index.html"), runtime);

  app.get("/*", async (request: FastifyRequest<{ Params: { "*": string } }>, reply) => {
    const path = request.params["*"];
    if (path.includes("\0")) throw malformed("The address holds characters that no address has.");
    if (isApiPath(path)) throw notFound();
    if (path !== "index.html" && isFilePath(path)) return sendFile(reply, path);
    return sendPage(request, reply, await page());
  });
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  addVary(reply, "Accept-Encoding");
  if (path.split(/[/\\]/).some((part) => part === ".." || part === "")) throw notFound();
  return reply
    .header("cache-control", path.startsWith("static/") ? "public, max-age=31536000, immutable" : "no-cache")
    .sendFile(path);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, etag }: Page): FastifyReply {
  reply.headers({ "cache-control": "no-cache", etag });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("text/html; charset=utf-8").send(html);
}

/** Reads the page anew only when the file changed, as it does when a release is built under a running server. */
function pageReader(file: string, runtime: () => RuntimeValues): () => Promise<Page> {
  let kept: (Page & { readonly version: string }) | null = null;
  return async () => {
    const head = metaTags(runtime());
    const version = `${await versionOf(file)} ${head}`;
    if (kept?.version !== version) {
      const html = (await readFile(file, "utf8")).replace(runtimeMarker, () => head);
      // Weak: the same page may leave compressed in different ways.
      const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
      kept = { html, etag, version };
    }
    return kept;
  };
}

async function versionOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new DomainError("NOT_CONFIGURED", "The web app has not been built. `npm start` builds it.");
    throw error;
  }
}

function metaTags(values: RuntimeValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<meta name="tabstop-${name}" content="${escaped(String(value))}">`)
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
