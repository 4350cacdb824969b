/**
 * The value space: what each field can hold. One function a field, called by every write path (file, form, API):
 * it normalises, then checks, and gives either the value to store or what is wrong with it.
 *
 * Lengths count code points. Text is never brought into a Unicode normal form: what an author wrote is what comes back.
 */
import { codePointName, codePoints } from "@tabstop/engine/code-points";
import { type Course, type Difficulty, difficulties, type Kind, type Lesson, limits } from "./course.ts";
import { isKnownLanguage, languageId } from "./languages.ts";
import { excerpt, type Fault, type Remark } from "./problems.ts";

export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly remarks: readonly Remark[] }
  /** `text`: the normalised text that was judged. */
  | {
      readonly ok: false;
      readonly text: string;
      readonly faults: readonly Fault[];
      readonly remarks: readonly Remark[];
    };

/** CRLF and a lone CR become LF: a learner cannot type CR, and the tools that touch files rewrite it. */
export function normaliseLineEnds(text: string): string {
  if (!text.includes("\r")) return text;
  // In pieces, and by split and join: a replacement leaves a rope of one node a match, 250 MB for a file of CRs.
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + 100_000;
    if (text[end - 1] === "\r") end += 1;
    pieces.push(text.slice(start, end).split("\r\n").join("\n").split("\r").join("\n"));
    start = end;
  }
  return pieces.join("");
}

export function readTitle(raw: string, of: Kind): Reading<string> {
  const text = normaliseLineEnds(raw).trim();
  if (text.length <= limits.title && plainTitle.test(text)) return reading(text, text, none, none);
  const faults: Fault[] = [];
  const expected = `1-${limits.title} characters`;
  const length = codePoints(text);
  if (length === 0) {
    const sentence = `The ${of} title is empty. Give it 1 to ${limits.title} characters.`;
    faults.push({ code: "TITLE_EMPTY", found: '""', expected, sentence });
  }
  if (length > limits.title) {
    const found = `${count(length, "character")}: ${excerpt(text)}`;
    const sentence = `The ${of} title has ${count(length, "character")}. At most ${limits.title} are possible.`;
    faults.push({ code: "TITLE_TOO_LONG", found, expected, sentence });
  }
  if (/[\n\t]/.test(text)) {
    const what = text.includes("\n") ? "line break" : "tab";
    faults.push({
      code: "TITLE_LINE_BREAK",
      found: `a ${what} in ${excerpt(text).replaceAll("\t", "⇥")}`,
      expected: "one line without tabs",
      sentence: `The ${of} title has a ${what} in it. A title is one line, without tabs.`,
    });
  }
  // A title is one line: of its forbidden characters the first is told.
  faults.push(...forbiddenCharacters(text, `The ${of} title`).slice(0, 1).map(withoutLine));
  return reading(
    text,
    text,
    faults,
    replacementCharacters(text, `the ${of} title`).slice(0, 1).map(withoutLine),
  );
}

export function readDescription(raw: string, of: Kind): Reading<string> {
  const text = normaliseLineEnds(raw).trim();
  const faults: Fault[] = [];
  const length = codePoints(text);
  if (length > limits.description) faults.push(descriptionTooLong(length, of));
  faults.push(...forbiddenCharacters(text, `The ${of} description`));
  return reading(text, text, faults, replacementCharacters(text, `the ${of} description`));
}

/** For a reader that stops collecting a text which is too long anyway. */
export function descriptionTooLong(length: number, of: Kind): Fault {
  return {
    code: "DESCRIPTION_TOO_LONG",
    found: count(length, "character"),
    expected: `at most ${thousands(limits.description)} characters`,
    sentence: `The ${of} description has ${count(length, "character")}. At most ${thousands(limits.description)} are possible.`,
  };
}

export function readCode(raw: string): Reading<string> {
  const text = normaliseLineEnds(raw);
  if (!visible.test(text)) {
    const found = text === "" ? "no code" : `only blanks: ${JSON.stringify(excerpt(text))}`;
    const sentence = "There is nothing to type: the code needs at least one visible character.";
    return refused(text, [{ code: "CODE_EMPTY", found, expected: "code to type", sentence }]);
  }
  const faults: Fault[] = [];
  const length = codePoints(text);
  const lines = countLines(text);
  if (length > limits.code || lines > limits.codeLines) {
    const found = length > limits.code ? count(length, "character") : count(lines, "line");
    const most = `${thousands(limits.code)} characters and ${limits.codeLines} lines`;
    const sentence = `The code has ${count(length, "character")} in ${count(lines, "line")}. At most ${most} are possible.`;
    faults.push({ code: "CODE_TOO_LONG", found, expected: `at most ${most}`, sentence });
  }
  const remarks: Remark[] = [];
  eachLine(text, (line, number) => {
    const width = codePoints(line);
    if (width > limits.codeLine) {
      faults.push({
        code: "CODE_LINE_TOO_LONG",
        line: number,
        found: count(width, "character"),
        expected: `at most ${limits.codeLine} characters in a line`,
        sentence: `This line of code has ${count(width, "character")}. At most ${limits.codeLine} are possible.`,
      });
    } else if (width > longCodeLine) {
      const sentence = `This line of code has ${count(width, "character")}: learners see it on several rows.`;
      remarks.push({ code: "CODE_LINE_LONG", line: number, found: count(width, "character"), sentence });
    }
    const last = line.at(-1);
    if (last === " " || last === "\t") {
      const sentence = "This line of code ends in blanks, which learners cannot see but have to type.";
      remarks.push({ code: "CODE_TRAILING_SPACE", line: number, found: excerpt(line), sentence });
    }
    const hard = hardToType(line);
    if (hard.length > 0) {
      const sentence = `This line of code holds what is hard to type: ${hard.join(", ")}.`;
      remarks.push({ code: "CODE_HARD_TO_TYPE", line: number, found: hard.join(", "), sentence });
    }
  });
  faults.push(...forbiddenCharacters(text, "The code"));
  remarks.push(...replacementCharacters(text, "the code"));
  return reading(text, text, faults, remarks);
}

