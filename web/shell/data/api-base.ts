import { apiRoot } from "@tabstop/contract/client";

/** The base URL of the API: from the page, where the server wrote it, else from the build, else this origin. */
export const apiBase: string = resolveApiBase(
  typeof document === "undefined"
    ? null
    : (document.querySelector('meta[name="tabstop-api-base"]')?.getAttribute("content") ?? null),
  import.meta.env?.VITE_API_BASE_URL,
);

export function resolveApiBase(written: string | null, built: string | undefined): string {
  return written?.trim() || built?.trim() || "";
}

/** The URL of a profile photo: an absolute http or https URL as it is, anything else under the API base. */
export function mediaUrl(photo: string, base: string = apiBase): string {
  if (/^https?:\/\//i.test(photo)) return photo;
  return `${apiRoot(base)}/${photo.replace(/^\/+/, "")}`;
}
