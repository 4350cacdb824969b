// Reads the block between two `---` lines at the top of a course file: YAML with the failsafe schema, so that every
// value is the text as written (`no`, `1e3` and `2024-01-01` too), and of YAML only one flat map of texts.

import { CST, type Document, isMap, isScalar, Lexer, LineCounter, type Pair, parseDocument } from "yaml";
import { type Difficulty, formatName } from "../course.ts";
import {
  readDescription,
  readDifficulty,
  readOrderIndex,
  type Reading,
  readTitle,
  valueOf,
} from "../fields.ts";
import { isBlank } from "../line-reader.ts";
import { excerpt, type Fault, type Findings } from "../problems.ts";
import { atSourceLines, type EntrySource } from "./entry-lines.ts";
import { frontMatterUnclosed } from "./marker-faults.ts";
import { hasUnseen, withoutUnseen } from "../as-it-looks.ts";
import { plainWord, unseenNames } from "../unseen.ts";

/** The fields that could be read; one that is missing or has a fault is undefined. `line` is the opening `---`'s. */
export type FrontMatter = {
  readonly line: number;
  /** It seems to go on into the lessons, because its second `---` is missing; this is reported. */
  readonly isUnclosed?: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly difficulty_level?: Difficulty;
  readonly order_index?: number;
};

const keys = ["format", "title", "description", "difficulty_level", "order_index"] as const;
type Key = (typeof keys)[number];

/** `line` is that of the opening `---`, where missing fields are reported. */
export function readFrontMatter(text: string, line: number, findings: Findings): FrontMatter {
  const { entries, isPartial, isUnclosed } = readEntries(text, line + 1, findings);
  if (isUnclosed) return { line, isUnclosed };
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const { key } = entry;
    if (!keys.some((known) => known === key)) {
      findings.addProblem(unknownKey(key), { line: entry.line });
    } else if (seen.has(key)) {
      const fault = notYaml(`${key} a second time`, `${key} once`, `The front matter has ${key} twice.`);
      findings.addProblem(fault, { line: entry.line });
    } else {
      seen.set(key, entry);
    }
  }
  for (const key of ["title", "difficulty_level"] as const) {
    const isExcused = isPartial || entries.some((other) => looksMeantAs(other.key, key));
    if (!isExcused) findings.addProblem(fieldMissing(key), { line });
  }
  function take<T>(key: Key, read: (value: string) => Reading<T>): T | undefined {
    const entry = seen.get(key);
    if (entry?.value === undefined) return undefined;
    const reading = atSourceLines(read(entry.value), entry.source, `The course ${key}`);
    return valueOf(reading, findings, (at) => ({ line: entry.line + (at ?? 1) - 1 }));
  }
  const format = seen.get("format");
  if (format?.value !== undefined && plainWord(format.value) !== formatName) {
    findings.addProblem(formatUnknown(format.value), { line: format.line });
  }
  const title = take("title", (value) => readTitle(value, "course"));
  const description = take("description", (value) => readDescription(value, "course"));
  const difficulty = take("difficulty_level", readDifficulty);
  const orderIndex = take("order_index", readOrderIndex);
  return {
    line,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(difficulty === undefined ? {} : { difficulty_level: difficulty }),
    ...(orderIndex === undefined ? {} : { order_index: orderIndex }),
  };
}

/** Whether a key, such as `Title`, `titel` or `difficulty`, represents this one: then this one is not missing too. */
function looksMeantAs(key: string, meant: Key): boolean {
  const start = (text: string) =>
    text
      .slice(0, 40)
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .slice(0, 3);
  return start(key) === start(meant);
}

/** `value` is undefined if the entry has a fault that is already reported. */
type Entry = { readonly key: string; readonly line: number } & (
  | { readonly value: undefined }
  | { readonly value: string; readonly source: EntrySource }
);

/** The YAML parser's time and depth are tested up to this length; all fields together need at most 70,000. */
const longestFrontMatter = 200_000;

