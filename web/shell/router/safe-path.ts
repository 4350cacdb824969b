/**
 * Where to go after signing in: a path of this site, or null for anything that could lead elsewhere
 * (`//host`, `/\host`, an address with a scheme, something that is no text).
 */
export function safePath(value: unknown): string | null {
  if (typeof value !== "string" || !value.startsWith("/") || /^\/[/\\]/.test(value)) return null;
  // Browsers drop these while they read an address: "/\t/host" is "//host".
  if (/[\t\n\r]/.test(value)) return null;
  const base = "https://here.invalid";
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return null;
  // "/a/..//host" is of this site, and what is left of it is not.
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? null : path;
}
