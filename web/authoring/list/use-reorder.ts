import { ApiError } from "@tabstop/contract/client";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../shell/data/api.ts";
import { queryClient } from "../../shell/data/query-client.ts";
import { bannerText, fallbacks } from "../banner-text.ts";
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
import { reloadStructure, showStructure, type Structure, structureKey } from "../structure.ts";

type Movable = { readonly id: number; readonly title: string };

/** Moves a row at once and saves behind it; when that fails, the list as it is on the server comes back. */
export function useReorder(
  userId: number,
  { say, fail }: { readonly say: (sentence: string) => void; readonly fail: (sentence: string) => void },
) {
  const failNow = useRef(fail);
  useEffect(() => {
    failNow.current = fail;
  });
  const [saver] = useState(() =>
    createOrderSaver<Siblings>({
      save: ({ kind, parentId }, ids) =>
        api("adminReorder", { body: { kind, parent_id: parentId, ids: [...ids] } }),
      settled: (error) => {
        if (error !== null) failNow.current(orderFailure(error));
        void reloadStructure(userId);
      },
    }),
  );

  const presentIds = (siblings: Siblings): readonly number[] => {
    const structure = queryClient.getQueryData<Structure>(structureKey(userId));
    return structure === undefined ? [] : idsOf(structure, siblings);
  };
  const show = (siblings: Siblings, row: Movable, next: readonly number[]) => {
    flushSync(() => showStructure(userId, (old) => inOrder(old, siblings, next)));
    say(`${row.title} is now ${next.indexOf(row.id) + 1} of ${next.length}.`);
    saver.add(siblings, next);
  };
  return {
    /** One place up or down; the button that was pressed keeps the focus. */
    step(siblings: Siblings, row: Movable, step: Step, button: HTMLElement): void {
      const ids = presentIds(siblings);
      const next = moved(ids, row.id, step);
      if (next === ids) return say(`${row.title} is ${step < 0 ? "the first" : "the last"} already.`);
      show(siblings, row, next);
      // A row that is put elsewhere in the page loses the focus.
      button.focus();
    },
    /** Beside another, by dragging. */
    drop(siblings: Siblings, row: Movable, over: number, side: Side): void {
      const ids = presentIds(siblings);
      const next = movedBeside(ids, row.id, over, side);
      if (next !== ids) show(siblings, row, next);
    },
  };
}

/** Why an order could not be saved. */
export function orderFailure(error: unknown): string {
  const isConflict = error instanceof ApiError && (error.code === "EDIT_CONFLICT" || error.status === 404);
  return isConflict
    ? "Error: Somebody else has changed this list. Nothing was moved; here it is as it is now."
    : bannerText(error, fallbacks.save);
}
