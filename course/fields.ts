// The value space: what each field can hold. Each field has one function, which every write path (file, form, API)
// calls: it normalises the value, checks it, and returns either the value to store or what is wrong with it.
//
// Lengths count code points. Text is never brought into a Unicode normal form: what an author wrote is what they get
// back.

import { codePoints } from "@tabstop/engine/code-points";
import {
  eachLine,
  forbiddenCharacters,
  hardToType,
  normaliseLineEnds,
  replacementCharacters,
} from "./characters.ts";
import { type Difficulty, difficulties, type Kind, limits } from "./course.ts";
import { isKnownLanguage, languageId } from "./languages.ts";
import { excerpt, type Fault, type Findings, type Place, type Remark } from "./problems.ts";
import { hasUnseen } from "./as-it-looks.ts";
import { plainWord, strayCharacters, unseenNames } from "./unseen.ts";
import { counted, thousands } from "./words.ts";

/** The outcome of reading a field. Remarks never stop a write; `text` is the normalised text that was judged. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly remarks: readonly Remark[] }
  | {
      readonly ok: false;
      readonly text: string;
      readonly faults: readonly Fault[];
      readonly remarks: readonly Remark[];
    };

/** The value of a reading. Its faults and remarks are added to the findings, each at the place of its line. */
export function valueOf<T>(
  reading: Reading<T>,
  findings: Findings,
  placeOf: (line: number | undefined) => Place,
): T | undefined {
  for (const remark of reading.remarks) findings.addWarning(remark, placeOf(remark.line));
  if (reading.ok) return reading.value;
  for (const fault of reading.faults) findings.addProblem(fault, placeOf(fault.line));
  return undefined;
}

export function readTitle(raw: string, of: Kind): Reading<string> {
  const text = trimmedTitle(raw);
  if (text.length <= limits.title && plainTitle.test(text)) return reading(text, text, none, none);
  const faults: Fault[] = [];
  const expected = `1-${limits.title} characters`;
  const length = codePoints(text);
  if (!visible.test(text.slice(0, mostJudged))) {
    const names = unseenNames(raw.trim().slice(0, mostJudged));
    const only = names === "" ? "is empty" : `has only ${names}, which is invisible`;
    const sentence = `The ${of} title ${only}. Give it 1 to ${limits.title} characters.`;
    faults.push({ code: "TITLE_EMPTY", found: names || '""', expected, sentence });
  }
  if (length > limits.title) {
    const found = `${counted(length, "character")}: ${excerpt(text)}`;
    const sentence = `The ${of} title has ${counted(length, "character")}. At most ${limits.title} are allowed.`;
    faults.push({ code: "TITLE_TOO_LONG", found, expected, sentence });
  }
  if (/[\n\t]/.test(text)) {
    const what = text.includes("\n") ? "line break" : "tab";
    faults.push({
      code: "TITLE_LINE_BREAK",
      found: `a ${what} in ${excerpt(text).replaceAll("\t", "⇥")}`,
      expected: "one line without tabs",
      sentence: `The ${of} title contains a ${what}. A title is one line without tabs.`,
    });
  }
  // A title is one line, so one fault about its characters is enough.
  faults.push(...forbiddenCharacters(text, `The ${of} title`).slice(0, 1).map(withoutLine));
  const remarks = replacementCharacters(text, `The ${of} title`).slice(0, 1).map(withoutLine);
  const unseen = faults.length === 0 ? unseenNames(strayInText(text)) : "";
  if (unseen !== "") {
    const sentence = `The ${of} title contains ${unseen}, which is invisible.`;
    remarks.push({ code: "TITLE_UNSEEN", found: unseen, sentence });
  }
  return reading(text, text, faults, remarks);
}

/** A title as it is stored: without blanks at its ends, also those without width. */
export function trimmedTitle(raw: string): string {
  return normaliseLineEnds(raw)
    .trim()
    .replace(/^[\s\xad\u200b\u2060\ufeff]+/u, "")
    .replace(/(?<![\s\xad\u200b\u2060\ufeff])[\s\xad\u200b\u2060\ufeff]+$/u, "");
}

export function readDescription(raw: string, of: Kind): Reading<string> {
  const text = normaliseLineEnds(raw).trim();
  const faults: Fault[] = [];
  const length = codePoints(text);
  if (length > limits.description) faults.push(descriptionTooLong(length, of));
  faults.push(...forbiddenCharacters(text, `The ${of} description`));
  return reading(text, text, faults, replacementCharacters(text, `The ${of} description`));
}

