// Texts without their unseen characters, which unseen.ts explains: all that a search needs of them.

/** Whether a text has such characters. TAB and LF are not among them. */
export function hasUnseen(text: string): boolean {
  return notPlain.test(text) && anyUnseen.test(text);
}

/** A text as it looks: with spaces for what looks like one, and without what has no width. */
export function withoutUnseen(text: string): string {
  return hasUnseen(text) ? text.replace(oddSpaces, " ").replace(invisibles, "") : text;
}

// All separators of Unicode but the space, the line ends that only some programs know, and the blank of Braille.
const spaces = String.raw`(?! )[\p{Z}\u2800\v\f\r\x85]`;
// Without a glyph: joiners, direction marks, variation selectors, fillers, byte order marks, controls.
const noWidth = String.raw`(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]`;

/** One of them, for a regular expression with the flag `u`. */
export const oneUnseen = `(?:${spaces}|${noWidth})`;
/** TAB, LF and printable ASCII alone have none of them; this test is faster. */
const notPlain = /[^\t\n -~]/;

export const anyUnseen = new RegExp(oneUnseen, "u");
const oddSpaces = new RegExp(spaces, "gu");
const invisibles = new RegExp(noWidth, "gu");
