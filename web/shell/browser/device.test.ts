import { afterEach, expect, test, vi } from "vitest";
import { forget, recall, remember } from "./device.ts";

/** A storage with room for this many characters of keys and values. */
function storageOf(room: number): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const stored = new Map<string, string>();
  const size = () => [...stored].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem(key, value) {
      const before = stored.get(key) ?? "";
      const taken = stored.has(key) ? size() - before.length : size() + key.length;
      if (taken + value.length > room) throw new DOMException("", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key) => void stored.delete(key),
  };
}

afterEach(() => {
  for (const key of ["a", "b"]) forget(key);
  vi.unstubAllGlobals();
});

test("a value that does not fit into a full storage is kept in the page's memory", () => {
  vi.stubGlobal("localStorage", storageOf(6));
  remember("a", "12345");
  remember("b", "new");
  expect([recall("a"), recall("b")]).toEqual(["12345", "new"]);
  // An older stored value does not replace a newer one that had no room.
  remember("a", "123456789");
  expect([recall("a"), recall("b")]).toEqual(["123456789", "new"]);
  remember("a", "1");
  expect(recall("a")).toBe("1");
  forget("b");
  expect(recall("b")).toBeNull();
});

test("without storage, values are kept in the page's memory", () => {
  const forbidden = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  remember("a", "1");
  expect(recall("a")).toBe("1");
  forget("a");
  expect(recall("a")).toBeNull();
});
