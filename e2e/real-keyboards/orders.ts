/** What runner and page say to each other. */
export type Order =
  /** A fresh run of this text, its field focused. */
  | { readonly kind: "mount"; readonly text: string }
  | { readonly kind: "focus" | "blur" | "read" }
  /** The focus goes nowhere, as by a click on nothing, and the next key brings it back. */
  | { readonly kind: "lose" };

export type State = {
  readonly kind: "ready" | "typing" | "done";
  readonly offset: number;
  readonly errors: number;
  readonly partial: string;
  readonly hint: string | null;
  /** The keystrokes that changed something: text as it is, the others as `<kind>`. */
  readonly log: readonly string[];
  readonly times: readonly number[];
  /** The field's own text: the sentinel, unless something is being composed. */
  readonly value: string;
  readonly hasFocus: boolean;
  readonly left: string | null;
  readonly events: readonly string[];
  /** How many events and presses of the mouse the page has heard in all. */
  readonly heard: number;
  readonly clicks: number;
  /** What the drawn caret shows. */
  readonly drawnCaret: string;
  /** Where a word beside the code is on the display, to be dragged. */
  readonly outside: readonly [number, number];
};
