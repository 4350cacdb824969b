// Checks the parameters of queries by one rule for both databases. SQLite would take a Date for named parameters, store
// NaN as NULL, and accept a boolean as 0 or 1, which PostgreSQL refuses.

/** Throws a TypeError that names the first parameter that is not a string, finite number, bigint, null or bytes. */
export function assertBindable(parameters: readonly unknown[], sql: string): void {
  for (let i = 0; i < parameters.length; i++) {
    if (!isBindable(parameters[i])) {
      throw new TypeError(`Parameter ${i + 1} cannot be stored: ${nameOf(parameters[i])}, in ${sql}`);
    }
  }
}

function isBindable(value: unknown): boolean {
  if (typeof value === "string" || value === null || typeof value === "bigint") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return value instanceof Uint8Array;
}

// The type and not the value, since parameters may be secrets.
function nameOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "object" ? (value?.constructor.name ?? "object") : typeof value;
}
