// What the rules of all languages find: constructs with the places at which they are typed.

/**
 * A symbol or a word is an atom: one token, or a pair such as `( )`. A form is made of atoms, such as
 * `[x for x in y]`.
 */
export type ConstructKind = "symbol" | "word" | "form";

/**
 * Where a construct is typed once: the start and the end, in UTF-16 units, of each of its pieces in the order of the
 * text. A token has one piece (`[4, 9]`), a pair has two (`[4, 5, 9, 10]`), a form has those of its atoms.
 */
export type Place = readonly number[];

export type Construct = {
  /** As learners read it: `=>`, `.map()`, `LEFT JOIN`, `${x%y}`, `[x for x in y]`. */
  readonly name: string;
  readonly kind: ConstructKind;
  /** What is learned once for all languages of a family, such as `javascript`, `c`, `signs`. */
  readonly family: string;
  /** In the order of the text, at least one. */
  readonly places: readonly Place[];
};
