// Invisible characters, and those that look like a space and are none: called unseen here. In a word of the format (a
// marker, the name of a field or column, a level, a number) they are an accident of copying: such a word is read without
// them, or its fault names them. They never change the meaning of a line in silence.

import { codePointName } from "@tabstop/engine/code-points";
import { anyUnseen, hasUnseen, oneUnseen, withoutUnseen } from "./as-it-looks.ts";

/** The UTF-16 units of the unseen character at an offset; 0 when the one there is seen, or there is none. */
export function unseenUnits(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if ((unit >= 0x20 && unit < 0x7f) || unit === 0x0a || at >= text.length) return 0;
  const point = text.codePointAt(at) ?? unit;
  if (point > 0xffff) return anyUnseen.test(String.fromCodePoint(point)) ? 2 : 0;
  judged[point] ||= anyUnseen.test(String.fromCharCode(point)) ? isUnseen : isSeen;
  return judged[point] === isUnseen ? 1 : 0;
}

/** The offset of the first character from `at` on that is seen. */
export function skipUnseen(text: string, at: number): number {
  let next = at;
  for (let units = unseenUnits(text, next); units > 0; units = unseenUnits(text, next)) next += units;
  return next;
}

// What was found out about each UTF-16 unit: a hostile file asks for millions, and a regular expression is slower.
const judged = new Uint8Array(0x10000);
const isSeen = 1;
const isUnseen = 2;

/** The two ways to read a text without its unseen characters: with spaces for what looks like one, or with nothing. */
export function readingsWithoutUnseen(text: string): readonly [spaced: string, joined: string] {
  return hasUnseen(text) ? [withoutUnseen(text), text.replace(eachUnseen, "")] : [text, text];
}

/** A word of the format as it was meant. */
export function plainWord(raw: string): string {
  return readingsWithoutUnseen(raw)[1].trim();
}

/** Whether a text has nothing to see. */
export function looksBlank(text: string): boolean {
  return withoutUnseen(text).trim() === "";
}

/** The different unseen characters of a text, such as `U+00A0 no-break space, U+200B zero-width space`. */
export function unseenNames(text: string): string {
  if (!hasUnseen(text)) return "";
  const first = text.search(anyUnseen);
  const characters = new Set(text.slice(first, first + mostSearched).match(eachUnseen));
  return [...characters].slice(0, mostNamed).map(characterName).join(", ");
}

const mostNamed = 5;
/** From the first on; every text that is short enough to be stored is searched in full. */
const mostSearched = 10_000;

/** A text with the names of its unseen characters in their places: `a⟨U+200B⟩b`, but for those that belong there. */
export function nameUnseen(text: string): string {
  return text.replace(namedInPlace, (character) => `⟨${codePointName(character)}⟩`);
}

/** `U+00A0 no-break space`; only the code point for a character without a name here. */
export function characterName(character: string): string {
  const name = characterNames.get(character);
  return name === undefined ? codePointName(character) : `${codePointName(character)} ${name}`;
}

const eachUnseen = new RegExp(oneUnseen, "gu");

// What emoji and scripts need is no accident: joiners, selectors and tags of emoji (families, keycaps,
// flags), joiners within words of Persian or Hindi, variants of Han and Mongolian letters, and a mark of Hebrew.
const belongs = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e007f}])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007f}]`,
  String.raw`(?<=[\p{L}\p{M}])(?<![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}])[\u200c\u200d]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180f]`,
  String.raw`(?<=\p{M})\u034f(?=\p{M})`,
].join("|");

/** One unseen character that does not belong where it is, for a regular expression with the flag `u`. */
export const oneStray = `(?!${belongs})${oneUnseen}`;
const namedInPlace = new RegExp(oneStray, "gu");

/** The unseen characters of a text that do not belong where they are. */
export function strayCharacters(text: string): readonly string[] {
  return hasUnseen(text) ? (text.match(namedInPlace) ?? []) : [];
}

const characterNames = new Map([
  ["\0", "NUL"],
  ["\u0085", "next line"],
  ["\u00a0", "no-break space"],
  ["\u00ad", "soft hyphen"],
  ["\u034f", "combining grapheme joiner"],
  ["\u061c", "Arabic letter mark"],
  ["\u115f", "Hangul filler"],
  ["\u1160", "Hangul filler"],
  ["\u180e", "Mongolian vowel separator"],
  ["\u2007", "figure space"],
  ["\u2009", "thin space"],
  ["\u200a", "hair space"],
  ["\u200b", "zero-width space"],
  ["\u200c", "zero-width non-joiner"],
  ["\u200d", "zero-width joiner"],
  ["\u200e", "left-to-right mark"],
  ["\u200f", "right-to-left mark"],
  ["\u2018", "curly quote"],
  ["\u2019", "curly quote"],
  ["\u201a", "curly quote"],
  ["\u201b", "curly quote"],
  ["\u201c", "curly quote"],
  ["\u201d", "curly quote"],
  ["\u201e", "curly quote"],
  ["\u201f", "curly quote"],
  ["\u2028", "line separator"],
  ["\u2029", "paragraph separator"],
  ["\u202a", "left-to-right embedding"],
  ["\u202b", "right-to-left embedding"],
  ["\u202c", "end of a direction"],
  ["\u202d", "left-to-right override"],
  ["\u202e", "right-to-left override"],
  ["\u202f", "narrow no-break space"],
  ["\u2060", "word joiner"],
  ["\u2066", "left-to-right isolate"],
  ["\u2067", "right-to-left isolate"],
  ["\u2068", "first strong isolate"],
  ["\u2069", "end of an isolate"],
  ["\u2800", "blank Braille pattern"],
  ["\u3000", "ideographic space"],
  ["\u3164", "Hangul filler"],
  ["\ufe0e", "variation selector"],
  ["\ufe0f", "variation selector"],
  ["\ufeff", "byte order mark"],
  ["\uffa0", "Hangul filler"],
]);
