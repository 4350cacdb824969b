// Serves a file of another release, as its own server serves it from the disk.

import type { FastifyReply, FastifyRequest } from "fastify";
import { isNotChanged } from "./not-changed.ts";

/** The ends of the names of a file's compressed forms. */
type Variant = ".br" | ".gz" | "";

/**
 * Reads a file such as `static/js/app-CNyCSbEL.js` in the first of these forms that is stored; null if no release has
 * it. Throws StoreUnavailable.
 */
export type ReadReleaseFile = (
  path: string,
  variants: readonly Variant[],
) => Promise<{ readonly bytes: Uint8Array; readonly variant: Variant } | null>;

const encodings = { ".br": "br", ".gz": "gzip" } as const;

/** As `@fastify/static` has them. */
const contentTypes: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
};

/** Whether a file of the build may have this path: a name with a hash, in a folder without tricks. */
export function isReleasePath(path: string): boolean {
  return /^static\/(?:[\w-]+\/)*[\w.-]+-[\w-]{6,}\.\w+$/.test(path) && !path.includes("..");
}

/** Sends the file, or returns null if no release has it. */
export async function sendReleased(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  read: ReadReleaseFile,
): Promise<FastifyReply | null> {
  const file = await read(path, acceptedVariants(request));
  if (file === null) return null;
  const { bytes, variant } = file;
  // The name changes with the content.
  const etag = `W/"${path.slice(path.lastIndexOf("/") + 1)}"`;
  reply.headers({ etag, ...(variant === "" ? {} : { "content-encoding": encodings[variant] }) });
  if (isNotChanged(request, etag)) return reply.code(304).send();
  return reply
    .type(contentTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function acceptedVariants({ headers }: FastifyRequest): Variant[] {
  const accepted = (headers["accept-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((entry) => entry.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
    .map(([name]) => name);
  return ([".br", ".gz"] as const).filter((variant) => accepted.includes(encodings[variant]));
}
