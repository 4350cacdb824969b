// Files of a million characters that are built to be slow to read, and the simplest of them near the size limit. The
// goal is a second of CPU time for the longest file; the bounds leave room for a busy machine and code that is not warm.

import { describe, expect, test } from "vitest";
import { decodeBytes } from "./decode-bytes.ts";
import { parseCourseCsv } from "./csv/parse-csv.ts";
import { parseCourse, parseLesson } from "./markdown/parse-markdown.ts";

const size = 1_000_000;
const boundMs = 1_000;
const longestBoundMs = 3_000;
const fill = (unit: string, length = size) => unit.repeat(Math.floor(length / unit.length));
const front = "---\ntitle: T\ndifficulty_level: beginner\n---\n";
const inExample = `${front}# L\n## C\n### E\n`;
const head = "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content\n";

const markdown: Record<string, string> = {
  "one line": fill("x"),
  "one line of text": `${front}# L\n${fill("x")}`,
  "one title": `${front}# ${fill("x ")}`,
  "one line of backslashes": `${front}# L\n${fill("\\")}#`,
  "one line of spaces": `${front}# L\n${fill(" ")}x`,
  "one line of dashes": `${front}# L\n${fill("-")}x`,
  "one line of backticks": `${inExample}${fill("`")}`,
  "a fence with a long word": `${inExample}\`\`\`${fill("j")}`,
  "a fence of backticks and words": `${inExample}\`\`\`${fill("`` ")}`,
  "one line of code": `${inExample}\`\`\`js\n${fill("x")}\n\`\`\``,
  "code of nothing but spaces": `${inExample}\`\`\`js\n${fill(" \n")}\n\`\`\``,
  "code of nothing but NUL": `${inExample}\`\`\`js\n${fill("\0\n")}\n\`\`\``,
  "code of no-break spaces": `${inExample}\`\`\`js\n${fill("\u00a0 \n")}x\n\`\`\``,
  "lines of line feeds": fill("\n"),
  "blank lines in a description": `${front}# L\nx${fill("\n")}x`,
  "lines of carriage returns": fill("\r"),
  lessons: front + fill("# a\n"),
  chapters: `${front}# L\n${fill("## a\n")}`,
  examples: `${front}# L\n## C\n${fill("### a\n")}`,
  "empty titles": front + fill("# \n## \n### \n"),
  "indented headings": front + fill(" # a\n"),
  "indented fences that never close": front + fill(" ```a\n"),
  "indented fences": front + fill(" ```\n"),
  fences: `${inExample}${fill("```\n")}`,
  openers: `${inExample}${fill("```js\n")}`,
  "shorter closers": `${inExample}\`\`\`\`js\n${fill("```\n")}`,
  comments: front + fill("<!---->\n"),
  "comments with text": front + fill("<!-- -->x\n"),
  "comment openers": front + fill("<!--\n"),
  "ends of comments": front + fill("-->\n"),
  "escaped markers": `${front}# L\n${fill("\\# x\n")}`,
  hashes: `${front}# L\n${fill("#\n")}`,
  rules: `${front}# L\n${fill("---\n")}`,
  "brackets in the front matter": `---\ntitle: ${fill("[", 50_000)}\n---\n`,
  "a front matter without end": `---\n${fill("a: b\n")}`,
  "a long front matter": `---\n${fill("# x\n")}---\n`,
  "unseen characters": `${front}# L\n${fill("\u200b\u00a0#\n")}`,
  "hidden closing fences": `${inExample}\`\`\`\`js\n${fill("``\u200b`\n")}`,
  "hidden ends of comments": `${front}<!--\n${fill("-\u200b-\n")}`,
  "hidden ends of many comments": front + fill("<!-- --\u200b>\n"),
  "a dash and unseen characters in a comment": `${front}<!--\n-${fill("\u200b")}`,
  "a title of unseen characters": `${front}# a${fill("\u200b ")}b`,
  outputs: `${inExample}\`\`\`js\nx\n\`\`\`\n${fill("```output\n```\n")}`,
  "outputs without code": `${inExample}${fill("```output\n```\n")}`,
  "outputs of examples without code": front + fill("### E\n```output\n1\n```\n"),
  "one line of output": `${inExample}\`\`\`js\nx\n\`\`\`\n\`\`\`output\n${fill("\u200b")}\n\`\`\``,
  "an output of nothing but NUL": `${inExample}\`\`\`js\nx\n\`\`\`\n\`\`\`output\n${fill("\0\n")}\`\`\``,
  "outputs of unseen characters": `${front}# L\n## C\n${fill(`### E\n\`\`\`js\nx\n\`\`\`\n\`\`\`output\n${"\u200bx\u00a0y\n".repeat(400)}\`\`\`\n`)}`,
  "a fence with many words like output": `${inExample}\`\`\`js\nx\n\`\`\`\n\`\`\`${fill("-output ")}\n\`\`\``,
  "code of many examples": `${front}# L\n## C\n${fill(`### E\n\`\`\`js\n${"\u00a0x\n".repeat(500)}\`\`\`\n`)}`,
  "lines with NUL in many lessons": front + fill(`# L\n${"\0\n".repeat(900)}`),
  "half characters": `${front}# L\n${fill("\ud83d")}`,
};

