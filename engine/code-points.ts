// Counts and cuts text by code points, as limits, progress and columns count it. A leaf without imports, so that every
// room may use it.

/**
 * The code points of `text` from one UTF-16 offset to another; half of a surrogate pair counts as one. Makes no array.
 */
export function codePoints(text: string, from = 0, to = text.length): number {
  let count = to - from;
  for (let at = from; at < to - 1; at += 1) {
    if (!isHighSurrogate(text.charCodeAt(at)) || !isLowSurrogate(text.charCodeAt(at + 1))) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** The first code points of a text, at most `most`. A surrogate pair is never split. */
export function firstCodePoints(text: string, most: number): string {
  let end = 0;
  for (let count = 0; count < most && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The first code point of a text as Unicode writes it: `U+00A0`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Cuts text into graphemes, what a reader calls a character, in the same way for every language. */
export const graphemeSegmenter = /* @__PURE__ */ new Intl.Segmenter("und", { granularity: "grapheme" });

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
