// The clock's face: a canvas over the clock's text that a worker draws into. It takes the place of the text once the
// worker has drawn the first time, and gives it back when anything of this fails.

import type { ClockMessage, ClockReply } from "./clock-messages.ts";
import { drawClockSheet } from "./clock-sheet.ts";

export type ClockFace = {
  /** Whether the digits are the worker's; otherwise the text is to be seen. */
  isDrawn(): boolean;
  /** Shows this time, ms, and stands still. */
  stand(ms: number): void;
  /** Shows the time from now on, of which `ms` have passed. */
  run(ms: number): void;
  /** Measures and draws again: the text has another length, another font, colour or size. */
  renew(): void;
  remove(): void;
};

type FaceOwner = {
  /** The face took the text's place, or gave it back. */
  onChange(): void;
  /** The minutes need another digit: write the text, then renew the face. */
  onOutgrown(): void;
};

/** One thread for all faces, one after the other: null before the first, undefined where there is none. */
let worker: Worker | null | undefined = null;

/** Puts a face into `timer`, or returns null where the browser cannot. `parts` hold the text, one text node each. */
export function addClockFace(
  timer: HTMLElement,
  parts: readonly HTMLElement[],
  owner: FaceOwner,
): ClockFace | null {
  const canvas = document.createElement("canvas");
  if (worker === null) worker = startWorker();
  if (worker === undefined || typeof canvas.transferControlToOffscreen !== "function") return null;
  const thread = worker;
  const off = new AbortController();
  const { signal } = off;
  const post = (message: ClockMessage, transfer: Transferable[] = []) =>
    thread.postMessage(message, transfer);
  const setDrawn = (isDrawn: boolean) => timer.toggleAttribute("data-drawn", isDrawn);
  const isDrawn = () => timer.hasAttribute("data-drawn");

  let size = "";
  const renew = async () => {
    const wasDrawn = isDrawn();
    setDrawn(false);
    const drawing = drawClockSheet(timer, parts);
    setDrawn(wasDrawn);
    if (drawing === null) return;
    size = sizeOf(timer);
    const { left, top, width, height } = drawing.place;
    canvas.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    const sheet = await createImageBitmap(drawing.canvas);
    if (signal.aborted) return;
    post({ kind: "sheet", sheet, cells: drawing.cells }, [sheet]);
  };
  const fail = () => {
    worker = undefined;
    remove();
    owner.onChange();
  };
  const tryRenew = () => void renew().catch(fail);
  const remove = () => {
    off.abort();
    resizes.disconnect();
    themes.disconnect();
    setDrawn(false);
    canvas.remove();
  };
  const resizes = new ResizeObserver(() => {
    if (sizeOf(timer) !== size) tryRenew();
  });
  const themes = new MutationObserver(tryRenew);

  canvas.setAttribute("aria-hidden", "true");
  timer.append(canvas);
  const offscreen = canvas.transferControlToOffscreen();
  post({ kind: "canvas", canvas: offscreen }, [offscreen]);
  thread.addEventListener(
    "message",
    ({ data }: MessageEvent<ClockReply>) => {
      if (data === "outgrown") return owner.onOutgrown();
      setDrawn(true);
      owner.onChange();
    },
    { signal },
  );
  thread.addEventListener("error", fail, { signal });
  // A zoom or another screen changes the pixels' size, and perhaps nothing else.
  addEventListener("resize", () => sizeOf(timer) !== size && tryRenew(), { signal });
  document.fonts.addEventListener("loadingdone", tryRenew, { signal });
  for (const query of ["(forced-colors: active)", "(prefers-contrast: more)", "(prefers-color-scheme: dark)"])
    matchMedia(query).addEventListener("change", tryRenew, { signal });
  themes.observe(document.documentElement, { attributeFilter: ["data-theme", "style", "class"] });
  resizes.observe(timer);
  void document.fonts.ready.then(() => {
    if (!signal.aborted) tryRenew();
  });
  return {
    isDrawn,
    stand: (ms) => post({ kind: "stand", ms }),
    run: (ms) => post({ kind: "run", ms }),
    renew: tryRenew,
    remove,
  };
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL("./clock-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}

/** What the sheet depends on besides fonts and colours. */
function sizeOf(timer: HTMLElement): string {
  const { width, height } = timer.getBoundingClientRect();
  return `${devicePixelRatio} ${width} ${height} ${getComputedStyle(timer).fontSize}`;
}
