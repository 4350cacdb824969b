// The addresses of the API. Every endpoint is at `/api/…`. The specification's addresses without the prefix work too,
// by one rewrite before routing, so that there is no second set of routes.
//
// `/courses` and `/admin/courses/1` are also screens. A GET whose Accept header names `text/html` (a wildcard does not
// count) is a page navigation and gets the web app; any other request goes to the endpoint. Photos (`/media/…`) are
// never a screen.

import { endpoints } from "@tabstop/contract/endpoints";

/** The first parts of the endpoints' paths: `auth`, `courses`, `admin`, `test`, … */
const endpointRoots = new Set(Object.values(endpoints).map(({ path }) => firstPart(path)));

type RequestLine = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly accept?: string | undefined;
};

/** The address for the router. */
export function routedUrl({ method, url: target = "/", accept }: RequestLine): string {
  const url = withoutOrigin(target);
  const first = firstPart(url);
  if (first === "media") return `/api${url}`;
  if (endpointRoots.has(first) && !isNavigation(method, accept)) return `/api${url}`;
  return url;
}

/** Whether the response depends on the Accept header, which caches must know. */
export function dependsOnAccept(url: string): boolean {
  return endpointRoots.has(firstPart(withoutOrigin(url)));
}

/** `path` is decoded, with or without a slash in front. */
export function isApiPath(path: string): boolean {
  return firstPart(path.startsWith("/") ? path : `/${path}`) === "api";
}

/** Whether a path is that of a file instead of a screen. A missing file is a 404 and never the web app. */
export function isFilePath(path: string): boolean {
  return /^\/?static(\/|$)/.test(path) || /\.[^./]+$/.test(path);
}

/** A client that uses this server as a proxy sends the whole address (RFC 9112, 3.2.2). */
function withoutOrigin(url: string): string {
  if (url.startsWith("/")) return url;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function isNavigation(method: string | undefined, accept: string | undefined): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return (accept ?? "").split(",").some((entry) => {
    const [type = "", ...parameters] = entry
      .toLowerCase()
      .split(";")
      .map((part) => part.trim());
    return type === "text/html" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** `courses` of `/courses/progress?x`. */
function firstPart(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] ?? "";
}
