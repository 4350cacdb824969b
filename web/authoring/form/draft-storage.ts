// The draft of a form that was closed before it was saved, because the session ended. It is kept in this tab for the
// same user and the same address, until it is saved or discarded.

import { ifSupported } from "../../ui/if-supported.ts";
import type { Draft } from "./draft.ts";
import type { ContentRow } from "../kinds.ts";

/** `content` is the row that the form was filled from; comparing it shows a later save. It is null for new content. */
export type StoredDraft = { readonly draft: Draft; readonly content: ContentRow | null };

export type DraftStorage = {
  readonly find: (key: string) => StoredDraft | null;
  readonly save: (key: string, stored: StoredDraft) => void;
  readonly drop: (key: string) => void;
};

export function draftKey(userId: number, pathname: string): string {
  return `unsaved ${userId} ${pathname}`;
}

/** `storage` survives a reload. A browser may forbid it; then drafts are kept in memory only. */
export function createDraftStorage(storage: () => Storage | undefined): DraftStorage {
  const memory = new Map<string, string>();
  const tryStorage = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      const store = storage();
      return store === undefined ? otherwise : act(store);
    } catch {
      return otherwise;
    }
  };
  return {
    find(key) {
      const json = memory.get(key) ?? tryStorage((store) => store.getItem(key), null);
      if (json === null) return null;
      try {
        return JSON.parse(json) as StoredDraft;
      } catch {
        return null;
      }
    },
    save(key, stored) {
      const json = JSON.stringify(stored);
      memory.set(key, json);
      tryStorage((store) => store.setItem(key, json), undefined);
    },
    drop(key) {
      memory.delete(key);
      tryStorage((store) => store.removeItem(key), undefined);
    },
  };
}

export const draftStorage = createDraftStorage(() => ifSupported(() => sessionStorage));
