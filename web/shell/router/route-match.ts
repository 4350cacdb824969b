// Which route a path is, without a browser: patterns such as `/admin/courses/:courseId`.

export type RouteParams = Readonly<Record<string, string>>;

/** The values of a pattern's names, or null where the path is another. A slash at the end makes no difference. */
export function matchPath(pattern: string, pathname: string): RouteParams | null {
  const wanted = segments(pattern);
  const given = segments(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const have = given[i] as string;
    if (!want.startsWith(":")) {
      if (want !== have) return null;
      continue;
    }
    const value = decoded(have);
    if (value === null || value === "") return null;
    params[want.slice(1)] = value;
  }
  return params;
}

/** The first route whose pattern fits: fixed paths stand before those with names in them. */
export function findRoute<R extends { readonly path: string }>(
  routes: readonly R[],
  pathname: string,
): { readonly route: R; readonly params: RouteParams } | null {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params !== null) return { route, params };
  }
  return null;
}

function segments(path: string): string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
