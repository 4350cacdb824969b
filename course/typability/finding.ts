// What a finding about an example's code is.

type FindingKind =
  /** CR, which is saved as LF; or U+0085, U+2028 or U+2029, which cannot be saved. */
  | "line-end"
  /** Controls, the byte order mark, halves of surrogate pairs: these cannot be saved. */
  | "forbidden"
  /** Zero-width and other characters without a glyph. */
  | "invisible"
  /** Characters that change the direction in which text is drawn. */
  | "bidi"
  | "space"
  | "quote"
  | "dash"
  | "ellipsis"
  | "full-width"
  /** It looks the same as another sequence of code points: `e` and a combining accent as `é`. */
  | "spelling"
  /** A combining mark that has no single character together with its letter. */
  | "mark"
  /** Arrows, emoji and other symbols that are on no keyboard. */
  | "no-key"
  | "lost"
  | "indent"
  | "trailing"
  | "first-lines"
  | "last-lines"
  | "long-line";

/** Replaces the code from `start` to `end` by `text`. In UTF-16 units of the code that was examined. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

export type Finding = {
  readonly kind: FindingKind;
  readonly line: number;
  readonly column: number;
  /** The character that was found, or its name. Findings with the same kind and `found` belong to one group. */
  readonly found: string;
  /** For people, without the place. */
  readonly sentence: string;
  /** Null where only the author can know the right text. */
  readonly edit: Edit | null;
};

/** A finding within a line, in UTF-16 units. Without `text` it has no edit. */
export type FindingInLine = Pick<Finding, "kind" | "found" | "sentence"> & {
  readonly from: number;
  /** `from + 1` if absent. */
  readonly to?: number;
  readonly text?: string;
};

export type AddFinding = (finding: FindingInLine) => void;
