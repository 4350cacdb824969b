// Signs an upload of the Cloudinary widget, by the algorithm of Cloudinary's own SDK (version 2 of its signatures): the
// parameters in the order of their names as `name=value`, an `&` inside one as %26, joined by `&`, then the secret, then
// SHA-1 in hex. Folder and preset are the server's; the widget may ask for its own further parameters to be signed too.

import { createHash } from "node:crypto";
import type { ResponseOf } from "@tabstop/contract/calls";
import { DomainError } from "../../domain-error.ts";

export type CloudinaryAccount = {
  readonly cloudName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly uploadPreset: string;
  readonly folder: string;
};

type Deps = { readonly cloudinary: CloudinaryAccount | null; readonly now: () => number };

/** What the widget adds to an upload by itself, and how it may look. */
const widgetParameters = {
  source: /^[a-z_]{1,20}$/,
  custom_coordinates: /^\d{1,6}(?:,\d{1,6}){3}$/,
} as const;

/** Cloudinary itself takes a signature for an hour, whichever clock its time is from. */
const timestampReachS = 3_600;

/** `query`: parameters of the request's address. Throws DomainError NOT_CONFIGURED. */
export async function getCloudinarySignature(
  { cloudinary, now }: Deps,
  query: Readonly<Record<string, unknown>>,
): Promise<ResponseOf<"getCloudinarySignature">> {
  if (!cloudinary)
    throw new DomainError("NOT_CONFIGURED", "Uploads to Cloudinary are not configured on this server.");
  const { cloudName, apiKey, apiSecret, uploadPreset, folder } = cloudinary;
  const timestamp = timestampOf(query["timestamp"], Math.floor(now() / 1000));
  const signed: Record<string, string> = {
    folder,
    timestamp: String(timestamp),
    upload_preset: uploadPreset,
  };
  for (const [name, pattern] of Object.entries(widgetParameters)) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    if (typeof value === "string" && pattern.test(value)) signed[name] = value;
  }
  return { cloudName, apiKey, timestamp, signature: sign(signed, apiSecret), folder, uploadPreset };
}

/** The widget sends a time of its own, by the browser's clock. */
function timestampOf(asked: unknown, nowS: number): number {
  if (typeof asked !== "string" || !/^\d{1,12}$/.test(asked)) return nowS;
  return Math.abs(Number(asked) - nowS) <= timestampReachS ? Number(asked) : nowS;
}

export function sign(parameters: Readonly<Record<string, string>>, apiSecret: string): string {
  const text = Object.entries(parameters)
    .filter(([, value]) => value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`.replaceAll("&", "%26"))
    .join("&");
  return createHash("sha1")
    .update(text + apiSecret)
    .digest("hex");
}
