/**
 * The block between two `---` lines at the top of a course file: YAML with the failsafe schema, so that every value
 * is the text that stands there (`no`, `1e3` and `2024-01-01` too), and of YAML only one flat map of texts.
 */
import { CST, type Document, isMap, isScalar, Lexer, LineCounter, type Pair, parseDocument } from "yaml";
import { type Difficulty, formatName } from "../course.ts";
import { readDescription, readDifficulty, readOrderIndex, type Reading, readTitle } from "../fields.ts";
import { isBlank } from "../line-reader.ts";
import { excerpt, type Fault, type Findings } from "../problems.ts";

/** What could be read; a field with a fault, or that is not there, is undefined. */
export type FrontMatter = {
  readonly line: number;
  readonly title?: string;
  readonly description?: string;
  readonly difficulty_level?: Difficulty;
  readonly order_index?: number;
};

const keys = ["format", "title", "description", "difficulty_level", "order_index"] as const;
type Key = (typeof keys)[number];

/** `line`: of the opening `---`, where what is missing is reported. */
export function readFrontMatter(text: string, line: number, findings: Findings): FrontMatter {
  const entries = readEntries(text, line + 1, findings);
  if (entries === null) return { line };
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const { key } = entry;
    if (!keys.some((known) => known === key)) {
      findings.problem(unknownKey(key), { line: entry.line });
    } else if (seen.has(key)) {
      findings.problem(notYaml(`${key} a second time`, `${key} once`, `The front matter has ${key} twice.`), {
        line: entry.line,
      });
    } else {
      seen.set(key, entry);
    }
  }
  for (const key of ["title", "difficulty_level"] as const) {
    if (!seen.has(key)) findings.problem(fieldMissing(key), { line });
  }
  function take<T>(key: Key, read: (value: string) => Reading<T>): T | undefined {
    const entry = seen.get(key);
    if (entry?.value === undefined) return undefined;
    const result = read(entry.value);
    for (const remark of result.remarks) findings.warning(remark, { line: entry.line });
    if (result.ok) return result.value;
    for (const fault of result.faults) findings.problem(fault, { line: entry.line });
    return undefined;
  }
  const format = seen.get("format");
  if (format?.value !== undefined && format.value.trim() !== formatName) {
    findings.problem(formatUnknown(format.value), { line: format.line });
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

/** `value` is undefined when it is there but has been reported already. */
type Entry = { readonly key: string; readonly value: string | undefined; readonly line: number };

/** The YAML parser's time and depth are only tried up to here; the longest that all fields can need is 70,000. */
const longestFrontMatter = 200_000;

/** null: no entry could be made out, and that is reported. */
function readEntries(text: string, firstLine: number, findings: Findings): Entry[] | null {
  if (text.length > longestFrontMatter) {
    const sentence = `The front matter has ${text.length} characters. Keep notes in a comment (<!-- … -->) below it.`;
    findings.problem(notYaml(`${text.length} characters`, `at most ${longestFrontMatter}`, sentence), {
      line: firstLine,
    });
    return null;
  }
  const parsed = parseYaml(text);
  if (parsed?.document.errors.length === 0) {
    const { document, lineAt } = parsed;
    return entriesOf(document, (at) => firstLine + lineAt(at) - 1, findings);
  }
  // One mistake can make the parser say several things, or one at the wrong end (an open quote at the last line).
  // So each entry is tried alone: then a mistake is told once, where its entry begins, and the others are still read.
  let told = false;
  const entries: Entry[] = [];
  for (const part of cutEntries(text)) {
    const place = firstLine + part.line - 1;
    const alone = parseYaml(part.text);
    if (alone?.document.errors.length === 0) {
      const read = entriesOf(alone.document, (at) => place + alone.lineAt(at) - 1, findings);
      told ||= read === null;
      entries.push(...(read ?? []));
      continue;
    }
    findings.problem(unreadable(part.text), { line: place });
    told = true;
    const key = keyOf(part.text);
    // A key that cannot be read is no unknown key: the mistake is told already.
    if (keys.some((known) => known === key)) entries.push({ key, value: undefined, line: place });
  }
  if (!told && parsed !== null) {
    const { document, lineAt } = parsed;
    const at = document.errors[0]?.pos[0] ?? 0;
    findings.problem(unreadable(text.slice(text.lastIndexOf("\n", at - 1) + 1)), {
      line: firstLine + lineAt(at) - 1,
    });
    return null;
  }
  return entries;
}

type Parsed = { readonly document: Document; readonly lineAt: (offset: number) => number };

/** null: it nests so much that it is not worth a look. */
function parseYaml(text: string): Parsed | null {
  if (nesting(text) > deepestNesting) return null;
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    stringKeys: true,
    // The parser compares each key with each other; readFrontMatter looks for the second of a known key itself.
    uniqueKeys: false,
    lineCounter: lines,
    prettyErrors: false,
    // "silent" would also keep it silent about a second document after `...`.
    logLevel: "error",
  });
  return { document, lineAt: (offset) => lines.linePos(offset).line };
}