/** `isPartial` is set if entries could not be read, which is reported: what seems to be missing may be among them. */
type Entries = {
  readonly entries: readonly Entry[];
  readonly isPartial: boolean;
  readonly isUnclosed?: boolean;
};

const nothingRead: Entries = { entries: [], isPartial: true };

function readEntries(raw: string, firstLine: number, findings: Findings): Entries {
  if (raw.length > longestFrontMatter) {
    const sentence = `The front matter has ${raw.length} characters. Keep notes in a comment (<!-- … -->) below it.`;
    findings.addProblem(notYaml(`${raw.length} characters`, `at most ${longestFrontMatter}`, sentence), {
      line: firstLine,
    });
    return nothingRead;
  }
  const text = hasUnseen(raw) ? reportUnseen(raw, firstLine, findings) : raw;
  const parsed = parseYaml(text);
  if (parsed?.document.errors.length === 0) {
    const entries = entriesOf(parsed, firstLine, findings);
    return entries === null ? nothingRead : { entries, isPartial: text !== raw };
  }
  // One mistake can give several errors, or one at the wrong place (for an open quote: the last line). So each entry is
  // parsed alone: then a mistake is reported once, where its entry begins, and the other entries are still read.
  let isPartial = text !== raw;
  let isReported = false;
  const heading = /^#{1,3} /m.exec(text);
  const entries: Entry[] = [];
  for (const part of cutEntries(text)) {
    const place = firstLine + part.line - 1;
    const isNamed = entryStart.test(part.text);
    // Without a name it is the rest of the entry above, whose mistake is reported.
    if (isReported && !isNamed) continue;
    if (!isNamed && heading !== null && part.line > lineAt(text, heading.index)) {
      findings.addProblem(frontMatterUnclosed, { line: firstLine - 1 });
      return { ...nothingRead, isUnclosed: true };
    }
    const alone = parseYaml(part.text);
    const read = alone?.document.errors.length === 0 ? entriesOf(alone, place, findings) : undefined;
    if (read) {
      isReported = false;
      entries.push(...read);
      continue;
    }
    if (read === undefined) findings.addProblem(unreadable(part.text), { line: place });
    isReported = true;
    const key = keyOf(part.text);
    // An entry without a known key is left out: its mistake is already reported, and it is not an unknown key.
    if (keys.some((known) => known === key)) entries.push({ key, value: undefined, line: place });
    else isPartial = true;
  }
  if (!findings.failed && parsed !== null) {
    const at = parsed.document.errors[0]?.pos[0] ?? 0;
    findings.addProblem(unreadable(text.slice(text.lastIndexOf("\n", at - 1) + 1)), {
      line: firstLine + lineAt(text, at) - 1,
    });
    return nothingRead;
  }
  return { entries, isPartial };
}

/**
 * Reports the entries that mean something else without their unseen characters, such as a no-break space after a
 * colon. In the text of a value these characters may stay. Returns the text without the reported entries.
 */
function reportUnseen(text: string, firstLine: number, findings: Findings): string {
  const lines = text.split("\n");
  const meantLines = lines.map((line) => {
    const meant = withoutUnseen(line);
    // A name in the first column begins an entry; anything else may be the next line of a value.
    return !/^[ \t]/.test(line) && entryStart.test(meant.trimStart()) ? meant.trimStart() : meant;
  });
  const parts = cutEntries(meantLines.join("\n"));
  parts.forEach(({ text: meant, line }, at) => {
    const start = line - 1;
    const end = (parts[at + 1]?.line ?? lines.length + 1) - 1;
    const raw = lines.slice(start, end);
    const odd = raw.findIndex(hasUnseen);
    if (odd === -1 || entryMeaning(raw.join("\n")) === entryMeaning(meant)) return;
    findings.addProblem(unseenInEntry(raw[odd] ?? ""), { line: firstLine + start + odd });
    lines.fill("", start, end);
  });
  return lines.join("\n");
}

