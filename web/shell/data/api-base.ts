import { apiRoot } from "@tabstop/contract/client";

/** Where the API is: what the server wrote into the page, else what the build was given, else this origin. */
export const apiBase: string = resolveApiBase(
  typeof document === "undefined"
    ? null
    : (document.querySelector('meta[name="tabstop-api-base"]')?.getAttribute("content") ?? null),
  import.meta.env?.VITE_API_BASE_URL,
);

export function resolveApiBase(written: string | null, built: string | undefined): string {
  return written?.trim() || built?.trim() || "";
}

/** Where a profile photo is: an absolute http or https URL as it is, anything else under the API base. */
export function mediaUrl(photo: string, base: string = apiBase): string {
  if (/^https?:\/\//i.test(photo)) return photo;
  return `${apiRoot(base)}/${photo.replace(/^\/+/, "")}`;
}