/**
 * The parser calls itself for every list in a list. Near the end of the stack it catches the RangeError and goes on,
 * and V8 then ends the whole process when it has to compile a regular expression there. So what could nest is counted
 * first, with the parser's lexer, which is a loop: a flat map has none of it.
 */
const deepestNesting = 100;

function nesting(text: string): number {
  let count = 0;
  /** In a line that starts in column 1, before its colon. */
  let key = true;
  let previous: string | null = "newline";
  for (const lexeme of new Lexer().lex(text)) {
    // A plain text is a sign that one comes, then itself.
    const type: string | null = previous === "scalar" ? null : CST.tokenType(lexeme);
    if (type === "newline") key = true;
    else if (type === "space" && previous === "newline") key = false;
    else if (type === "map-value-ind" && key) key = false;
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

function entriesOf(document: Document, lineAt: (at: number) => number, findings: Findings): Entry[] | null {
  const { contents } = document;
  if (contents === null) return [];
  const start = lineAt(contents.range?.[0] ?? 0);
  if (!isMap(contents)) {
    const found = excerpt(isScalar(contents) ? textOf(contents) : "a list");
    const sentence =
      "The front matter is no list of fields. Each line is a name, a colon, a space and a value.";
    findings.problem(notYaml(found, "name: value", sentence), { line: start });
    return null;
  }
  if (isMarked(contents))
    findings.problem(notText("the front matter", "an anchor or a tag"), { line: start });
  return contents.items.map((pair) => entryOf(pair, lineAt, start, findings));
}

function entryOf(pair: Pair, lineAt: (at: number) => number, start: number, findings: Findings): Entry {
  const key = isScalar(pair.key) ? pair.key : null;
  const name = textOf(key);
  const line = key?.range ? lineAt(key.range[0]) : start;
  const value = pair.value;
  let text: string | undefined;
  if (value === null || value === undefined) text = "";
  else if (isScalar(value)) text = textOf(value);
  if (!keys.some((known) => known === name)) return { key: name, value: undefined, line };
  const marked = isMarked(pair.key) || isMarked(value);
  if (text === undefined || marked) {
    const what = marked ? "an anchor or a tag" : isMap(value) ? "a map" : "a list or an alias";
    findings.problem(notText(name, what), { line });
    return { key: name, value: undefined, line };
  }
  return { key: name, value: text, line };
}

/** The failsafe schema knows no other scalars. */
function textOf(scalar: { readonly value: unknown } | null): string {
  return typeof scalar?.value === "string" ? scalar.value : "";
}

function isMarked(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return ("anchor" in node && node.anchor !== undefined) || ("tag" in node && node.tag !== undefined);
}

/** More entries than any front matter has; what follows is not judged. */
const entriesTried = 500;

/** Cuts at the lines that begin an entry: something in column 1 that is no comment, list item or closing bracket. */
function cutEntries(text: string): { text: string; line: number }[] {
  const parts: { from: number; line: number }[] = [];
  let line = 1;
  for (let from = 0; from < text.length && parts.length <= entriesTried; line += 1) {
    const end = text.indexOf("\n", from);
    const first = text[from] ?? "";
    if (!isBlank(first) && !"#-]},".includes(first)) parts.push({ from, line });
    if (end === -1) break;
    from = end + 1;
  }
  return parts
    .slice(0, entriesTried)
    .map((part, at) => ({ text: text.slice(part.from, parts[at + 1]?.from), line: part.line }));
}

function keyOf(entry: string): string {
  const colon = entry.indexOf(":");
  return (colon === -1 ? entry : entry.slice(0, colon)).trim().replace(/^(["'])(.*)\1$/, "$2");
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
  // A line that names no field has no value that could be quoted.
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
  const sentence = `The value of ${key} is ${found}. Only plain text can stand here; put it in quotes.`;
  return { code: "FRONT_MATTER_VALUE", found, expected: "text", sentence };
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
  const sentence = `The format is "${excerpt(value)}". This program reads ${formatName}.`;
  return { code: "FORMAT_UNKNOWN", found: excerpt(value) || "nothing", expected: formatName, sentence };
}
