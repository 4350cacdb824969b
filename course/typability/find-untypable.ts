/**
 * What in an example's code a learner could not type, or hardly: what looks like something else, what cannot be seen,
 * what has no key. Each finding has its place, a sentence, and where there is one right answer the edit that mends it.
 *
 * It goes further than `readCode`, on purpose: wherever that one has a fault or a remark about characters, blanks or
 * the width of a line, there is a finding here in the same line; but what is found here never stops a save, as an
 * example may be about just such a character.
 *
 * Repairs are for an author to choose. One changes the places it was found in and nothing else. Repairing may bring
 * another finding to light (a no-break space at a line's end becomes a blank at a line's end), so `repair` goes on until
 * none is left of those it was asked for; doing it again then changes nothing.
 *
 * Lines and columns count from 1, columns in code points. No clock, no I/O.
 */
import { codePointName, codePoints, firstCodePoints, graphemeSegmenter } from "@tabstop/engine/code-points";
import { limits } from "../course.ts";
import { longCodeLine } from "../fields.ts";

export type FindingKind =
  /** CR, saved as LF; or one of the line ends that only Unicode knows, which cannot be saved. */
  | "line-end"
  /** Controls, the byte order mark, halves of surrogate pairs: these cannot be saved. */
  | "forbidden"
  /** Zero-width and other characters that are drawn as nothing. */
  | "invisible"
  /** Characters that change the direction in which text is drawn. */
  | "bidi"
  | "space"
  | "quote"
  | "dash"
  | "ellipsis"
  | "full-width"
  /** Equal to the eye, spelled with other code points: `e` and a combining accent for `é`. */
  | "spelling"
  /** A mark that no single character has together with its letter. */
  | "mark"
  /** Arrows, emoji and other signs that are on no keyboard. */
  | "no-key"
  | "lost"
  | "indent"
  | "trailing"
  | "first-lines"
  | "last-lines"
  | "long-line";

/** In UTF-16 units of the code that was looked at: what stands from `start` to `end` becomes `text`. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

export type Finding = {
  readonly kind: FindingKind;
  readonly line: number;
  readonly column: number;
  /** What was found, by sign or name. Findings of the same kind and the same `found` are the same matter. */
  readonly found: string;
  /** For a person, without the place. */
  readonly sentence: string;
  /** Null where only the author can know what belongs there. */
  readonly edit: Edit | null;
};

/** Everything there is to say about a code, by line and column. Takes time linear in the code. */
export function findUntypable(code: string): readonly Finding[] {
  const findings: Finding[] = [];
  const lines = linesOf(code);
  const indents = indentStyle(lines.map(({ text }) => text));
  const { first, last } = visibleLines(lines);
  lines.forEach((line, index) => {
    const number = index + 1;
    // Counted on from the last finding: a line of nothing but findings is no dearer than any other.
    let counted = { units: 0, points: 0 };
    const add = ({ from, to = from + 1, text, ...rest }: InLine) => {
      if (from < counted.units) counted = { units: 0, points: 0 };
      const points = counted.points + codePoints(line.text, counted.units, from);
      counted = { units: from, points };
      const edit = text === undefined ? null : { start: line.start + from, end: line.start + to, text };
      findings.push({ ...rest, line: number, column: points + 1, edit });
    };
    if (!plainLine.test(line.text)) findCharacters(line.text, add);
    if (line.end.startsWith("\r")) {
      const at = line.text.length;
      add({ ...carriageReturn, from: at, to: at + line.end.length, text: "\n" });
    }
    findIndent(line.text, indents, add);
    findTrailing(line.text, add);
    findWidth(line.text, add);
  });
  findEnds(lines, { first, last }, findings);
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** The code with the chosen findings mended, all of them unless said; those without an edit stay. */
export function repair(code: string, chosen: (finding: Finding) => boolean = () => true): string {
  let repaired = code;
  // Every pass takes something away for good, and no two depend on each other more than a few times over.
  for (let pass = 0; pass < passesAtMost; pass += 1) {
    const edits = findUntypable(repaired).flatMap((finding) =>
      finding.edit !== null && chosen(finding) ? [finding.edit] : [],
    );
    if (edits.length === 0) return repaired;
    repaired = applyEdits(repaired, edits);
  }
  return repaired;
}

/** Whether two findings are the same matter, so that one button mends both. */
export function isSameMatter(a: Finding, b: Finding): boolean {
  return a.kind === b.kind && a.found === b.found;
}

/** How many lines a code has, and the code points of the longest. */
export function measureCode(code: string): { readonly lines: number; readonly longest: number } {
  const lines = code.split(/\r\n|[\n\r]/);
  return { lines: lines.length, longest: lines.reduce((most, line) => Math.max(most, codePoints(line)), 0) };
}

// ---------------------------------------------------------------- lines

type Line = { readonly start: number; readonly text: string /** '' for the last. */; readonly end: string };

/** Within a line, in UTF-16 units; `text` absent: no edit. */
type InLine = Pick<Finding, "kind" | "found" | "sentence"> & {
  readonly from: number;
  readonly to?: number;
  readonly text?: string;
};

type Add = (finding: InLine) => void;

const passesAtMost = 12;

// As `readCode` counts them: the line ends that only Unicode knows stand within a line.
const lineEnds = /\r\n|[\n\r]/g;

function linesOf(code: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: end, index } of code.matchAll(lineEnds)) {
    lines.push({ start, text: code.slice(start, index), end });
    start = index + end.length;
  }
  lines.push({ start, text: code.slice(start), end: "" });
  return lines;
}

