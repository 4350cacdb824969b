// The content rules of the catalogue: an example can be typed on any keyboard, in a few minutes, and its words and
// behaviour are harmless. Pure: it reads text and needs no language tool, so `npm test` runs it too. The tools of the
// languages judge whether code is right, idiomatic and well formatted.

import { codePointName, codePoints } from "@tabstop/engine/code-points";
import type { CourseFile, CatalogueExample } from "../course-files.ts";
import type { PlannedCourse } from "../plan/planned-course.ts";
import { plannedCourse } from "../plan/plan.ts";
import { nearDuplicates } from "./near-duplicates.ts";
import { bareCode, pieces } from "./pieces.ts";
import {
  descriptionFaults,
  lintIntroductions,
  proseFaults,
  spellingFaults,
  titleFaults,
} from "./prose-lint.ts";
import type { Fault, Finding } from "./fault.ts";

const limits = {
  lines: 20,
  fewestLines: 3,
  repeatedLine: 3,
} as const;

/** The most characters of a line, where the plan of the course has no other limit. */
const usualLineLength = 72;

/** The most characters of an example: in any case, and without a reason in the plan. */
export const longest = { withReason: 400, withoutReason: 360 } as const;

/** The number of characters of an example, by the position of its lesson in the course. */
const sizes = {
  first: { from: 40, to: 150 },
  middle: { from: 100, to: 280 },
  last: { from: 150, to: longest.withoutReason },
} as const;

export function lintCourse(file: CourseFile): Fault[] {
  return [
    ...lintTitles(file),
    ...lintIntroductions(file),
    ...file.examples.flatMap((example) => lintExample(example, file)),
    ...repeatedLines(file).map(({ line, count }) => ({
      at: file.name,
      rule: "boilerplate",
      message: `the line ${JSON.stringify(line)} occurs ${count} times in the course, at most ${limits.repeatedLine}`,
    })),
  ];
}

/** Rules across all files: no example twice, and no two courses in the same place of the list. */
export function lintCatalogue(files: readonly CourseFile[]): Fault[] {
  const duplicates = nearDuplicates(files.flatMap((file) => file.examples)).map(
    ({ first, second, likeness }) => ({
      at: placeOf(second),
      rule: "near duplicate",
      message: `${Math.round(100 * likeness)} % the same as ${placeOf(first)}`,
    }),
  );
  const places = files.flatMap((file, index) => {
    const other = files.slice(0, index).find(({ course }) => course.order_index === file.course.order_index);
    if (other === undefined) return [];
    return [{ at: file.name, rule: "order", message: `has the order_index of ${other.name}` }];
  });
  return [...duplicates, ...places];
}

export function placeOf(example: CatalogueExample): string {
  return `${example.file}: ${example.lesson} > ${example.chapter} > ${example.title}`;
}

/** Of the plan it takes the titles of the examples that may be longer than others, and the limit of a line. */
export function lintExample(
  example: CatalogueExample,
  file: Pick<CourseFile, "name" | "lessonCount">,
  { long = {}, lineLength = usualLineLength }: Pick<PlannedCourse, "long" | "lineLength"> = plannedCourse(
    file.name,
  ) ?? {},
): Fault[] {
  const messages: (readonly [rule: string, message: string])[] = [
    ...characterFaults(example),
    ...lineFaults(example, lineLength),
    ...sizeFaults(example, file, long),
    ...commentFaults(example),
    ...wordFaults(example),
    ...behaviourFaults(example),
    ...(example.language === "sql" ? sqlFaults(example) : []),
    ...descriptionFaults(example.description),
    ...titleFaults(example.title),
    ...proseFaults(example.description),
    ...proseFaults(example.title),
    ...spellingFaults(example.code),
  ];
  return messages.map(([rule, message]) => ({ at: placeOf(example), rule, message }));
}

// --- What can be typed

function characterFaults({ code, language }: CatalogueExample): Finding[] {
  const found: Finding[] = [];
  for (const [index, line] of code.split("\n").entries()) {
    const odd = /[^\x20-\x7e\t]/u.exec(line)?.[0];
    if (odd !== undefined)
      found.push([
        "characters",
        `line ${index + 1} contains ${codePointName(odd)}, which is not a plain key`,
      ]);
    const tab = language === "go" ? /[^\t]\t/.test(line) : line.includes("\t");
    if (tab) found.push(["characters", `line ${index + 1} contains a tab`]);
  }
  return found;
}

