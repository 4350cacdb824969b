import { ApiError } from "@tabstop/contract/client";
import type { Kind } from "@tabstop/course/course";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { quietApi } from "../../shell/data/api.ts";
import { queryClient } from "../../shell/data/query-client.ts";
import { bannerText, fallbacks } from "../banner-text.ts";
import { reloadExamples, showExampleOrder, shownExampleIds } from "../content-requests.ts";
import { reloadStructure, showStructure, type Structure, structureKey } from "../structure.ts";
import {
  createOrderSaver,
  idsOf,
  inOrder,
  moved,
  movedBeside,
  type Side,
  type Siblings,
  type Step,
} from "./order.ts";

type Movable = { readonly id: number; readonly title: string };

/** Where siblings are shown: their current order, how to show another, and how to load them again. */
type ShownList = {
  readonly ids: (userId: number, siblings: Siblings) => readonly number[];
  readonly show: (userId: number, siblings: Siblings, ids: readonly number[]) => void;
  readonly reload: (userId: number, siblings: Siblings) => Promise<void>;
};

const inStructure: ShownList = {
  ids: (userId, siblings) => {
    const structure = queryClient.getQueryData<Structure>(structureKey(userId));
    return structure === undefined ? [] : idsOf(structure, siblings);
  },
  show: (userId, siblings, ids) => showStructure(userId, (old) => inOrder(old, siblings, ids)),
  reload: (userId) => reloadStructure(userId),
};

const inChapter: ShownList = {
  ids: (userId, { parentId }) => shownExampleIds(userId, parentId ?? 0),
  show: (userId, { parentId }, ids) => showExampleOrder(userId, parentId ?? 0, ids),
  reload: (userId, { parentId }) => reloadExamples(userId, parentId ?? 0),
};

const shownLists: { readonly [K in Kind]: ShownList } = {
  course: inStructure,
  lesson: inStructure,
  chapter: inStructure,
  example: inChapter,
};

/**
 * Moves a row immediately and saves the new order afterwards; if that fails, the order on the server is loaded and
 * shown.
 */
export function useReorder(
  userId: number,
  {
    announce,
    fail,
  }: { readonly announce: (sentence: string) => void; readonly fail: (sentence: string) => void },
) {
  const latestFail = useRef(fail);
  useEffect(() => {
    latestFail.current = fail;
  });
  const [saver] = useState(() =>
    createOrderSaver<Siblings>({
      save: ({ kind, parentId }, ids) =>
        // The list shows the order already, perhaps even a later one; it is loaded when the last order is saved.
        quietApi("adminReorder", { body: { kind, parent_id: parentId, ids: [...ids] } }),
      settled: (error, last) => {
        if (error !== null) latestFail.current(orderFailure(error));
        void shownLists[last.kind].reload(userId, last);
      },
    }),
  );

  const show = (siblings: Siblings, row: Movable, next: readonly number[]) => {
    flushSync(() => shownLists[siblings.kind].show(userId, siblings, next));
    announce(`${row.title} is now ${next.indexOf(row.id) + 1} of ${next.length}.`);
    saver.add(siblings, next);
  };
  return {
    /** Moves a row one place up or down; the pressed button keeps the focus. */
    step(siblings: Siblings, row: Movable, step: Step, button: HTMLElement): void {
      const ids = shownLists[siblings.kind].ids(userId, siblings);
      const next = moved(ids, row.id, step);
      if (next === ids) return announce(`${row.title} is already ${step < 0 ? "the first" : "the last"}.`);
      show(siblings, row, next);
      // An element that moves to another place in the page loses the focus.
      button.focus();
    },
    /** Moves a row beside another one, after dragging. */
    drop(siblings: Siblings, row: Movable, over: number, side: Side): void {
      const ids = shownLists[siblings.kind].ids(userId, siblings);
      const next = movedBeside(ids, row.id, over, side);
      if (next !== ids) show(siblings, row, next);
    },
  };
}

/** Why an order could not be saved. */
function orderFailure(error: unknown): string {
  const isConflict = error instanceof ApiError && (error.code === "EDIT_CONFLICT" || error.status === 404);
  return isConflict
    ? "Error: Someone else has changed this list. Nothing was moved, and the list is now up to date."
    : bannerText(error, fallbacks.save);
}