export function readLanguage(raw: string): Reading<string> {
  const text = raw.trim().toLowerCase();
  const expected = "a language such as javascript";
  if (text === "") {
    const sentence = "The language is missing. Say which it is, for example javascript; text for none.";
    return refused(text, [{ code: "LANGUAGE_MISSING", found: "no language", expected, sentence }]);
  }
  if (!languageForm.test(text)) {
    const sentence = `${quote(raw)} is no name of a language. A name starts with a letter or digit, then come letters, digits and + # . _ -, at most 40 in all.`;
    return refused(text, [{ code: "LANGUAGE_INVALID", found: excerpt(raw.trim()), expected, sentence }]);
  }
  const id = languageId(text);
  if (isKnownLanguage(id)) return reading(id, text, [], []);
  const sentence = `The language ${quote(id)} is not known here, so its code is shown without colours.`;
  return reading(id, text, [], [{ code: "LANGUAGE_UNKNOWN", found: id, sentence }]);
}

export function readDifficulty(raw: string): Reading<Difficulty> {
  const text = raw.trim().toLowerCase();
  const value = difficulties.find((difficulty) => difficulty === text);
  if (value !== undefined) return reading(value, text, [], []);
  const [beginner, intermediate, advanced] = difficulties;
  const is = text === "" ? "is empty" : `is ${quote(raw)}`;
  const sentence = `The difficulty level ${is}. It is one of ${beginner}, ${intermediate}, ${advanced}.`;
  const found = text === "" ? "nothing" : excerpt(raw.trim());
  return refused(text, [{ code: "DIFFICULTY_INVALID", found, expected: difficulties.join(", "), sentence }]);
}

/** The order index of a course, and of what an admin orders by hand: a whole number, 0 to 1,000,000. */
export function readOrderIndex(raw: string | number): Reading<number> {
  const text = String(raw).trim();
  const value = isDigits(text) && text.length <= 20 ? Number(text) : Number.NaN;
  if (value <= limits.orderIndex) return reading(value, text, [], []);
  const most = thousands(limits.orderIndex);
  return refused(text, [orderInvalid(text, `a whole number from 0 to ${most}`)]);
}

/**
 * A number that only says which comes first, as lesson_order_index in a sheet: a whole number of any size.
 * The value is its digits without leading zeros, so that equal numbers are equal strings.
 */
export function readPosition(raw: string): Reading<string> {
  const text = raw.trim();
  if (!isDigits(text)) return refused(text, [orderInvalid(text, "a whole number, 0 or more")]);
  let zeros = 0;
  while (zeros < text.length - 1 && text[zeros] === "0") zeros += 1;
  return reading(text.slice(zeros), text, [], []);
}

export type Count = "lessonsInCourse" | "chaptersInLesson" | "examplesInChapter" | "examplesInCourse";

/** How many there may be of something; null when `number` of them are possible. */
export function checkCount(what: Count, number: number): Fault | null {
  const most = limits[what];
  if (number <= most) return null;
  const [children, parent] = countNames[what];
  return {
    code: "TOO_MANY",
    found: `${thousands(number)} ${children} in a ${parent}`,
    expected: `at most ${thousands(most)} ${children}`,
    sentence: `A ${parent} has at most ${thousands(most)} ${children}. This would be number ${thousands(number)}.`,
  };
}

/** How much text a course may hold in all; null when it fits. `characters` as `courseCharacters` counts them. */
export function checkCourseSize(characters: number): Fault | null {
  if (characters <= limits.charactersInCourse) return null;
  const most = thousands(limits.charactersInCourse);
  return {
    code: "COURSE_TOO_LARGE",
    found: count(characters, "character"),
    expected: `at most ${most} characters in a course`,
    sentence: `The course holds ${count(characters, "character")} in all. At most ${most} are possible. Make two courses of it.`,
  };
}