function lineFaults({ code, language }: CatalogueExample, lineLength: number): Finding[] {
  const lines = code.split("\n");
  const found: Finding[] = [];
  if (lines[0]?.trim() === "") found.push(["ends", "the first line is blank"]);
  if (lines.length > 1 && lines.at(-1)?.trim() === "") found.push(["ends", "the last line is blank"]);
  for (const [index, line] of lines.entries()) {
    if (/\s$/.test(line)) found.push(["ends", `line ${index + 1} ends with whitespace`]);
    const columns = line.replaceAll("\t", " ".repeat(tabColumns)).length;
    if (columns > lineLength) {
      found.push(["line length", `line ${index + 1} has ${columns} characters, at most ${lineLength}`]);
    }
    const unit = indentOf(language);
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    // The stars of a block comment are one column further right.
    if (unit !== "tab" && indent % unit !== 0 && !line.startsWith(" *", indent - 1)) {
      found.push(["indent", `line ${index + 1} is indented by ${indent}, not by a multiple of ${unit}`]);
    }
  }
  for (const gap of code.matchAll(/\n(\n{2,})(?=[^\n])/g)) {
    if (language === "python" && gap[1]?.length === 2 && isPythonGap(code, gap.index)) continue;
    found.push([
      "ends",
      `more than one blank line after line ${code.slice(0, gap.index).split("\n").length}`,
    ]);
  }
  return found;
}

/**
 * PEP 8 and black demand two blank lines around a definition at the top level of Python, the only exception to "at most
 * one blank line".
 */
function isPythonGap(code: string, at: number): boolean {
  const before = code.slice(0, at).split("\n").at(-1) ?? "";
  const after = code.slice(at).trimStart();
  return /^\s/.test(before) || /^(?:@|def\b|class\b|async\s+def\b)/.test(after);
}

/** The columns that a tab has on the screen of a learner. */
const tabColumns = 2;

function indentOf(language: string): number | "tab" {
  if (language === "go") return "tab";
  return ["python", "java", "c", "cpp", "csharp", "rust", "php", "kotlin", "swift"].includes(language)
    ? 4
    : 2;
}

function sizeFaults(
  example: CatalogueExample,
  file: Pick<CourseFile, "name" | "lessonCount">,
  long: NonNullable<PlannedCourse["long"]>,
): Finding[] {
  const found: Finding[] = [];
  const lines = example.code.split("\n").length;
  const characters = codePoints(example.code);
  if (lines > limits.lines) found.push(["lines", `${lines} lines, at most ${limits.lines}`]);
  // A pattern has no line breaks and is short, so only the upper limits apply to it.
  const isPattern = example.language === "regex";
  if (lines < limits.fewestLines && !isPattern) {
    found.push(["lines", `${lines} lines, at least ${limits.fewestLines}`]);
  }
  const part = partOf(example, file);
  const { from } = sizes[part];
  const hasReason = Object.hasOwn(long, example.title);
  const to = part === "last" && hasReason ? longest.withReason : sizes[part].to;
  if ((characters < from && !isPattern) || characters > to) {
    found.push(["size", `${characters} characters, ${from} to ${to} in a course's ${part} lesson`]);
  }
  return found;
}

/** In a course that is not complete, the last written lesson is not the last one. */
function partOf(
  example: CatalogueExample,
  file: Pick<CourseFile, "name" | "lessonCount">,
): keyof typeof sizes {
  if (example.lessonIndex === 0) return "first";
  const lessons = plannedCourse(file.name)?.lessons.length ?? file.lessonCount;
  return example.lessonIndex >= lessons - 1 ? "last" : "middle";
}

// --- What is worth typing

