// The commands that the tests send to the page, and the state that it sends back.

export type PageCommand =
  /** Starts a new run of this text and focuses its field. */
  | { readonly kind: "mount"; readonly text: string }
  | { readonly kind: "focus" | "blur" | "read" }
  /** Removes the focus, as a click outside all controls does; the next key restores it. */
  | { readonly kind: "lose" };

export type PageState = {
  readonly kind: "ready" | "typing" | "done";
  readonly offset: number;
  readonly errors: number;
  readonly partial: string;
  readonly hint: string | null;
  /** The keystrokes that changed the attempt: text as it is, the others as `<kind>`. */
  readonly log: readonly string[];
  readonly times: readonly number[];
  /** The field's value: the sentinel, unless a composition is running. */
  readonly value: string;
  readonly hasFocus: boolean;
  readonly left: string | null;
  readonly events: readonly string[];
  /** How many events and presses of the mouse the page has received. */
  readonly eventCount: number;
  readonly clicks: number;
  /** The character in the drawn caret. */
  readonly drawnCaret: string;
  /** The place on the display of a word beside the code that can be dragged. */
  readonly dragSource: readonly [number, number];
};
