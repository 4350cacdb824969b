import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type Box, dropPlace, type Side } from "./order.ts";

export type CardDrag = ReturnType<typeof useCardDrag>;

type Drag = {
  readonly id: number;
  readonly aim: { readonly id: number; readonly side: Side } | null;
};

/** So far a finger or a mouse trembles when it only presses. */
const tremblePx = 4;
/** So near an edge of the window the page goes on by itself, and so far a frame. */
const edgePx = 72;
const stepPx = 12;
const gapPx = 12;

/**
 * Cards that are dragged by a handle, with a mouse, a pen or a finger; each has buttons that do the same. Events of
 * pointers, since browsers drag and drop of their own with a mouse only. Gives what makes a card and a handle such.
 */
export function useCardDrag(drop: (id: number, over: number, side: Side) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);

  const begin = (event: PointerEvent<HTMLElement>, id: number) => {
    if (event.button !== 0 || !event.isPrimary || end.current !== null) return;
    const handle = event.currentTarget;
    const cards = handle.closest("[data-cards]");
    if (cards === null) return;
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
      const aim = dropPlace(boxesOf(cards), id, at);
      if (aim?.id !== current.aim?.id || aim?.side !== current.aim?.side) show({ id, aim });
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
      if (handle.hasPointerCapture(pointerId)) handle.releasePointerCapture(pointerId);
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
        handle.setPointerCapture(pointerId);
        show({ id, aim: null });
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
      if (aim) drop(id, aim.id, aim.side);
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
    list: { "data-cards": "", "data-dragging": drag === null ? undefined : "" },
    card: (id: number) => ({
      "data-card": id,
      "data-dragged": drag?.id === id ? "" : undefined,
      "data-drop": drag?.aim?.id === id ? drag.aim.side : undefined,
    }),
    handle: (id: number) => ({ onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id) }),
  };
}

function boxesOf(cards: Element): readonly Box[] {
  return [...cards.querySelectorAll<HTMLElement>("[data-card]")].map((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    // With its half of the gap around it.
    return {
      id: Number(card.dataset["card"]),
      left: left - gapPx,
      right: right + gapPx,
      top: top - gapPx,
      bottom: bottom + gapPx,
    };
  });
}