/** The names and values of an entry as they look; null when it cannot be read. */
function entryMeaning(entry: string): string | null {
  const parsed = parseYaml(entry);
  if (parsed === null || parsed.document.errors.length > 0) return null;
  const { contents } = parsed.document;
  const pairs = isMap(contents)
    ? contents.items.map(({ key, value }) => [
        isScalar(key) ? textOf(key) : null,
        isScalar(value) ? withoutUnseen(textOf(value)).replace(/\s+/g, " ").trim() : null,
      ])
    : null;
  return JSON.stringify(pairs);
}

type Parsed = {
  readonly text: string;
  readonly document: Document;
  readonly lineAt: (offset: number) => number;
};

/** Returns null when the text is nested too deeply to be parsed safely. */
function parseYaml(text: string): Parsed | null {
  if (nesting(text) > deepestNesting) return null;
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    stringKeys: true,
    // The parser would compare each key with every other, in quadratic time; readFrontMatter finds duplicates itself.
    uniqueKeys: false,
    lineCounter: lines,
    prettyErrors: false,
    // "silent" would also suppress the error about a second document after `...`.
    logLevel: "error",
  });
  return { text, document, lineAt: (offset) => lines.linePos(offset).line };
}

/**
 * The parser calls itself for every list in a list. Near the end of the stack it catches the RangeError and continues,
 * and then V8 ends the whole process when it has to compile a regular expression there. So tokens that can nest are
 * counted first, with the parser's lexer, which does not recurse: a flat map has none of them.
 */
const deepestNesting = 100;

function nesting(text: string): number {
  let count = 0;
  /** True before the colon of a line that starts in column 1. */
  let isInKey = true;
  let previous: string | null = "newline";
  for (const lexeme of new Lexer().lex(text)) {
    // The lexer gives a plain scalar as two lexemes: a mark, then the text.
    const type: string | null = previous === "scalar" ? null : CST.tokenType(lexeme);
    if (type === "newline") isInKey = true;
    else if (type === "space" && previous === "newline") isInKey = false;
    else if (type === "map-value-ind" && isInKey) isInKey = false;
    else if (type !== null && nestingTokens.has(type)) count += 1;
    if (count > deepestNesting) break;
    if (type !== "doc-mode") previous = type;
  }
  return count;
}

const nestingTokens: ReadonlySet<string> = new Set([
  "map-value-ind",
  "seq-item-ind",
  "explicit-key-ind",
  "flow-map-start",
  "flow-seq-start",
  "anchor",
  "tag",
]);

/** `firstLine` is the line of the file where the text begins. */
function entriesOf(
  { text, document, lineAt }: Parsed,
  firstLine: number,
  findings: Findings,
): Entry[] | null {
  const { contents } = document;
  if (contents === null) return [];
  const lineOf = (at: number) => firstLine + lineAt(at) - 1;
  const start = lineOf(contents.range?.[0] ?? 0);
  if (!isMap(contents)) {
    const found = excerpt(isScalar(contents) ? textOf(contents) : "a list");
    const sentence =
      "The front matter is not a list of fields. Each line is a name, a colon, a space and a value.";
    findings.addProblem(notYaml(found, "name: value", sentence), { line: start });
    return null;
  }
  if (isMarked(contents))
    findings.addProblem(notText("the front matter", "an anchor or a tag"), { line: start });
  return contents.items.map((pair) => {
    const at = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
    return entryOf(pair, text, at === undefined ? start : lineOf(at), findings);
  });
}

/** `whole` is the text in which the entry stands. */
function entryOf(pair: Pair, whole: string, line: number, findings: Findings): Entry {
  const key = isScalar(pair.key) ? pair.key : null;
  const name = textOf(key);
  const value = pair.value;
  let text: string | undefined;
  if (value === null || value === undefined) text = "";
  else if (isScalar(value)) text = textOf(value);
  if (!keys.some((known) => known === name)) return { key: name, value: undefined, line };
  const marked = isMarked(pair.key) || isMarked(value);
  if (text === undefined || marked) {
    const what = marked ? "an anchor or a tag" : isMap(value) ? "a map" : "a list or an alias";
    findings.addProblem(notText(name, what), { line });
    return { key: name, value: undefined, line };
  }
  const end = isScalar(value) ? value.range?.[1] : undefined;
  const source = {
    text: whole.slice(key?.range?.[0] ?? 0, end),
    hasEscapes: isScalar(value) && value.type === "QUOTE_DOUBLE",
  };
  return { key: name, value: text, line, source };
}