/** For a reader that stops collecting text once it is too long; `isUnread` if it did not even count the rest. */
export function descriptionTooLong(length: number, of: Kind, isUnread = false): Fault {
  const found = (isUnread ? "more than " : "") + counted(length, "character");
  return {
    code: "DESCRIPTION_TOO_LONG",
    found,
    expected: `at most ${thousands(limits.description)} characters`,
    sentence: `The ${of} description has ${found}. At most ${thousands(limits.description)} are allowed.`,
  };
}

export function readCode(raw: string): Reading<string> {
  const text = normaliseLineEnds(raw);
  if (!visible.test(text)) {
    const found = text === "" ? "no code" : `only whitespace: ${JSON.stringify(excerpt(text))}`;
    const sentence = "There is nothing to type: the code needs at least one visible character.";
    return refused(text, [{ code: "CODE_EMPTY", found, expected: "code to type", sentence }]);
  }
  const faults: Fault[] = [];
  const length = codePoints(text);
  const lines = countLines(text);
  if (length > limits.code || lines > limits.codeLines) {
    const found = length > limits.code ? counted(length, "character") : counted(lines, "line");
    const most = `${thousands(limits.code)} characters and ${limits.codeLines} lines`;
    const sentence = `The code has ${counted(length, "character")} in ${counted(lines, "line")}. At most ${most} are allowed.`;
    faults.push({ code: "CODE_TOO_LONG", found, expected: `at most ${most}`, sentence });
  }
  // Then its other faults do not matter, and looking for them would cost time.
  if (length > 100 * limits.code) return refused(text, faults);
  const remarks: Remark[] = [];
  eachLine(text, (line, number) => judgeCodeLine(line, number, faults, remarks));
  faults.push(...forbiddenCharacters(text, "The code"));
  remarks.push(...replacementCharacters(text, "The code"));
  return reading(text, text, faults, remarks);
}

function judgeCodeLine(line: string, number: number, faults: Fault[], remarks: Remark[]): void {
  const width = codePoints(line);
  const found = counted(width, "character");
  if (width > limits.codeLine) {
    const expected = `at most ${limits.codeLine} characters in a line`;
    const sentence = `This line of code has ${found}. At most ${limits.codeLine} are allowed.`;
    faults.push({ code: "CODE_LINE_TOO_LONG", line: number, found, expected, sentence });
  } else if (width > longCodeLine) {
    const sentence = `This line of code has ${found}, so learners see it on several rows.`;
    remarks.push({ code: "CODE_LINE_LONG", line: number, found, sentence });
  }
  const last = line.at(-1);
  if (last === " " || last === "\t") {
    const sentence =
      "This line of code ends with spaces or tabs, which learners cannot see but have to type.";
    remarks.push({ code: "CODE_TRAILING_SPACE", line: number, found: excerpt(line), sentence });
  }
  const hard = hardToType(line).join(", ");
  if (hard !== "") {
    const sentence = `This line of code contains characters that are hard to type: ${hard}.`;
    remarks.push({ code: "CODE_HARD_TO_TYPE", line: number, found: hard, sentence });
  }
}

/** What the code prints, without its final line end; '' when nothing is given. */
export function readOutput(raw: string): Reading<string> {
  const text = normaliseLineEnds(raw);
  const faults: Fault[] = [];
  const length = codePoints(text);
  const lines = countLines(text);
  if (length > limits.output || lines > limits.outputLines) {
    const found = length > limits.output ? counted(length, "character") : counted(lines, "line");
    const most = `${thousands(limits.output)} characters and ${limits.outputLines} lines`;
    const sentence = `The output has ${counted(length, "character")} in ${counted(lines, "line")}. At most ${most} are allowed.`;
    faults.push({ code: "OUTPUT_TOO_LONG", found, expected: `at most ${most}`, sentence });
  }
  // Then its other faults do not matter, and looking for them would cost time.
  if (length > 100 * limits.output) return refused(text, faults);
  faults.push(...forbiddenCharacters(text, "The output"));
  const remarks = replacementCharacters(text, "The output");
  if (hasUnseen(text)) eachLine(text, (line, number) => judgeOutputLine(line, number, remarks));
  return reading(text, text, faults, remarks);
}

function judgeOutputLine(line: string, number: number, remarks: Remark[]): void {
  const unseen = unseenNames(strayInText(line));
  if (unseen === "") return;
  const sentence = `This line of the output contains ${unseen}, which is invisible.`;
  remarks.push({ code: "OUTPUT_UNSEEN", line: number, found: unseen, sentence });
}