const carriageReturn = {
  kind: "line-end",
  found: "carriage return",
  sentence: "The line ends as in a file of Windows. It is saved with a plain line break.",
} as const;

/** The first and the last line on which anything but blanks stands; -1 where there is none. */
function visibleLines(lines: readonly Line[]): { readonly first: number; readonly last: number } {
  const isVisible = ({ text }: Line) => /[^ \t]/.test(text);
  return { first: lines.findIndex(isVisible), last: lines.findLastIndex(isVisible) };
}

function findEnds(
  lines: readonly Line[],
  { first, last }: { readonly first: number; readonly last: number },
  findings: Finding[],
): void {
  const [start] = lines;
  const end = lines.at(-1);
  // Nothing but blanks: there is no code yet, and `readCode` says so.
  if (first === -1 || start === undefined || end === undefined) return;
  const begun = lines[first];
  if (first > 0 && begun !== undefined)
    findings.push({
      kind: "first-lines",
      line: 1,
      column: 1,
      found: blankLines(first),
      sentence: `The code begins with ${blankLines(first)}, which learners have to type.`,
      edit: { start: 0, end: begun.start, text: "" },
    });
  const done = lines[last];
  const after = lines.length - 1 - last;
  if (after > 0 && done !== undefined)
    findings.push({
      kind: "last-lines",
      line: last + 2,
      column: 1,
      found: blankLines(after),
      sentence: `The code ends in ${blankLines(after)}, which learners cannot see but have to type.`,
      edit: { start: done.start + done.text.length, end: end.start + end.text.length, text: "" },
    });
}

function blankLines(number: number): string {
  return number === 1 ? "a blank line" : `${number} blank lines`;
}

function findTrailing(line: string, add: Add): void {
  const text = line.replace(/[ \t]+$/, "");
  if (text.length === line.length) return;
  add({
    kind: "trailing",
    found: "blanks",
    sentence: "The line ends in blanks, which learners cannot see but have to type.",
    from: text.length,
    to: line.length,
    text: "",
  });
}

function findWidth(line: string, add: Add): void {
  if (line.length <= longCodeLine) return;
  const width = codePoints(line);
  if (width <= longCodeLine) return;
  const most = width > limits.codeLine ? limits.codeLine : longCodeLine;
  add({
    kind: "long-line",
    found: most === limits.codeLine ? "too long" : "long",
    sentence:
      most === limits.codeLine
        ? `The line has ${width} characters. At most ${limits.codeLine} are possible.`
        : `The line has ${width} characters. Up to ${longCodeLine} are comfortable to type.`,
    from: firstCodePoints(line, most).length,
  });
}

// ---------------------------------------------------------------- indentation

/**
 * What the lines of a code begin with. `unit`: how many columns a tab stands for when one is changed into the other.
 * A single space is no indent: it aligns the lines of a block comment.
 */
type IndentStyle = { readonly by: "spaces" | "tabs"; readonly isMixed: boolean; readonly unit: number };

