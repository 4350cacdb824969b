// The caret in the headline goes with the run: from 'f|ingers.' to 'fingers.'.

import type { RefObject } from "react";
import { progressOf, type Run } from "../../typing/run.ts";
import { ShownText } from "../../typing/shown-text.ts";

/** The parts of the headline that go with the run. */
export type Headline = {
  readonly typed: RefObject<HTMLElement | null>;
  readonly caret: RefObject<HTMLElement | null>;
  readonly toCome: RefObject<HTMLElement | null>;
};

const word = "fingers.";

/** Writes into the headline until the returned function is called, which brings it back to its beginning. */
export function followHeadline(run: Run, { typed, caret, toCome }: Headline): () => void {
  if (typed.current === null || toCome.current === null) return () => {};
  const before = new ShownText(typed.current);
  const after = new ShownText(toCome.current);
  const write = (letters: number, isDone: boolean) => {
    if (before.write(word.slice(0, letters))) after.write(word.slice(letters));
    // It keeps its width, so that the headline never breaks elsewhere.
    caret.current?.classList.toggle("invisible", isDone);
  };
  const show = () => write(typedLetters(progressOf(run.attempt)), run.attempt.kind === "done");
  show();
  const stop = run.subscribe(show);
  return () => {
    stop();
    write(1, false);
  };
}

/** How many letters of the word are typed when this share of the code is, in percent: the first one always. */
export function typedLetters(percent: number): number {
  return 1 + Math.round((percent * (word.length - 1)) / 100);
}