export function readLanguage(raw: string): Reading<string> {
  const text = plainWord(raw).toLowerCase();
  const expected = "a language such as javascript";
  if (text === "") {
    const sentence =
      "The language is missing. Write its name, for example javascript, or text if there is none.";
    return refused(text, [{ code: "LANGUAGE_MISSING", found: "no language", expected, sentence }]);
  }
  if (!languageForm.test(text)) {
    const sentence = `${quoted(raw)} is not the name of a language. A name starts with a letter or digit, followed by letters, digits and + # . _ -, at most 40 characters in all.`;
    return refused(text, [{ code: "LANGUAGE_INVALID", found: excerpt(raw.trim()), expected, sentence }]);
  }
  if (text === outputMark) {
    const sentence =
      '"output" is not a language: in a course file it marks what an example prints. Write the language of the code, or text if there is none.';
    return refused(text, [{ code: "LANGUAGE_INVALID", found: outputMark, expected, sentence }]);
  }
  const id = languageId(text);
  if (isKnownLanguage(id)) return reading(id, text, [], []);
  const sentence = `The language ${quoted(id)} is not supported, so its code is shown without colours.`;
  return reading(id, text, [], [{ code: "LANGUAGE_UNKNOWN", found: id, sentence }]);
}

export function readDifficulty(raw: string): Reading<Difficulty> {
  const text = plainWord(raw).toLowerCase();
  const value = difficulties.find((difficulty) => difficulty === text);
  if (value !== undefined) return reading(value, text, [], []);
  const expected = difficulties.join(", ");
  const is = text === "" ? "is empty" : `is ${quoted(raw)}`;
  const sentence = `The difficulty level ${is}. It must be one of ${expected}.`;
  const found = text === "" ? "nothing" : excerpt(raw.trim());
  return refused(text, [{ code: "DIFFICULTY_INVALID", found, expected, sentence }]);
}

/** The order index of a course, or of anything that an admin orders by hand: a whole number, 0 to 1,000,000. */
export function readOrderIndex(raw: string | number): Reading<number> {
  const text = plainWord(String(raw));
  const value = isDigits(text) && text.length <= 20 ? Number(text) : Number.NaN;
  if (value <= limits.orderIndex) return reading(value, text, [], []);
  const most = thousands(limits.orderIndex);
  return refused(text, [orderInvalid(String(raw).trim(), `a whole number from 0 to ${most}`)]);
}

/**
 * A number that is only compared with others, such as lesson_order_index in a sheet: a whole number of any size.
 * The value is its digits without leading zeros, so equal numbers are equal strings.
 */
export function readPosition(raw: string): Reading<string> {
  const text = plainWord(raw);
  if (!isDigits(text)) return refused(text, [orderInvalid(raw.trim(), "a whole number, 0 or more")]);
  let zeros = 0;
  while (zeros < text.length - 1 && text[zeros] === "0") zeros += 1;
  return reading(text.slice(zeros), text, [], []);
}

/** In code points: a longer line may not fit on a learner's screen, which is a remark and not a fault. */
export const longCodeLine = 100;

/** In place of a language, it marks what an example prints. So it can be the name of none. */
export const outputMark = "output";

const none: readonly [] = [];

/** Printable ASCII only. Most titles match, and then only their length has to be checked. */
const plainTitle = /^[ -~]+$/;

const languageForm = /^[a-z0-9][a-z0-9+#._-]{0,39}$/;

/** A title of no more code points is judged in full. */
const mostJudged = 10_000;

/**
 * The unseen characters that a text which is read, not typed, does not need: it may have several kinds of spaces, and
 * direction marks.
 */
function strayInText(text: string): string {
  return strayCharacters(text)
    .join("")
    .replace(/[\p{Z}\u200c-\u200f\u061c]/gu, "");
}

/** Anything but whitespace, control characters and characters without a glyph. */
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

function withoutLine<T extends { readonly line?: number }>(what: T): Omit<T, "line"> {
  const { line: _, ...rest } = what;
  return rest;
}

function reading<T>(
  value: T,
  text: string,
  faults: readonly Fault[],
  remarks: readonly Remark[],
): Reading<T> {
  return faults.length === 0 ? { ok: true, value, remarks } : { ok: false, text, faults, remarks };
}

function refused(text: string, faults: readonly Fault[]): Reading<never> {
  return { ok: false, text, faults, remarks: [] };
}

function orderInvalid(text: string, expected: string): Fault {
  const found = text === "" ? "nothing" : excerpt(text);
  const is = text === "" ? "is empty" : `is ${quoted(text)}`;
  return {
    code: "ORDER_INVALID",
    found,
    expected,
    sentence: `The order number ${is}. It must be ${expected}.`,
  };
}

function isDigits(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** The start of a text, in quotes. */
function quoted(text: string): string {
  return `"${excerpt(text.trim())}"`;
}