const switchOffs =
  /eslint-disable|oxlint-disable|prettier-ignore|stylelint-disable|\[html-validate-|shellcheck disable|\bnoqa\b|fmt: ?(?:off|skip)|@ts-(?:ignore|nocheck)|type: ?ignore|@SuppressWarnings|clang-format off|\bNOLINT|#\s*pragma (?:GCC|clang)|\bnolint\b|#!?\[(?:allow|expect|rustfmt::skip)\b|\bphpcs:|rubocop:/;

function commentFaults({ code, language, title, chapter }: CatalogueExample): Finding[] {
  const comments = pieces(code, language).filter((piece) => piece.kind === "comment");
  const off = switchOffs.exec(code)?.[0];
  if (off !== undefined) return [["comments", `"${off}" silences a tool: fix the code instead`]];
  if (/comment|docstring/i.test(`${title} ${chapter}`)) return [];
  if (comments.length > 1)
    return [["comments", `${comments.length} comments to type, at most one short line`]];
  const [comment] = comments;
  if (comment !== undefined && (comment.source.includes("\n") || comment.source.length > 50)) {
    return [["comments", `the comment in line ${comment.line} is prose: at most one line of 50 characters`]];
  }
  return [];
}

const brands =
  /\b(?:google|facebook|microsoft|amazon|netflix|youtube|twitter|instagram|tiktok|whatsapp|spotify|paypal|uber|tesla|nvidia|iphone|ipad|ikea|lego|disney|starbucks|coca-cola|pepsi|toyota|github|gitlab)\b/i;
const people =
  /\b(?:Lovelace|Turing|Hopper|Knuth|Torvalds|Stallman|Ritchie|Einstein|Newton|Darwin|Curie|Shakespeare|Mozart|Beethoven|Picasso|Musk|Bezos|Zuckerberg|Gates|Obama|Trump|Putin|Merkel)\b/;
const secret =
  /\b(?:password|passwd|secret|api_?key|token)\w*["']?\s*[:=]\s*["'][^"'\s]{8,}["']|\b(?:sk|pk)_(?:live|test)_\w+|\bAKIA[0-9A-Z]{16}\b|-----BEGIN/i;
const reservedHost =
  /^(?:(?:[\w-]+\.)*example\.(?:org|com|net)|(?:[\w-]+\.)*(?:example|test|invalid|localhost)|localhost|127\.0\.0\.1)(?::\d+)?$/;

function wordFaults({ code }: CatalogueExample): Finding[] {
  const found: Finding[] = [];
  for (const [name, pattern] of [["brand", brands] as const, ["person", people] as const]) {
    const word = pattern.exec(code)?.[0];
    if (word !== undefined) found.push(["words", `"${word}" is a ${name}`]);
  }
  const hidden = secret.exec(code)?.[0];
  if (hidden !== undefined) found.push(["words", `${JSON.stringify(hidden)} looks like a secret`]);
  const hosts = [
    ...code.matchAll(/\b(?:https?|ftp|wss?|ssh|git):\/\/(?:[\w.-]+@)?([^\s/"'`)<>?#]+)/g),
    ...code.matchAll(/\b[\w.+-]+@([a-z\d-]+(?:\.[a-z\d-]+)+)/gi),
  ];
  for (const [, host = ""] of hosts) {
    // A host that the code composes (`${host}`) is judged by the text from which it is composed.
    if (host.includes("{") || host.includes("$") || host === "www.w3.org" || reservedHost.test(host))
      continue;
    found.push(["words", `${host} may belong to someone: use example.org`]);
  }
  return found;
}

/** Expressions that depend on the clock, chance, the network or a person. */
const surprises: Readonly<Record<string, RegExp>> = {
  javascript:
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\b|\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b|\bprocess\.stdin\b|\bprompt\(/,
  python:
    /\b(?:import|from)\s+(?:random|secrets|uuid|socket|urllib|requests|http)\b|\bdate(?:time)?\.(?:now|today|utcnow)\b|\btime\.(?:time|monotonic|perf_counter)\b|\binput\(/,
  sql: /\brandom\s*\(|\bnow\s*\(|\bcurrent_(?:date|time|timestamp)\b|\bclock_timestamp\b/i,
  java: /\bSystem\.(?:currentTimeMillis|nanoTime|in)\b|\bMath\.random\b|\bnew (?:Random|Scanner|Date|SecureRandom|Socket)\b|\bThreadLocalRandom\b|\b\w*(?:Date|Time|Instant|Year)\.now\(|\brandomUUID\b|\bHttpClient\b|\bjava\.net\b/,
  c: /\b(?:s?rand|time|clock|clock_gettime|gettimeofday|scanf|getchar|gets|socket|system)\s*\(|\bstdin\b/,
  cpp: /\b(?:s?rand|time|clock|scanf|getchar|system)\s*\(|\brandom_device\b|_clock::now\b|\b(?:cin|stdin)\b/,
  go: /\btime\.(?:Now|Since|Until)\b|\brand\.|\bos\.Stdin\b|\b(?:http|net)\.[A-Z]|\bfmt\.Scan|\bexec\.Command\b/,
  rust: /\b(?:SystemTime|Instant)::now\b|\brand::|\bstd::net\b|\b(?:Tcp|Udp)\w+::|\bstdin\b|\bRandomState\b/,
  php: /(?<![>:\w])(?:(?:mt_|lcg_)?s?rand|random_int|random_bytes|shuffle|array_rand|str_shuffle|uniqid|microtime|hrtime|time|readline|curl_init|fsockopen|mail)\s*\(|\bnew DateTime(?:Immutable)?(?:\(\s*\)|;)|\bSTDIN\b/,
  ruby: /(?<![.\w])s?rand\b|\b(?:Time|DateTime)\.now\b|\bDate\.today\b|\b(?:Random|SecureRandom|TCPSocket)\b|\bNet::HTTP\b|\.(?:shuffle|sample)\b|(?<![.\w])gets\b|\bSTDIN\b|\$stdin\b/,
  bash: /\$\{?(?:RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|PPID|BASHPID)\b|(?:^|[|;&(])\s*(?:date|curl|wget|ssh|scp|ping|nc|telnet|sudo)\b|>\s*(?:~|\/(?!dev\/(?:null|stdout|stderr)\b))|\bgit\b.*(?:--date=(?:relative|human)|--relative-date|%[ac]r\b)/m,
};

function behaviourFaults({ code, language }: CatalogueExample): Finding[] {
  const pattern = surprises[language === "typescript" ? "javascript" : language];
  const word = pattern?.exec(language === "bash" ? code : bareCode(code, language))?.[0].trim();
  if (word === undefined) return [];
  return [["behaviour", `"${word}" gives another result each time, or accesses something outside`]];
}

// --- SQL, which has no usual formatter

const sqlKeywords = new Set(
  `ADD ALL ALTER AND AS ASC BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS DEFAULT
  DELETE DESC DISTINCT DO DROP ELSE END EXCEPT EXISTS FIRST FOREIGN FROM FULL GROUP HAVING IF IN INDEX INNER INSERT INTERSECT
  INTO IS JOIN LAST LEFT LIKE LIMIT NOT NOTHING NULL NULLS OFFSET ON OR ORDER OUTER OVER PARTITION PRIMARY RECURSIVE REFERENCES
  RENAME RETURNING RIGHT ROLLBACK ROWS SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE
  WINDOW WITH INTEGER NUMERIC REAL BOOLEAN VARCHAR TIMESTAMP TRUE FALSE`.split(/\s+/),
);

const sqlFunction =
  /\b(?:abs|avg|cast|coalesce|count|dense_rank|first_value|lag|last_value|lead|length|lower|max|min|nullif|ntile|rank|replace|round|row_number|substr|sum|trim|upper)\s*\(/;

function sqlFaults({ code, language }: CatalogueExample): Finding[] {
  const bare = bareCode(code, language);
  const found: Finding[] = [];
  for (const [word] of bare.matchAll(/\b[A-Za-z_]+\b/g)) {
    const upper = word.toUpperCase();
    if (sqlKeywords.has(upper) && word !== upper)
      found.push(["SQL keywords", `"${word}" is a keyword: ${upper}`]);
  }
  // A column may be called `date` or `text`; after a name the word is a type.
  const type = /\b[a-z_]\w* +(text|date)\b/.exec(bare)?.[1];
  if (type !== undefined) found.push(["SQL keywords", `"${type}" is a type: ${type.toUpperCase()}`]);
  if (/\bLIMIT\b/i.test(bare) && !/\bORDER\s+BY\b/i.test(bare)) {
    found.push(["behaviour", "LIMIT without ORDER BY returns arbitrary rows"]);
  }
  const call = sqlFunction.exec(bare)?.[0];
  if (call !== undefined) found.push(["SQL keywords", `"${call}" is a function: ${call.toUpperCase()}`]);
  if (!bare.trimEnd().endsWith(";")) found.push(["SQL keywords", "the last statement has no semicolon"]);
  return found;
}

// --- Titles of a course

function lintTitles(file: CourseFile): Fault[] {
  const faults: Fault[] = [];
  const { description, order_index: order } = file.course;
  if (description === "") faults.push({ at: file.name, rule: "description", message: "the course has none" });
  if (order === null)
    faults.push({ at: file.name, rule: "order", message: "the front matter has no order_index" });
  const seen = new Map<string, string>();
  for (const example of file.examples) {
    const key = JSON.stringify([example.lessonIndex, example.chapterIndex, example.title.toLowerCase()]);
    if (seen.has(key)) {
      faults.push({
        at: placeOf(example),
        rule: "title",
        message: "another example of the chapter has this title",
      });
    }
    seen.set(key, example.title);
  }
  return faults;
}

// Shorter lines such as a brace, a closing tag or `else {` are not boilerplate.
const fewestOfStatement = 15;

function repeatedLines(file: CourseFile): { readonly line: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const example of file.examples) {
    for (const line of example.code.split("\n").map((text) => text.trim())) {
      if (line.replace(/\s/g, "").length >= fewestOfStatement) counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([, count]) => count > limits.repeatedLine)
    .map(([line, count]) => ({ line, count }));
}
