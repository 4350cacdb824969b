// Structural sharing: unchanged parts of reloaded data stay the same objects, so that React need not draw them again.

/** `next`, with every part that equals the part of `old` at the same place replaced by that old part. */
export function shareUnchanged(old: unknown, next: unknown): unknown {
  if (Object.is(old, next)) return old;
  if (Array.isArray(old) && Array.isArray(next)) {
    const items = next.map((item, i) => shareUnchanged(old[i], item));
    return items.length === old.length && items.every((item, i) => item === old[i]) ? old : items;
  }
  if (!isPlain(old) || !isPlain(next)) return next;
  const names = Object.keys(next);
  const parts = Object.fromEntries(names.map((name) => [name, shareUnchanged(old[name], next[name])]));
  const isSame =
    names.length === Object.keys(old).length &&
    names.every((name) => name in old && parts[name] === old[name]);
  return isSame ? old : parts;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
