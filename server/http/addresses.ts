// Where the API lives. Every call has one address, `/api/…`. The specification's addresses without the prefix answer
// too, by this one rewrite before routing, so that there is no second set of routes.
//
// `/courses` and `/admin/courses/1` are also screens. What tells them apart is who asks: a page navigation is a GET whose
// Accept names `text/html` (a wildcard does not count) and gets the web app; anything else is a call. Photos (`/media/…`)
// are never a screen.

import { endpoints } from "@tabstop/contract/endpoints";

/** The first parts of the calls' paths: `auth`, `courses`, `admin`, `test`, … */
const callRoots = new Set(Object.values(endpoints).map(({ path }) => firstPart(path)));

type Asked = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly accept?: string | undefined;
};

/** The address that the router sees. */
export function routedUrl({ method, url: asked = "/", accept }: Asked): string {
  const url = withoutOrigin(asked);
  const first = firstPart(url);
  if (first === "media") return `/api${url}`;
  if (callRoots.has(first) && !isNavigation(method, accept)) return `/api${url}`;
  return url;
}

/** Whether the answer to this address depends on the Accept header, as caches must know. */
export function dependsOnAccept(url: string): boolean {
  return callRoots.has(firstPart(withoutOrigin(url)));
}

/** `path` is decoded, with or without a slash in front. */
export function isApiPath(path: string): boolean {
  return firstPart(path.startsWith("/") ? path : `/${path}`) === "api";
}

/** A path of the web app's files rather than of a screen: what is missing there is missing, and never the web app. */
export function isFilePath(path: string): boolean {
  return /^\/?static(\/|$)/.test(path) || /\.[^./]+$/.test(path);
}

/** A client that takes this server for a proxy names the whole address (RFC 9112, 3.2.2). */
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
