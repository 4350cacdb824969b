// Whether a typed character matches the expected one.
//
// - Canonical equivalence: é as one code point and e + U+0301 are the same, in the example and in the input, and marks
//   may come in any order that Unicode calls equal.
// - Invisible characters are ignored on both sides.
// - The plain key is accepted for a sign that keyboards lack: a space for any other kind of space, `'` and `"` for
//   curly quotes, `-` for dashes and the minus sign, three dots for an ellipsis.
// - A sign that a key produces instead of the plain one is accepted for it: a dead key's accent, and the no-break space
//   that some layouts put on the space bar.
// - Nothing else: a curly quote is wrong where a plain one is expected, and so is every full-width form.

/** `part` is right so far, but more keys have to follow. `unseen` is not a key and is ignored. */
export type Fit = "whole" | "part" | "wrong" | "unseen";

/** How a character fits the expected step after its part `partial` was typed. */
export function fitOf(expected: string, partial: string, character: string): Fit {
  if (partial === "" && character === expected) return "whole";
  const exact = seen(expected);
  if (exact === "") return "whole";
  if (isUnseen(character)) return "unseen";
  const typed = seen(partial + character);
  const wanted = [exact, plainKeys(exact)];
  const given = [typed, plainKeyCharacters(typed)];
  if (given.some((text) => wanted.includes(text))) return "whole";
  return given.some((text) => wanted.some((whole) => beginsWith(whole, text))) ? "part" : "wrong";
}

/**
 * The characters of an input chunk in order, each a code point with the nonspacing marks after it, so that a letter
 * with a mark too many is wrong as a whole. Line ends become newlines.
 */
export function charactersOf(text: string): readonly string[] {
  if (text.length === 1) return [text === "\r" ? "\n" : text];
  return text.replace(/\r\n?/g, "\n").match(characterPattern) ?? [];
}

/** Whether a text has only invisible characters. Tab, newline and spaces count as visible. */
export function isUnseen(text: string): boolean {
  return text.replace(invisibleCharacters, "") === "";
}

/** Full-width forms, East Asian punctuation and scripts: the characters that an active input method types. */
export function isInputMethodCharacter(text: string): boolean {
  return inputMethodCharacter.test(text);
}

// Format characters (Cf), except the few that have a glyph (number signs of Arabic, Syriac and Kaithi).
const invisibleCharacters =
  /(?![\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

// Marks do not combine with control characters, newline and tab included.
const characterPattern = /\p{Cc}|[^\p{Mn}\p{Me}][\p{Mn}\p{Me}]*|[\p{Mn}\p{Me}]+/gu;

const inputMethodCharacter =
  /[\u3000-\u303f\uff01-\uffef\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** A decomposed text as the plain keys that are accepted for it. */
function plainKeys(exact: string): string {
  return (
    exact
      // U+2800, the Braille pattern without dots, looks like a space but is not one in Unicode.
      .replace(/[\p{Zs}\u2800]/gu, " ")
      .replace(/[\u2018-\u201b]/g, "'")
      .replace(/[\u201c-\u201f]/g, '"')
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(/\u2026/g, "...")
  );
}

/** A typed text as the plain characters that its keys mean. */
function plainKeyCharacters(typed: string): string {
  return typed
    .replace(/\u02c6/g, "^")
    .replace(/\u02dc/g, "~")
    .replace(/\u00b4/g, "'")
    .replace(/\u00a8/g, '"')
    .replace(/[\u00a0\u202f]/g, " ");
}

/** The visible part of a text, decomposed: equal for canonically equivalent texts. */
function seen(text: string): string {
  // Again after the removal, because a removed joiner may have separated two marks.
  return text.normalize("NFD").replace(invisibleCharacters, "").normalize("NFD");
}

/** Whether `typed` can become `wanted` when more is typed. Both are decomposed and differ. */
function beginsWith(wanted: string, typed: string): boolean {
  if (wanted.startsWith(typed)) return true;
  if (typed.length >= wanted.length) return false;
  // ê followed by U+0323 also makes ệ, although its decomposition has the dot before the circumflex. So the typed code
  // points are removed from `wanted`, and normalizing sorts the rest.
  const rest = Array.from(wanted);
  for (const point of typed) {
    const place = rest.indexOf(point);
    if (place === -1) return false;
    rest.splice(place, 1);
  }
  return (typed + rest.join("")).normalize("NFD") === wanted;
}
