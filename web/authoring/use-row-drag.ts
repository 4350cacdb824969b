import { type DragEvent, useRef, useState } from "react";
import type { Side, Siblings } from "./order.ts";

type Row = { readonly id: number; readonly title: string };

export type RowDrag = ReturnType<typeof useRowDrag>;

/** Rows that are dragged among their siblings; each has buttons that do the same. Gives what makes a row such a one. */
export function useRowDrag(drop: (siblings: Siblings, row: Row, over: number, side: Side) => void) {
  const dragged = useRef<{ readonly key: string; readonly row: Row } | null>(null);
  const [aim, setAim] = useState<{ readonly key: string; readonly id: number; readonly side: Side } | null>(
    null,
  );

  return (siblings: Siblings, row: Row) => {
    const key = `${siblings.kind} ${siblings.parentId}`;
    const mayDrop = () => dragged.current?.key === key && dragged.current.row.id !== row.id;
    const isAim = aim !== null && aim.key === key && aim.id === row.id;
    return {
      draggable: true,
      "data-drop": isAim ? aim.side : undefined,
      onDragStart: (event: DragEvent) => {
        dragged.current = { key, row };
        event.dataTransfer.effectAllowed = "move";
        // Firefox drags nothing that carries nothing.
        event.dataTransfer.setData("text/plain", row.title);
      },
      onDragOver: (event: DragEvent) => {
        if (!mayDrop()) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        const side = sideOf(event);
        if (!isAim || aim.side !== side) setAim({ key, id: row.id, side });
      },
      onDragLeave: (event: DragEvent) => {
        if (isAim && !event.currentTarget.contains(event.relatedTarget as Node | null)) setAim(null);
      },
      onDrop: (event: DragEvent) => {
        const source = dragged.current;
        if (!mayDrop() || source === null) return;
        event.preventDefault();
        setAim(null);
        drop(siblings, source.row, row.id, sideOf(event));
      },
      onDragEnd: () => {
        dragged.current = null;
        setAim(null);
      },
    };
  };
}

function sideOf(event: DragEvent): Side {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY < top + height / 2 ? "before" : "after";
}
