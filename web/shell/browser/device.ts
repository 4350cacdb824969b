// Small values that are stored on this device: in localStorage, or in the page's memory if the browser forbids storage
// or has no room left, so that the page still works until it is closed.

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
    // Forbidden, or no room. The room of the old value may be enough; in any case the old value must not be read again.
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