/** The type of a scalar in the failsafe schema, where every scalar is a string. */
function textOf(scalar: { readonly value: unknown } | null): string {
  return typeof scalar?.value === "string" ? scalar.value : "";
}

function isMarked(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return ("anchor" in node && node.anchor !== undefined) || ("tag" in node && node.tag !== undefined);
}

/** More entries than any front matter has; the rest is not read. */
const mostEntries = 500;

/** How an entry begins: a name and a colon. */
const entryStart = /^["']?[\p{L}\p{N}_ -]+["']?:(?:\s|$)/u;

/** Cuts at the lines that begin an entry: anything in column 1 but a comment, a list item or a closing bracket. */
function cutEntries(text: string): { text: string; line: number }[] {
  const parts: { from: number; line: number }[] = [];
  let line = 1;
  for (let from = 0; from < text.length && parts.length <= mostEntries; line += 1) {
    const end = text.indexOf("\n", from);
    const first = text[from] ?? "";
    if (!isBlank(first) && !"#-]},".includes(first)) parts.push({ from, line });
    if (end === -1) break;
    from = end + 1;
  }
  return parts
    .slice(0, mostEntries)
    .map((part, at) => ({ text: text.slice(part.from, parts[at + 1]?.from), line: part.line }));
}

function keyOf(entry: string): string {
  const colon = entry.indexOf(":");
  return (colon === -1 ? entry : entry.slice(0, colon)).trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** From 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function firstLineOf(text: string): string {
  const end = text.indexOf("\n");
  return end === -1 ? text : text.slice(0, end);
}

function unreadable(entry: string): Fault {
  const line = firstLineOf(entry);
  const colon = line.indexOf(":");
  const value = colon === -1 ? "" : line.slice(colon + 1).trim();
  const found = excerpt(
    value === "" || value.startsWith('"') || value.startsWith("'") ? line : `unquoted ${value}`,
  );
  const key = keyOf(line);
  // Without the name of a field there is no value to put in quotes.
  const advice = /^[\w-]+$/.test(key)
    ? `Put the value in double quotes, for example ${key}: "SQL: Joins".`
    : 'Each line is a name, a colon, a space and a value, for example title: "SQL: Joins".';
  return notYaml(
    found,
    "a quoted value",
    `This line of the front matter cannot be read: ${excerpt(line)}. ${advice}`,
  );
}

function notYaml(found: string, expected: string, sentence: string): Fault {
  return { code: "FRONT_MATTER_YAML", found, expected, sentence };
}

function notText(key: string, found: string): Fault {
  const sentence = `The value of ${key} is ${found}. Only plain text is allowed; put it in quotes.`;
  return { code: "FRONT_MATTER_VALUE", found, expected: "text", sentence };
}

function unseenInEntry(line: string): Fault {
  const names = unseenNames(line);
  const looks = excerpt(withoutUnseen(line).trim());
  const sentence = `This line of the front matter looks like ${looks}, but contains ${names}, and so means something else. Type the line again without it.`;
  return { code: "CHARACTER_UNSEEN", found: names, expected: looks, sentence };
}

function unknownKey(key: string): Fault {
  const expected = keys.join(", ");
  const sentence = `The front matter has no field "${excerpt(key)}". Its fields are ${expected}.`;
  return { code: "FRONT_MATTER_KEY", found: excerpt(key) || '""', expected, sentence };
}

function fieldMissing(key: string): Fault {
  const sentence = `The front matter has no ${key}. Add a line for it between the two --- lines.`;
  return { code: "FIELD_MISSING", found: `no ${key}`, expected: key, sentence };
}

function formatUnknown(value: string): Fault {
  const sentence = `The format is "${excerpt(value)}". Tabstop reads ${formatName}.`;
  return { code: "FORMAT_UNKNOWN", found: excerpt(value) || "nothing", expected: formatName, sentence };
}
