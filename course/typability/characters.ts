// Findings about single characters of a line that look like others, are invisible, or have no key.

import { graphemeSegmenter } from "@tabstop/engine/code-points";
import { capital } from "../words.ts";
import {
  bidi,
  forbidden,
  invisible,
  isFullWidth,
  nameOf,
  noKey,
  oddSpace,
  plainSymbol,
} from "./character-classes.ts";
import type { AddFinding, FindingInLine } from "./finding.ts";

/** Whether a text has only printable ASCII and tabs: there is nothing to find in it. */
export function isPlain(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** Accents that do not belong to a script; the marks of Devanagari and others are on their keyboards. */
const loneMark = /(?=\p{M})\p{Script=Inherited}/u;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** Characters that hold the parts of one emoji together. */
const emojiJoint = /\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/u;
const beyondLatin1 = /[^\0-\u00ff]/;

/** Grapheme by grapheme, and within a grapheme by code points. */
export function findCharacters(line: string, add: AddFinding): void {
  for (const { segment, index } of graphemesOf(line)) {
    if (isPlain(segment)) continue;
    const isEmoji = emoji.test(segment) && beyondLatin1.test(segment);
    const found = findingsIn(segment, index, isEmoji);
    const editable = found.filter(({ text }) => text !== undefined);
    const usual = segment.normalize("NFC");
    if (editable.length > 0) for (const finding of editable) add(finding);
    // Spelling is judged once nothing else in the grapheme has an edit.
    else if (usual !== segment) add(unusualSpelling(segment, usual, index));
    else if (isEmoji) add({ ...onNoKeyboard(segment), from: index });
    else if (found.length > 0) for (const finding of found) add(finding);
    else if (loneMark.test(segment)) add({ ...hardMark(segment), from: index });
  }
}

const pieceLength = 512;

function* graphemesOf(line: string): Generator<{ readonly segment: string; readonly index: number }> {
  // In pieces, because each step of the segmenter takes time linear in the length of its text.
  for (let start = 0; start < line.length; ) {
    const piece = line.slice(start, start + pieceLength);
    const isLast = start + piece.length === line.length;
    const segments = [...graphemeSegmenter.segment(piece)];
    // The last grapheme may continue in the next piece.
    const whole = isLast || segments.length === 1 ? segments : segments.slice(0, -1);
    for (const { segment, index } of whole) yield { segment, index: start + index };
    start += isLast ? piece.length : (segments.at(whole.length)?.index ?? piece.length);
  }
}

function findingsIn(segment: string, index: number, isEmoji: boolean): FindingInLine[] {
  const findings: FindingInLine[] = [];
  let from = index;
  for (const character of segment) {
    const to = from + character.length;
    const about = isEmoji && emojiJoint.test(character) ? null : aboutCharacter(character);
    if (about !== null) findings.push({ ...about, from, to });
    from = to;
  }
  return findings;
}

function unusualSpelling(segment: string, usual: string, from: number): FindingInLine {
  return {
    kind: "spelling",
    found: usual,
    sentence: `${usual} is made of unusual characters, a difference that cannot be seen.`,
    from,
    to: from + segment.length,
    text: usual,
  };
}

type About = Pick<FindingInLine, "kind" | "found" | "sentence" | "text">;

function hardMark(segment: string): About {
  const what = /^\p{M}/u.test(segment) ? "A combining mark" : segment;
  return {
    kind: "mark",
    found: segment,
    sentence: `${what} is hard to type: few keyboards have such a mark.`,
  };
}

function onNoKeyboard(symbol: string): About {
  return {
    kind: "no-key",
    found: symbol,
    sentence: `${symbol} is on no keyboard. Learners would have to look for it.`,
  };
}

/** Null for a character that has a key. The order of the rules matters: a character may match several. */
function aboutCharacter(character: string): About | null {
  if (isPlain(character)) return null;
  const name = nameOf(character);
  const rule = namedRules.find(({ pattern }) => pattern.test(character));
  if (rule !== undefined) {
    const { kind, about, text } = rule;
    return { kind, found: name, sentence: `${capital(name)} ${about}`, text };
  }
  const plain = plainSymbol(character);
  if (plain !== null)
    return {
      kind: plain.kind,
      found: character,
      sentence: `${character} is hard to type. Learners may type ${plain.text} instead.`,
      text: plain.text,
    };
  if (isFullWidth(character)) {
    const text = String.fromCharCode(character.charCodeAt(0) - 0xfee0);
    return {
      kind: "full-width",
      found: character,
      sentence: `${character} is full-width, which only an input method can type. The plain sign is ${text}.`,
      text,
    };
  }
  if (character === "\ufffd")
    return {
      kind: "lost",
      found: character,
      sentence: "\ufffd marks where a character was lost. Only you know which.",
    };
  if (/[\p{Co}\p{Cn}]/u.test(character))
    return { kind: "no-key", found: name, sentence: `${capital(name)} has no key.` };
  return noKey.test(character) ? onNoKeyboard(character) : null;
}

/** Characters that are called by their name; `about` follows the name, `text` replaces the character. */
const namedRules = [
  {
    pattern: /[\u0085\u2028\u2029]/,
    kind: "line-end",
    about: "cannot be typed or saved. A line break belongs here.",
    text: "\n",
  },
  { pattern: forbidden, kind: "forbidden", about: "cannot be typed or saved.", text: "" },
  { pattern: bidi, kind: "bidi", about: "cannot be seen, and makes code look like other code.", text: "" },
  {
    pattern: oddSpace,
    kind: "space",
    about: "looks like a space. Learners may type a space instead.",
    text: " ",
  },
  { pattern: invisible, kind: "invisible", about: "cannot be seen.", text: "" },
] as const;
