// Text of a form that was taken away while it was being written, because the session ended: kept in this tab for the
// same person and the same address, until it is saved or given up.

import type { Content, Draft } from "../draft.ts";

/** `content`: the row that the form was filled from, so that a save since then is still noticed; null for a new one. */
export type KeptText = { readonly draft: Draft; readonly content: Content | null };

export type TextKeeper = {
  readonly find: (key: string) => KeptText | null;
  readonly keep: (key: string, text: KeptText) => void;
  readonly drop: (key: string) => void;
};

export function keptKey(userId: number, pathname: string): string {
  return `unsaved ${userId} ${pathname}`;
}

/** `storage` survives a reload; where a browser forbids it, the page's own memory has to do. */
export function createTextKeeper(storage: () => Storage): TextKeeper {
  const memory = new Map<string, string>();
  const tried = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    find(key) {
      const text = memory.get(key) ?? tried((store) => store.getItem(key), null);
      if (text === null) return null;
      try {
        return JSON.parse(text) as KeptText;
      } catch {
        return null;
      }
    },
    keep(key, text) {
      const json = JSON.stringify(text);
      memory.set(key, json);
      tried((store) => store.setItem(key, json), undefined);
    },
    drop(key) {
      memory.delete(key);
      tried((store) => store.removeItem(key), undefined);
    },
  };
}

export const textKeeper = createTextKeeper(() => sessionStorage);