function indentStyle(lines: readonly string[]): IndentStyle {
  const tally = { spaces: 0, tabs: 0, mixed: 0 };
  let unit = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    if (indent === "" || indent === " " || indent.length === line.length) continue;
    if (indent.startsWith("\t")) tally.tabs += 1;
    else tally.spaces += 1;
    if (!indent.includes("\t")) unit = greatestDivisor(unit, indent.length);
    else if (/ \t/.test(indent)) tally.mixed += 1;
  }
  const by = tally.tabs > tally.spaces ? "tabs" : "spaces";
  const isMixed = tally.mixed > 0 || (tally.tabs > 0 && tally.spaces > 0);
  return { by, isMixed, unit: columnsOfTab(unit, by) };
}

function columnsOfTab(divisor: number, by: "spaces" | "tabs"): number {
  if (divisor === 0) return by === "tabs" ? 4 : 2;
  // Widths without a common step, as where a line is aligned to the one above.
  if (divisor === 1) return 2;
  if (divisor <= 8) return divisor;
  return divisor % 4 === 0 ? 4 : divisor % 2 === 0 ? 2 : divisor;
}

function findIndent(line: string, style: IndentStyle, add: Add): void {
  if (!style.isMixed) return;
  const indent = indentOf(line);
  if (indent === "" || indent === " " || indent.length === line.length) return;
  const isRight = style.by === "spaces" ? !indent.includes("\t") : /^\t+ *$/.test(indent);
  if (isRight) return;
  const columns = columnsOf(indent, style.unit);
  const { tabs, spaces } =
    style.by === "tabs"
      ? { tabs: Math.floor(columns / style.unit), spaces: columns % style.unit }
      : { tabs: 0, spaces: columns };
  const text = "\t".repeat(tabs) + " ".repeat(spaces);
  if (text === indent) return;
  add({
    kind: "indent",
    found: style.by === "tabs" ? "spaces among tabs" : "tabs among spaces",
    sentence:
      style.by === "tabs"
        ? "The line is indented with spaces where others have tabs. Learners cannot see the difference."
        : "The line is indented with tabs where others have spaces. Learners cannot see the difference.",
    from: 0,
    to: indent.length,
    text,
  });
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function columnsOf(indent: string, unit: number): number {
  let columns = 0;
  for (const character of indent) columns += character === "\t" ? unit - (columns % unit) : 1;
  return columns;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

// ---------------------------------------------------------------- characters

const plainLine = /^[\t\x20-\x7e]*$/;

/** No-break and other spaces, and the Braille pattern without dots. */
const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/;
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
// Drawn as nothing; the number signs of Arabic, Syriac and Kaithi are format characters too, but drawn.
const invisible =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff\p{Cs}]/u;
/** Signs that no common keyboard has; those of Latin-1 and the euro are on many. */
const noKey = /(?![\0-\u00ff\u20ac\ufffd])[\p{S}\p{P}\p{No}\p{Nl}]/u;
/** Accents that belong to no script of their own; Devanagari and others have theirs on their keyboards. */
const loneMark = /(?=\p{M})\p{Script=Inherited}/u;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** What holds the parts of one emoji together. */
const emojiJoint = /\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/u;
const beyondLatin1 = /[^\0-\u00ff]/;

const pieceLength = 512;

/** Sign by sign: what a reader would call a character, and then the code points in it. */
function findCharacters(line: string, add: Add): void {
  for (const { segment, index } of graphemesOf(line)) {
    if (plainLine.test(segment)) continue;
    const isEmoji = emoji.test(segment) && beyondLatin1.test(segment);
    const found = findingsIn(segment, index, isEmoji);
    const editable = found.filter(({ text }) => text !== undefined);
    const usual = segment.normalize("NFC");
    if (editable.length > 0) for (const finding of editable) add(finding);
    // With nothing else to mend in it, its spelling can be judged.
    else if (usual !== segment) add(unusualSpelling(segment, usual, index));
    else if (isEmoji) add({ ...onNoKeyboard(segment), from: index });
    else if (found.length > 0) for (const finding of found) add(finding);
    else if (loneMark.test(segment)) add({ ...hardMark(segment), from: index });
  }
}

function* graphemesOf(line: string): Generator<{ readonly segment: string; readonly index: number }> {
  // In pieces, as a step of the segmenter takes time by the length of the text that it was given.
  for (let start = 0; start < line.length; ) {
    const piece = line.slice(start, start + pieceLength);
    const isLast = start + piece.length === line.length;
    const segments = [...graphemeSegmenter.segment(piece)];
    // The last one may go on in the next piece.
    const whole = isLast || segments.length === 1 ? segments : segments.slice(0, -1);
    for (const { segment, index } of whole) yield { segment, index: start + index };
    start += isLast ? piece.length : (segments.at(whole.length)?.index ?? piece.length);
  }
}

function findingsIn(segment: string, index: number, isEmoji: boolean): InLine[] {
  const findings: InLine[] = [];
  let from = index;
  for (const character of segment) {
    const to = from + character.length;
    const about = isEmoji && emojiJoint.test(character) ? null : aboutCharacter(character);
    if (about !== null) findings.push({ ...about, from, to });
    from = to;
  }
  return findings;
}

function unusualSpelling(segment: string, usual: string, from: number): InLine {
  return {
    kind: "spelling",
    found: usual,
    sentence: `${usual} is spelled with other characters than usual, which nobody can see.`,
    from,
    to: from + segment.length,
    text: usual,
  };
}

function hardMark(segment: string): About {
  const what = /^\p{M}/u.test(segment) ? "A combining mark" : segment;
  return {
    kind: "mark",
    found: segment,
    sentence: `${what} is hard to type: few keyboards have such a mark.`,
  };
}

function onNoKeyboard(sign: string): About {
  return {
    kind: "no-key",
    found: sign,
    sentence: `${sign} is on no keyboard. Learners would have to look for it.`,
  };
}

type About = Pick<InLine, "kind" | "found" | "sentence" | "text">;

/** Null for what has a key. */
function aboutCharacter(character: string): About | null {
  if (character.length === 1 && plainLine.test(character)) return null;
  const name = nameOf(character);
  if (/[\u0085\u2028\u2029]/.test(character))
    return {
      kind: "line-end",
      found: name,
      sentence: `${capital(name)} cannot be typed or saved. A line break belongs here.`,
      text: "\n",
    };
  if (forbidden.test(character))
    return {
      kind: "forbidden",
      found: name,
      sentence: `${capital(name)} cannot be typed or saved.`,
      text: "",
    };
  if (bidi.test(character))
    return {
      kind: "bidi",
      found: name,
      sentence: `${capital(name)} cannot be seen, and makes code look like other code.`,
      text: "",
    };
  if (oddSpace.test(character))
    return {
      kind: "space",
      found: name,
      sentence: `${capital(name)} looks like a space. Learners may type a space instead.`,
      text: " ",
    };
  if (invisible.test(character))
    return { kind: "invisible", found: name, sentence: `${capital(name)} cannot be seen.`, text: "" };
  const plain = plainSign(character);
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
      sentence: `${character} is full-width: only an input method types it. ${text} is the plain sign.`,
      text,
    };
  }
  if (character === "\ufffd")
    return {
      kind: "lost",
      found: character,
      sentence: "\ufffd stands where a character was lost. Only you know which.",
    };
  if (/[\p{Co}\p{Cn}]/u.test(character))
    return { kind: "no-key", found: name, sentence: `${capital(name)} has no key.` };
  return noKey.test(character) ? onNoKeyboard(character) : null;
}

