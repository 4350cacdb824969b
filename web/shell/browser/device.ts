// What this device remembers: localStorage, and the page's own memory where a browser forbids storage or has no room
// left, so that the page still works until it is closed.

const fallback = new Map<string, string>();

export function recall(key: string): string | null {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Forbidden.
  }
  return stored ?? fallback.get(key) ?? null;
}

export function remember(key: string, value: string): void {
  fallback.delete(key);
  try {
    localStorage.setItem(key, value);
    return;
  } catch {
    // Forbidden, or no room: what the old value took may be enough for the new one, and it must not be read any more.
  }
  try {
    localStorage.removeItem(key);
    localStorage.setItem(key, value);
  } catch {
    fallback.set(key, value);
  }
}

export function forget(key: string): void {
  fallback.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
