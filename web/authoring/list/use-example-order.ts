import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../shell/data/api.ts";
import { reloadExamples, showOrder, shownIds } from "../content-calls.ts";
import { createOrderSaver, moved, movedBeside, type Side, type Step } from "./order.ts";
import { orderFailure } from "./use-reorder.ts";

type Movable = { readonly id: number; readonly title: string };
type OfChapter = { readonly kind: "example"; readonly parentId: number };

/** Moves an example at once and saves behind it; when that fails, the list as it is on the server comes back. */
export function useExampleOrder(
  userId: number,
  chapterId: string,
  { say, fail }: { readonly say: (sentence: string) => void; readonly fail: (sentence: string) => void },
) {
  const failNow = useRef(fail);
  useEffect(() => {
    failNow.current = fail;
  });
  const [saver] = useState(() => {
    let last = "";
    return createOrderSaver<OfChapter>({
      save: ({ kind, parentId }, ids) => {
        last = String(parentId);
        return api("adminReorder", { body: { kind, parent_id: parentId, ids: [...ids] } });
      },
      settled: (error) => {
        if (error !== null) failNow.current(orderFailure(error));
        void reloadExamples(userId, last);
      },
    });
  });

  const show = (row: Movable, next: readonly number[]) => {
    flushSync(() => showOrder(userId, chapterId, next));
    say(`${row.title} is now ${next.indexOf(row.id) + 1} of ${next.length}.`);
    saver.add({ kind: "example", parentId: Number(chapterId) }, next);
  };
  return {
    /** One place up or down; the button that was pressed keeps the focus. */
    step(row: Movable, step: Step, button: HTMLElement): void {
      const ids = shownIds(userId, chapterId);
      const next = moved(ids, row.id, step);
      if (next === ids) return say(`${row.title} is ${step < 0 ? "the first" : "the last"} already.`);
      show(row, next);
      // A card that is put elsewhere in the page loses the focus.
      button.focus();
    },
    /** Beside another, by dragging. */
    drop(row: Movable, over: number, side: Side): void {
      const ids = shownIds(userId, chapterId);
      const next = movedBeside(ids, row.id, over, side);
      if (next !== ids) show(row, next);
    },
  };
}
