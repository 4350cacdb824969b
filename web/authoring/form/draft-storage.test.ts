import { expect, test } from "vitest";
import { newDraft } from "./draft.ts";
import { createDraftStorage, draftKey } from "./draft-storage.ts";

function storageOf(map: Map<string, string>): Storage {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
}

const stored = { draft: newDraft({ title: "Half a title" }), content: null };
const key = draftKey(1, "/admin/courses/new");

test("a saved draft is found by the same user at the same address, also after a reload", () => {
  const map = new Map<string, string>();
  createDraftStorage(() => storageOf(map)).save(key, stored);
  const reloaded = createDraftStorage(() => storageOf(map));
  expect(reloaded.find(key)).toEqual(stored);
  expect(reloaded.find(draftKey(2, "/admin/courses/new"))).toBe(null);
  expect(reloaded.find(draftKey(1, "/admin/courses/2"))).toBe(null);
});

test("a dropped draft is deleted, from the browser's storage too", () => {
  const map = new Map<string, string>();
  const drafts = createDraftStorage(() => storageOf(map));
  drafts.save(key, stored);
  drafts.drop(key);
  expect([drafts.find(key), map.size]).toEqual([null, 0]);
});

test("if the browser forbids storage, a draft is kept until the page is closed", () => {
  const drafts = createDraftStorage(() => {
    throw new DOMException("denied", "SecurityError");
  });
  drafts.save(key, stored);
  expect(drafts.find(key)).toEqual(stored);
});

test("a stored text that cannot be parsed is ignored", () => {
  expect(createDraftStorage(() => storageOf(new Map([[key, "{"]]))).find(key)).toBe(null);
});
