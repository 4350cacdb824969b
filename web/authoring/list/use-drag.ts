import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type Box, dropPlace, type Side } from "./order.ts";

export type SiblingDrag = ReturnType<typeof useDrag>;

/** One of a list: only siblings of the same name take each other's places. */
export type Sibling = { readonly siblings: string; readonly id: number };

type Drop = (over: number, side: Side) => void;

type Drag = Sibling & { readonly aim: { readonly id: number; readonly side: Side } | null };

/** So far a finger or a mouse trembles when it only presses. */
const tremblePx = 4;
/** So near an edge of the window the page goes on by itself, and so far a frame. */
const edgePx = 72;
const stepPx = 12;

/**
 * Rows or cards that are dragged among their siblings, with a mouse, a pen or a finger; each has buttons that do the
 * same. Events of pointers, since browsers drag and drop of their own with a mouse only. Gives what makes an element
 * the list, one of it, its handle, and a body at which a mouse (a finger scrolls there) drags too.
 *
 * `gapPx`: half of what lies between two of them, which belongs to the nearer one.
 */
export function useDrag({ gapPx = 0 }: { readonly gapPx?: number } = {}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);

  const begin = (event: PointerEvent<HTMLElement>, { siblings, id }: Sibling, drop: Drop) => {
    if (event.button !== 0 || !event.isPrimary || end.current !== null) return;
    const held = event.currentTarget;
    const list = held.closest("[data-drag-list]");
    if (list === null) return;
    // No text is selected on the way.
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
    const look = () => {
      if (current === null) return;
      const aim = dropPlace(boxesOf(list, siblings, gapPx), id, at);
      if (aim?.id !== current.aim?.id || aim?.side !== current.aim?.side) show({ siblings, id, aim });
    };
    const roll = () => {
      const by = at.y < edgePx ? -stepPx : at.y > innerHeight - edgePx ? stepPx : 0;
      if (by !== 0) {
        scrollBy({ top: by, behavior: "instant" });
        look();
      }
      frame = requestAnimationFrame(roll);
    };
    const listening = new AbortController();
    const stop = () => {
      end.current = null;
      listening.abort();
      cancelAnimationFrame(frame);
      if (held.hasPointerCapture(pointerId)) held.releasePointerCapture(pointerId);
      show(null);
    };
    end.current = stop;
    const on = <K extends keyof WindowEventMap>(type: K, does: (event: WindowEventMap[K]) => void) =>
      addEventListener(type, does, { signal: listening.signal, capture: true });

    on("pointermove", (move) => {
      if (move.pointerId !== pointerId) return;
      at = { x: move.clientX, y: move.clientY };
      if (current === null) {
        if (Math.hypot(at.x - from.x, at.y - from.y) < tremblePx) return;
        held.setPointerCapture(pointerId);
        swallowClick(pointerId);
        show({ siblings, id, aim: null });
        frame = requestAnimationFrame(roll);
      }
      look();
    });
    on("pointerup", (up) => {
      if (up.pointerId !== pointerId) return;
      at = { x: up.clientX, y: up.clientY };
      look();
      const aim = current?.aim;
      stop();
      if (aim) drop(aim.id, aim.side);
    });
    on("pointercancel", (lost) => lost.pointerId === pointerId && stop());
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

/** What is pressed for itself; a link that is the body's own text is both. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, [data-no-drag]") !== null;
}

/** A drag that began and ends on a link is no click at it. */
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
  const over = (event: globalThis.PointerEvent) => {
    // The click comes right after, before anything that is due later.
    if (event.pointerId === pointerId) setTimeout(() => listening.abort());
  };
  addEventListener("pointerup", over, options);
  addEventListener("pointercancel", over, options);
  // One that was let go where nobody told.
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