/** The signs for which typing accepts a plain key, as the engine does. */
function plainSign(
  character: string,
): { readonly kind: "quote" | "dash" | "ellipsis"; readonly text: string } | null {
  if (/[\u2018-\u201b]/.test(character)) return { kind: "quote", text: "'" };
  if (/[\u201c-\u201f]/.test(character)) return { kind: "quote", text: '"' };
  if (/[\u2010-\u2015\u2212]/.test(character)) return { kind: "dash", text: "-" };
  return character === "\u2026" ? { kind: "ellipsis", text: "..." } : null;
}

function isFullWidth(character: string): boolean {
  return /[\uff01-\uff5e]/.test(character);
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

/** As it stands within a sentence: 'a no-break space (U+00A0)'. */
function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const code = codePointName(character);
  const known = names.get(point);
  if (known !== undefined) return `${known} (${code})`;
  if (point >= 0xd800 && point <= 0xdfff) return `half a character (${code})`;
  if (forbidden.test(character)) return `a control character (${code})`;
  if (oddSpace.test(character)) return `an unusual space (${code})`;
  return `a character without a look (${code})`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

// ---------------------------------------------------------------- edits

/** Where two edits overlap, the one that reaches further is made; the other, if still due, comes with the next pass. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (start < at) continue;
    pieces.push(code.slice(at, start), text);
    at = end;
  }
  pieces.push(code.slice(at));
  return pieces.join("");
}
