// Matches paths with route patterns such as `/admin/courses/:courseId`. Independent of the browser.

export type RouteParams = Readonly<Record<string, string>>;

/** The values of a pattern's names, or null if the path does not match. A slash at the end makes no difference. */
export function matchPath(pattern: string, pathname: string): RouteParams | null {
  const expected = segments(pattern);
  const actual = segments(pathname);
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of expected.entries()) {
    const segment = actual[i] as string;
    if (!part.startsWith(":")) {
      if (part !== segment) return null;
      continue;
    }
    const value = decoded(segment);
    if (value === null || value === "") return null;
    params[part.slice(1)] = value;
  }
  return params;
}

/** The first route whose pattern matches. In the list, fixed paths come before patterns with names. */
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
