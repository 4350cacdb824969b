// The text of an example for screen readers and for print, while it is typed from memory: 'blank' in place of what is
// hidden. It has what help has shown, and in a pause what was typed; a key costs it one comparison.

import { element } from "../element.ts";
import { HiddenUnits, type Part } from "./hidden-units.ts";
import type { AskedPlace, HiddenText } from "./hidden-text.ts";
import type { Run } from "../run.ts";

/** What it needs of a `MemoryRun`, which brings this function with it. */
type FollowedRun = {
  readonly run: Run;
  readonly hidden: HiddenText;
  isShown(place: AskedPlace): boolean;
  onShown(listener: (places: readonly AskedPlace[]) => void): () => void;
};

type Slot = Part & { readonly box: HTMLElement };

/** Fills `pre`, and follows the run until the returned function is called. */
export function showReadableCode(pre: HTMLElement, memory: FollowedRun): () => void {
  const { run } = memory;
  const { text } = run.example;
  const hidden = new HiddenUnits(run.example, memory.hidden);
  const slots: Slot[] = [];
  const nodes = hidden.cut(0, text.length).map((part) => {
    if (!part.isBlank) return document.createTextNode(text.slice(part.start, part.end));
    const box = element("span", "");
    slots.push({ ...part, box });
    return box;
  });
  let typedTo = 0;
  const fill = (from: number, to: number) => {
    for (const { start, end, box } of slots)
      if (start < to && from < end)
        box.replaceChildren(
          ...hidden
            .cutSecret(start, end, typedTo)
            .map((part) =>
              part.isSecret ? drawBlank(part) : document.createTextNode(text.slice(part.start, part.end)),
            ),
        );
  };
  const moveTo = (offset: number) => {
    const before = typedTo;
    typedTo = offset;
    fill(Math.min(before, offset), Math.max(before, offset));
  };
  const tell = (places: readonly AskedPlace[]) => {
    if (places.length > 0) return hidden.tell(places).forEach(({ start, end }) => fill(start, end));
    hidden.reset();
    typedTo = 0;
    fill(0, text.length);
  };

  hidden.tell(memory.hidden.places.filter((place) => memory.isShown(place)));
  pre.replaceChildren(...nodes);
  fill(0, text.length);
  const unfollow = [
    memory.onShown(tell),
    run.onRest(() => moveTo(run.attempt.offset)),
    // All of it is hidden again until the next pause: a learner who goes back has lost what they had typed.
    run.subscribe(({ offset, kind }) => {
      if (offset < typedTo) moveTo(0);
      if (kind === "done") moveTo(text.length);
    }),
  ];
  return () => unfollow.forEach((stop) => stop());
}

/** Paper shows it as wide as it is; a screen reader says the word. */
function drawBlank({ start, end }: Part): HTMLElement {
  const blank = element("span", "blank-word");
  blank.style.setProperty("--w", String(end - start));
  blank.textContent = " blank ";
  return blank;
}
