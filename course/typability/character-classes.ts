// The classes of characters that findings distinguish, and the names of characters in sentences.

import { codePointName } from "@tabstop/engine/code-points";

/** No-break and other spaces, and the Braille pattern without dots. */
export const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/;
export const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Without a glyph. The number signs of Arabic, Syriac and Kaithi are format characters too, but have one. */
export const invisible =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
export const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff\p{Cs}]/u;
/** Symbols that no common keyboard has; those of Latin-1 and the euro are on many. */
export const noKey = /(?![\0-\u00ff\u20ac\ufffd])[\p{S}\p{P}\p{No}\p{Nl}]/u;

/** The plain key that the engine accepts for a symbol; null for any other symbol. */
export function plainSymbol(
  character: string,
): { readonly kind: "quote" | "dash" | "ellipsis"; readonly text: string } | null {
  if (/[\u2018-\u201b]/.test(character)) return { kind: "quote", text: "'" };
  if (/[\u201c-\u201f]/.test(character)) return { kind: "quote", text: '"' };
  if (/[\u2010-\u2015\u2212]/.test(character)) return { kind: "dash", text: "-" };
  return character === "\u2026" ? { kind: "ellipsis", text: "..." } : null;
}

export function isFullWidth(character: string): boolean {
  return /[\uff01-\uff5e]/.test(character);
}

/** As it is written within a sentence: 'a no-break space (U+00A0)'. */
export function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `${names.get(point) ?? kindOf(character, point)} (${codePointName(character)})`;
}

function kindOf(character: string, point: number): string {
  if (point >= 0xd800 && point <= 0xdfff) return "half a character";
  if (forbidden.test(character)) return "a control character";
  if (oddSpace.test(character)) return "an unusual space";
  return "a character without a glyph";
}

const names = new Map([
  [0x00, "a NUL character"],
  [0x08, "a backspace character"],
  [0x0b, "a vertical tab"],
  [0x0c, "a form feed"],
  [0x1b, "an escape character"],
  [0x7f, "a delete character"],
  [0x85, "a next line character"],
  [0xa0, "a no-break space"],
  [0xad, "a soft hyphen"],
  [0x200b, "a zero-width space"],
  [0x200c, "a zero-width non-joiner"],
  [0x200d, "a zero-width joiner"],
  [0x200e, "a left-to-right mark"],
  [0x200f, "a right-to-left mark"],
  [0x2028, "a line separator"],
  [0x2029, "a paragraph separator"],
  [0x202a, "a left-to-right embedding"],
  [0x202b, "a right-to-left embedding"],
  [0x202c, "an end of an embedding"],
  [0x202d, "a left-to-right override"],
  [0x202e, "a right-to-left override"],
  [0x202f, "a narrow no-break space"],
  [0x2060, "a word joiner"],
  [0x2066, "a left-to-right isolate"],
  [0x2067, "a right-to-left isolate"],
  [0x2068, "a first strong isolate"],
  [0x2069, "an end of an isolate"],
  [0x3000, "an ideographic space"],
  [0xfeff, "a byte order mark"],
]);
