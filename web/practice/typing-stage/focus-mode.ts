// Focus mode: a second after the first key everything but the code and the figures is hidden. It is shown again when
// the pointer moves, at Esc and at the end, and when a finger, which has no pointer to move, touches anything but the
// keypad; never because the learner pauses.

import type { Run } from "../../typing/run.ts";

const hidesAfterMs = 1_000;
/** Browsers report moves of 0 px when the page changes under a resting pointer. */
const fewestPx = 3;

/** Follows a run until `stop`. `reveal` shows everything until the next key. */
export function watchFocusMode(run: Run, isOn: () => boolean): { reveal(): void; stop(): void } {
  const page = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isHidden = false;
  let lastX: number | null = null;
  let lastY: number | null = null;

  const reveal = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (isHidden) page.removeAttribute("data-typing");
    isHidden = false;
  };
  const unsubscribe = run.subscribe((attempt) => {
    if (attempt.kind !== "typing") return reveal();
    if (timer !== null || isHidden) return;
    timer = setTimeout(() => {
      timer = null;
      // Here and not at each key, because the setting is in the device's storage.
      if (!isOn()) return;
      isHidden = true;
      page.setAttribute("data-typing", "");
    }, hidesAfterMs);
  });
  const moved = ({ clientX, clientY }: PointerEvent) => {
    const isMove = lastX === null || Math.hypot(clientX - lastX, clientY - (lastY ?? 0)) >= fewestPx;
    if (!isMove) return;
    lastX = clientX;
    lastY = clientY;
    reveal();
  };
  const pressed = ({ target }: PointerEvent) => {
    if (!(target instanceof Element && target.closest(".keypad"))) reveal();
  };
  addEventListener("pointermove", moved, { passive: true });
  addEventListener("pointerdown", pressed, { passive: true });
  return {
    reveal,
    stop() {
      unsubscribe();
      removeEventListener("pointermove", moved);
      removeEventListener("pointerdown", pressed);
      reveal();
    },
  };
}