/** Before anything is read: null when the text can be a course file. */
export function checkFileSize(units: number): Fault | null {
  if (units <= limits.fileUnits) return null;
  const most = thousands(limits.fileUnits);
  return {
    code: "FILE_TOO_LARGE",
    found: count(units, "character"),
    expected: `at most ${most} characters`,
    sentence: `The file has ${count(units, "character")}. At most ${most} are possible. Make several files of it.`,
  };
}

/** Code points of every title, description and code of a course. */
export function courseCharacters(course: Course): number {
  return codePoints(course.title) + codePoints(course.description) + lessonsCharacters(course.lessons);
}

export function lessonsCharacters(lessons: readonly Lesson[]): number {
  let sum = 0;
  for (const lesson of lessons) {
    sum += codePoints(lesson.title) + codePoints(lesson.description);
    for (const chapter of lesson.chapters) {
      sum += codePoints(chapter.title) + codePoints(chapter.description);
      for (const example of chapter.examples) {
        sum += codePoints(example.title) + codePoints(example.description) + codePoints(example.code_content);
      }
    }
  }
  return sum;
}

/** What in a line of code a keyboard has no key for, by name: no-break spaces, curly quotes, zero-width and bidi characters. */
export function hardToType(line: string): string[] {
  const found = new Set<string>();
  for (const [character] of line.matchAll(hardCharacters)) found.add(characterName(character));
  return [...found];
}

/** Code points of a line from which on a learner may not see all of it at once: a remark, no fault. */
export const longCodeLine = 100;
const none: readonly [] = [];

/** Nothing but ASCII: most titles, and nothing to find in them. */
const plainTitle = /^[ -~]+$/;

const languageForm = /^[a-z0-9][a-z0-9+#._-]{0,39}$/;

/** Anything but blanks, controls and what is drawn as nothing. */
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

// C0 controls but TAB and LF, DEL, C1 controls, the line ends of Unicode, the byte order mark and its mirror,
// U+FFFF, and halves of surrogate pairs: databases, YAML, spreadsheets or editors change or refuse each of these.
const forbidden = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/gu;

// Spaces that look like a space, soft hyphen, zero-width and bidi characters; curly quotes.
const hardCharacters =
  /[\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u202a-\u202f\u205f-\u2064\u2066-\u206f\u3000\u2018-\u201f]/g;

const characterNames = new Map([
  ["\u00a0", "no-break space"],
  ["\u00ad", "soft hyphen"],
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
  ["\u202f", "narrow no-break space"],
  ["\u2060", "word joiner"],
  ["\u3000", "ideographic space"],
]);

function characterName(character: string): string {
  const code = codePointName(character);
  const name = characterNames.get(character);
  return name === undefined ? code : `${code} ${name}`;
}

/** More lines than any field may have are not looked at: such a text is refused for its length already. */
const linesLookedAt = limits.description + 1;

function eachLine(text: string, look: (line: string, number: number) => void): void {
  let start = 0;
  for (let number = 1; number <= linesLookedAt; number += 1) {
    const end = text.indexOf("\n", start);
    look(end === -1 ? text.slice(start) : text.slice(start, end), number);
    if (end === -1) return;
    start = end + 1;
  }
}

function forbiddenCharacters(text: string, where: string): Fault[] {
  if (text.search(forbidden) === -1) return [];
  const faults: Fault[] = [];
  eachLine(text, (line, number) => {
    const characters = new Set<string>();
    for (const [character] of line.matchAll(forbidden)) characters.add(characterName(character));
    if (characters.size === 0) return;
    const found = [...characters].join(", ");
    const sentence = `${where} holds a character that cannot be stored: ${found}.`;
    const expected = "text without control characters";
    faults.push({ code: "CHARACTER_FORBIDDEN", line: number, found, expected, sentence });
  });
  return faults;
}

function replacementCharacters(text: string, where: string): Remark[] {
  if (!text.includes("\ufffd")) return [];
  const remarks: Remark[] = [];
  const sentence = `There is a U+FFFD (\ufffd) in ${where}: a character was lost when the file was saved or read. Save it as UTF-8.`;
  eachLine(text, (line, number) => {
    if (!line.includes("\ufffd")) return;
    remarks.push({ code: "TEXT_REPLACEMENT", line: number, found: excerpt(line), sentence });
  });
  return remarks;
}

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
  const is = text === "" ? "is empty" : `is ${quote(text)}`;
  return { code: "ORDER_INVALID", found, expected, sentence: `The order number ${is}. It is ${expected}.` };
}

function isDigits(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

const countNames: Record<Count, readonly [children: string, parent: string]> = {
  lessonsInCourse: ["lessons", "course"],
  chaptersInLesson: ["chapters", "lesson"],
  examplesInChapter: ["examples", "chapter"],
  examplesInCourse: ["examples", "course"],
};

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function quote(text: string): string {
  return `"${excerpt(text.trim())}"`;
}

/** 12,345: the same on every machine, which toLocaleString is not. */
function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

function count(number: number, what: string): string {
  return `${thousands(number)} ${what}${number === 1 ? "" : "s"}`;
}
