import { expect, test } from "vitest";
import { newDraft } from "../draft.ts";
import { createTextKeeper, keptKey } from "./draft-storage.ts";

function storageOf(map: Map<string, string>): Storage {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
}

const text = { draft: newDraft({ title: "Half a title" }), content: null };
const key = keptKey(1, "/admin/courses/new");

test("what was kept is found by the same person at the same address, also after a reload", () => {
  const stored = new Map<string, string>();
  createTextKeeper(() => storageOf(stored)).keep(key, text);
  const reloaded = createTextKeeper(() => storageOf(stored));
  expect(reloaded.find(key)).toEqual(text);
  expect(reloaded.find(keptKey(2, "/admin/courses/new"))).toBe(null);
  expect(reloaded.find(keptKey(1, "/admin/courses/2"))).toBe(null);
});

test("what was dropped is gone, in the storage too", () => {
  const stored = new Map<string, string>();
  const keeper = createTextKeeper(() => storageOf(stored));
  keeper.keep(key, text);
  keeper.drop(key);
  expect([keeper.find(key), stored.size]).toEqual([null, 0]);
});

test("a browser that forbids storage keeps it until the page is closed", () => {
  const keeper = createTextKeeper(() => {
    throw new DOMException("denied", "SecurityError");
  });
  keeper.keep(key, text);
  expect(keeper.find(key)).toEqual(text);
});

test("what cannot be read is nothing", () => {
  expect(createTextKeeper(() => storageOf(new Map([[key, "{"]]))).find(key)).toBe(null);
});