const csv: Record<string, string> = {
  "one cell": fill("x"),
  "one header of commas": fill(","),
  "one header of names": fill("a,"),
  "one header of quotes": fill('"'),
  "one header of the same name": fill("language,"),
  "rows of commas": head + fill(",\n"),
  "blank rows": head + fill("\n"),
  "one row of commas": head + fill(","),
  "one cell of quotes": `${head}"${fill('""')}`,
  "an open quote": `${head}"${fill("\n")}`,
  "quotes with text after them": head + fill('"a"b\n'),
  "blanks before quotes": head + fill(' "a"\n'),
  "short rows": head + fill("T,beginner\n"),
  lessons: head + fill("T,beginner,a,b,c,js,x\n") + fill("T,,l,c,e,js,x\n", 1_000),
  "many lessons": head + Array.from({ length: 40_000 }, (_, at) => `T,beginner,${at},c,e,js,x\n`).join(""),
  "empty titles": head + fill("T,,,,e,,\n"),
  "faulty cells": head + fill("T,easy,\0,\0,\0,-,\0\n"),
  conflicts: head + Array.from({ length: 80_000 }, (_, at) => `${at},,l,c,,,\n`).join(""),
  "long numbers": `lesson_order_index,${head}${fill("9", 400_000)},T,beginner,L,C,E,js,x\n${fill("8", 400_000)},T,,L,C,E,js,x`,
  "outputs of NUL": `output,${head}${fill(`"${"\0\n".repeat(200)}",T,beginner,L,C,E,js,x\n`)}`,
  "one output of unseen characters": `output,${head}"${fill("\u200b\n")}",T,beginner,L,C,E,js,x\n`,
  "outputs without titles": `output,${head}${fill("1,T,beginner,,,,,\n")}`,
  "unseen characters before quotes": head + fill('\u200b\u00a0"a"\n'),
  "cells of errors": head + fill("#REF!,#N/A,Err:502,#NAME?,#NULL!,#NUM!,#VALUE!\n"),
  "blank lines above the header": fill(" ,\n"),
  "unseen characters in escaped": `escaped,${head}'${fill("\u00a0")},T,beginner,L,C,E,js,x`,
  "many names in escaped": `escaped,${head}${fill("code_content ")},T,beginner,L,C,E,js,x`,
};

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("Markdown of a million characters is judged in a second:", () => {
  for (const [name, text] of Object.entries(markdown)) {
    test(name, () => {
      expect(cpuMs(() => parseCourse(text))).toBeLessThan(boundMs);
      expect(cpuMs(() => parseLesson(text, "T"))).toBeLessThan(boundMs);
    });
  }
});

describe("CSV of a million characters is judged in a second:", () => {
  for (const [name, text] of Object.entries(csv)) {
    test(name, () => {
      expect(cpuMs(() => parseCourseCsv(text))).toBeLessThan(boundMs);
    });
  }
});

test("a file of eight million characters is judged in a second", () => {
  const largest = 7_999_000;
  for (const text of [
    fill("x", largest),
    front + fill("# a\n", largest),
    fill("\r", largest),
    head + fill("T,,l,,,,\n", largest),
    `${inExample}\`\`\`\`js\n${fill("```\n", largest - inExample.length - 10)}`,
    front + fill("\u200b\u00a0#\n", largest - front.length),
    front + fill("-->\n", largest - front.length),
    fill(" ,\n", largest),
    fill('"', largest),
  ]) {
    expect(text.length).toBeLessThanOrEqual(8_000_000);
    expect(cpuMs(() => parseCourse(text))).toBeLessThan(longestBoundMs);
    expect(cpuMs(() => parseCourseCsv(text))).toBeLessThan(longestBoundMs);
  }
});

test("bytes of a wrong encoding are judged in a second", () => {
  const bytes = (pattern: string) =>
    new Uint8Array(Buffer.from(pattern.repeat(6_000_000 / pattern.length), "latin1"));
  for (const each of ["\xfc", "a", "a\0", "\0a", "\0", "\xe2\x82\xac", "a\n\0"]) {
    expect(cpuMs(() => decodeBytes(bytes(each)))).toBeLessThan(longestBoundMs);
  }
});
