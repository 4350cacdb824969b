// Writes the published courses into the landing page, so that a visitor sees them before the app has loaded, and without
// it. Titles, descriptions and code are texts of admins: each is escaped here, and a text is never searched for places.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { difficulties, type Tokens } from "@tabstop/contract/vocabulary";
import { capital, counted, inWords } from "@tabstop/course/words";
import { escaped } from "./page-head.ts";

export type Landing = HandlerResult<"getLanding">;

const countsMarker = "<!--tabstop:landing-counts-->";
/** Contains the list as the build draws it, with one course and `{{title}}` and so on for its words. */
const coursesMarker = /<!--tabstop:landing-courses (.*?)(<li>.*?<\/li>)(.*?)-->/s;
const dataMarker = "<!--tabstop:landing-data-->";

/** Replaces the markers of a page that has them; with null, which is when nothing is known of the courses, by nothing. */
export function fillLandingPage(html: string, landing: Landing | null): string {
  const courses = landing?.courses ?? [];
  return html
    .replace(countsMarker, () => (landing && courses.length > 0 ? countsOf(landing) : ""))
    .replace(coursesMarker, (_, start: string, row: string, end: string) => {
      const rows = courses.map((course) => fillRow(row, course));
      return rows.length > 0 ? start + rows.join("") + end : "";
    })
    .replace(dataMarker, () => (landing ? dataOf(landing) : ""));
}

/** 'Seven courses, 393 short examples. ' */
function countsOf({ courses, total_examples }: Landing): string {
  const word = capital(inWords(courses.length));
  return `${word} course${courses.length === 1 ? "" : "s"}, ${counted(total_examples, "short example")}. `;
}

function fillRow(row: string, course: Landing["courses"][number]): string {
  const words: Readonly<Record<string, string>> = {
    id: String(course.id),
    title: escaped(course.title),
    levelNumber: String(difficulties.indexOf(course.difficulty_level) + 1),
    level: escaped(capital(course.difficulty_level)),
    examples: counted(course.total_examples, "example"),
    description: escaped(course.description),
    code: codeLines(course.lines, course.tokens),
  };
  return row.replace(/\{\{(\w+)\}\}/g, (place, name: string) => words[name] ?? place);
}

/** As web/typing/code-lines.tsx draws them; e2e/landing-courses.spec.ts compares the two. */
function codeLines(lines: readonly string[], tokens: Tokens | null): string {
  const text = lines.join("\n");
  let drawn = "";
  let start = 0;
  for (const [name, units] of runsOf(text, tokens)) {
    const parts = text.slice(start, start + units).split("\n");
    const pieces = parts.map((part) =>
      part === "" ? "" : `<span class="${name === "" ? "u" : `${escaped(name)} u`}">${escaped(part)}</span>`,
    );
    drawn += pieces.join("</span><span>");
    start += units;
  }
  return `<span class="code-lines" aria-hidden="true"><span>${drawn}</span></span>`;
}

/** One plain run if the colours are those of another text. */
function runsOf(text: string, tokens: Tokens | null): Tokens {
  const length = tokens?.reduce((sum, [, units]) => sum + units, 0);
  return tokens !== null && length === text.length ? tokens : [["", text.length]];
}

// Data, which browsers do not run, so the content security policy does not apply to it. A `<` could end the element.
function dataOf(landing: Landing): string {
  const json = JSON.stringify(landing).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="landing-data">${json}</script>`;
}
