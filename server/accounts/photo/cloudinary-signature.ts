// Signs an upload of the Cloudinary widget with the algorithm of Cloudinary's own SDK (signature version 2): parameters
// sorted by name as `name=value`, an `&` in a value written as %26, joined by `&`, followed by the secret, hashed with
// SHA-1, in hex. The server sets folder and preset; the widget may add some parameters of its own.

import { createHash } from "node:crypto";
import type { HandlerResult } from "@tabstop/contract/endpoints";
import { DomainError } from "../../domain-error.ts";

export type CloudinaryAccount = {
  readonly cloudName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly uploadPreset: string;
  readonly folder: string;
};

/**
 * The start of the addresses of images uploaded to this account. Cloudinary's other kinds of delivery are left out:
 * `fetch`, for example, shows any picture of the web.
 */
export function deliveredUnder({ cloudName }: CloudinaryAccount): string {
  return `https://res.cloudinary.com/${cloudName}/image/upload/`;
}

type Deps = { readonly cloudinary: CloudinaryAccount | null; readonly now: () => number };

/** Parameters that the widget adds to an upload, each with the values that are allowed. */
const widgetParameters = {
  source: /^[a-z_]{1,20}$/,
  custom_coordinates: /^\d{1,6}(?:,\d{1,6}){3}$/,
} as const;

/** Cloudinary accepts a signature for one hour around its timestamp. */
const timestampReachS = 3_600;

/** `query` is the request's query string, parsed. Throws DomainError NOT_CONFIGURED. */
export async function getCloudinarySignature(
  { cloudinary, now }: Deps,
  query: Readonly<Record<string, unknown>>,
): Promise<HandlerResult<"getCloudinarySignature">> {
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

/** The widget may send a timestamp from the browser's clock; it is used if it is close to the server's time. */
function timestampOf(sent: unknown, nowS: number): number {
  if (typeof sent !== "string" || !/^\d{1,12}$/.test(sent)) return nowS;
  return Math.abs(Number(sent) - nowS) <= timestampReachS ? Number(sent) : nowS;
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
