// Which typed character fits an expected one.
//
// - Canonical equivalence: é as one code point and e + U+0301 are the same, in the example and in what is
//   typed, and marks may come in any order that Unicode calls equal.
// - What cannot be seen counts on neither side.
// - The plain key is accepted where an untypeable sign slipped into an example: a space for every other
//   kind of space, `'` and `"` for curly quotes, `-` for dashes and the minus sign, three dots for an ellipsis.
// - What a key gives instead of the plain sign is accepted where that sign is expected: a dead key's accent, and the
//   no-break space that some layouts put on the space bar.
// - Nothing else: a curly quote is wrong where a plain one stands, and so is every full-width form.

/** `part`: right so far, more keys belong to it. `unseen`: no key at all, to be passed over. */
export type Fit = "whole" | "part" | "wrong" | "unseen";

/** What a character makes of the expected step, after the part `begun` of it. */
export function fitOf(expected: string, begun: string, character: string): Fit {
  if (begun === "" && character === expected) return "whole";
  const exact = seen(expected);
  if (exact === "") return "whole";
  if (isUnseen(character)) return "unseen";
  const typed = seen(begun + character);
  const wanted = [exact, plainKeys(exact)];
  const given = [typed, keySigns(typed)];
  if (given.some((text) => wanted.includes(text))) return "whole";
  return given.some((text) => wanted.some((whole) => beginsWith(whole, text))) ? "part" : "wrong";
}

/**
 * A hand-over's characters in order, each a code point with the nonspacing marks after it, so that a letter with
 * a mark too many is wrong as a whole. Line endings become newlines.
 */
export function charactersOf(text: string): readonly string[] {
  if (text.length === 1) return [text === "\r" ? "\n" : text];
  return text.replace(/\r\n?/g, "\n").match(characterPattern) ?? [];
}

/** Whether nobody can see any of this text. Tab, newline and spaces count as seen. */
export function isUnseen(text: string): boolean {
  return text.replace(invisibleCharacters, "") === "";
}

/** Full-width forms, East Asian punctuation and scripts: what comes when an input method is on. */
export function isInputMethodSign(text: string): boolean {
  return inputMethodSign.test(text);
}

// Format characters (Cf) but for the few that are drawn (number signs of Arabic, Syriac and Kaithi).
const invisibleCharacters =
  /(?![\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

// Controls, newline and tab among them, take no mark.
const characterPattern = /\p{Cc}|[^\p{Mn}\p{Me}][\p{Mn}\p{Me}]*|[\p{Mn}\p{Me}]+/gu;

const inputMethodSign =
  /[\u3000-\u303f\uff01-\uffef\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** A decomposed text by the plain keys that are accepted for it. */
function plainKeys(exact: string): string {
  return (
    exact
      // U+2800 is the Braille pattern without dots: a blank that is no space to Unicode.
      .replace(/[\p{Zs}\u2800]/gu, " ")
      .replace(/[\u2018-\u201b]/g, "'")
      .replace(/[\u201c-\u201f]/g, '"')
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(/\u2026/g, "...")
  );
}

/** A typed text by the signs that its keys stand for. */
function keySigns(typed: string): string {
  return typed
    .replace(/\u02c6/g, "^")
    .replace(/\u02dc/g, "~")
    .replace(/\u00b4/g, "'")
    .replace(/\u00a8/g, '"')
    .replace(/[\u00a0\u202f]/g, " ");
}

/** What can be seen of a text, decomposed: equal for canonically equivalent texts. */
function seen(text: string): string {
  // Once more afterwards, since a joiner taken out may have held two marks apart.
  return text.normalize("NFD").replace(invisibleCharacters, "").normalize("NFD");
}

/** Whether something typed after `typed` can make it `wanted`. Both are decomposed, and not equal. */
function beginsWith(wanted: string, typed: string): boolean {
  if (wanted.startsWith(typed)) return true;
  if (typed.length >= wanted.length) return false;
  // ê then U+0323 is ệ too, though decomposed the dot stands first: take out what is there, let Unicode sort.
  const rest = Array.from(wanted);
  for (const point of typed) {
    const place = rest.indexOf(point);
    if (place === -1) return false;
    rest.splice(place, 1);
  }
  return (typed + rest.join("")).normalize("NFD") === wanted;
}
