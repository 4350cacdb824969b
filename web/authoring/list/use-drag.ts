import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type Box, dropPlace, type Side } from "./order.ts";

export type SiblingDrag = ReturnType<typeof useDrag>;

/** A row of a list. Rows are dragged only among those with the same `siblings`. */
export type Sibling = { readonly siblings: string; readonly id: number };

type Drop = (over: number, side: Side) => void;

type Drag = Sibling & { readonly aim: { readonly id: number; readonly side: Side } | null };

/** A pointer that moves less than this is only pressed. */
const dragFromPx = 4;
/** Within this distance of the window's edge, the page scrolls by `scrollPx` per frame. */
const edgePx = 72;
const scrollPx = 12;

/**
 * Drags rows or cards among their siblings with a mouse, a pen or a finger; each also has buttons that do the same. It
 * uses pointer events, since the browsers' own drag and drop works only with a mouse. Returns the attributes for the
 * list, for a row, for its handle, and for a body that a mouse drags too (a finger scrolls there).
 *
 * `gapPx` is half of the gap between two rows; each half belongs to the nearer row.
 */
// Long: the listeners of a drag share its state.
export function useDrag({ gapPx = 0 }: { readonly gapPx?: number } = {}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);

  // Long: the listeners of a drag share its state.
  const begin = (event: PointerEvent<HTMLElement>, { siblings, id }: Sibling, drop: Drop) => {
    if (event.button !== 0 || !event.isPrimary || end.current !== null) return;
    const handle = event.currentTarget;
    const list = handle.closest("[data-drag-list]");
    if (list === null) return;
    // Otherwise dragging would select text.
    event.preventDefault();
    const { pointerId } = event;
    const from = { x: event.clientX, y: event.clientY };
    let at = from;
    let current: Drag | null = null;
    let frame = 0;

    const show = (next: Drag | null) => {
      current = next;
      setDrag(next);
    };
    const aimAtPointer = () => {
      if (current === null) return;
      const aim = dropPlace(boxesOf(list, siblings, gapPx), id, at);
      if (aim?.id !== current.aim?.id || aim?.side !== current.aim?.side) show({ siblings, id, aim });
    };
    const scrollAtEdge = () => {
      const by = at.y < edgePx ? -scrollPx : at.y > innerHeight - edgePx ? scrollPx : 0;
      if (by !== 0) {
        scrollBy({ top: by, behavior: "instant" });
        aimAtPointer();
      }
      frame = requestAnimationFrame(scrollAtEdge);
    };
    const listening = new AbortController();
    const stop = () => {
      end.current = null;
      listening.abort();
      cancelAnimationFrame(frame);
      if (handle.hasPointerCapture(pointerId)) handle.releasePointerCapture(pointerId);
      show(null);
    };
    end.current = stop;
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(type, listener, { signal: listening.signal, capture: true });

    on("pointermove", (move) => {
      if (move.pointerId !== pointerId) return;
      at = { x: move.clientX, y: move.clientY };
      if (current === null) {
        if (Math.hypot(at.x - from.x, at.y - from.y) < dragFromPx) return;
        handle.setPointerCapture(pointerId);
        swallowClick(pointerId);
        show({ siblings, id, aim: null });
        frame = requestAnimationFrame(scrollAtEdge);
      }
      aimAtPointer();
    });
    on("pointerup", (up) => {
      if (up.pointerId !== pointerId) return;
      at = { x: up.clientX, y: up.clientY };
      aimAtPointer();
      const aim = current?.aim;
      stop();
      if (aim) drop(aim.id, aim.side);
    });
    on("pointercancel", (cancelled) => cancelled.pointerId === pointerId && stop());
    on("blur", stop);
    on("keydown", (key) => {
      if (key.key !== "Escape" || current === null) return;
      key.preventDefault();
      key.stopPropagation();
      stop();
    });
  };

  return {
    list: { "data-drag-list": "", "data-dragging": drag === null ? undefined : "" },
    item: ({ siblings, id }: Sibling) => {
      const isOf = drag?.siblings === siblings;
      return {
        "data-siblings": siblings,
        "data-sibling": id,
        "data-dragged": isOf && drag.id === id ? "" : undefined,
        "data-drop": isOf && drag.aim?.id === id ? drag.aim.side : undefined,
      };
    },
    handle: (sibling: Sibling, drop: Drop) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.stopPropagation();
        begin(event, sibling, drop);
      },
    }),
    body: (sibling: Sibling, drop: Drop) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === "mouse" && !isControl(event.target)) begin(event, sibling, drop);
      },
    }),
  };
}

/** Whether a press is meant for a control in the body; a link that is the text of the body drags as well. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, [data-no-drag]") !== null;
}

/** Prevents the click after a drag that started and ended on a link. */
function swallowClick(pointerId: number): void {
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  addEventListener(
    "click",
    (click) => {
      click.preventDefault();
      click.stopPropagation();
    },
    options,
  );
  const onEnd = (event: globalThis.PointerEvent) => {
    // The click follows immediately, before any timer.
    if (event.pointerId === pointerId) setTimeout(() => listening.abort());
  };
  addEventListener("pointerup", onEnd, options);
  addEventListener("pointercancel", onEnd, options);
  // This ends a drag whose end the page did not see.
  addEventListener("pointerdown", () => listening.abort(), options);
}

function boxesOf(list: Element, siblings: string, gapPx: number): readonly Box[] {
  return [...list.querySelectorAll<HTMLElement>("[data-sibling]")]
    .filter((item) => item.dataset["siblings"] === siblings)
    .map((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      return {
        id: Number(item.dataset["sibling"]),
        left: left - gapPx,
        right: right + gapPx,
        top: top - gapPx,
        bottom: bottom + gapPx,
      };
    });
}
