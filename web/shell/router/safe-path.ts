// Guards the redirect after a log-in against addresses of other sites.

/**
 * The path to go to after a log-in, or null for anything that could lead to another site (`//host`, `/\host`, an
 * address with a scheme, a value that is not a string).
 */
export function safePath(value: unknown): string | null {
  if (typeof value !== "string" || !value.startsWith("/") || /^\/[/\\]/.test(value)) return null;
  // Browsers ignore these characters in an address: "/\t/host" is "//host".
  if (/[\t\n\r]/.test(value)) return null;
  const base = "https://here.invalid";
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return null;
  // "/a/..//host" is on this site, but the path that results from it is not.
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? null : path;
}
