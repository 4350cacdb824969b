import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Chapter, Course, Example, Lesson } from "./course.ts";
import { columnNames } from "./csv/csv-columns.ts";
import { decodeBytes } from "./decode-bytes.ts";
import { hostileCourse, hostileLesson } from "./test/hostile-courses.ts";
import { parseCourseCsv, parseLessonsCsv } from "./csv/parse-csv.ts";
import { parseCourse, parseLesson } from "./markdown/parse-markdown.ts";
import { printCourseCsv } from "./csv/print-csv.ts";
import { printCourse } from "./markdown/print-markdown.ts";
import type { Problem, Warning } from "./problems.ts";

const runs = { numRuns: 400 };

/** Warnings about the form of a file. All others are about its content, which exporting must not change. */
const formatWarnings = [
  "INFO_IGNORED",
  "RULE_IS_TEXT",
  "HASH_IS_TEXT",
  "FRONT_MATTER_IGNORED",
  "COURSE_COLUMNS_IGNORED",
  "LESSON_TITLE_DIFFERS",
  "SPREADSHEET_ERROR",
];

function courseOf(
  result:
    | { ok: true; course: Course; warnings: readonly Warning[] }
    | { ok: false; problems: readonly Problem[] },
): Course {
  if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
  expect(
    result.warnings.map((warning) => warning.code).filter((code) => formatWarnings.includes(code)),
  ).toEqual([]);
  return result.course;
}

describe("Markdown", () => {
  test("a printed course is parsed as the same course and printed as the same text", () => {
    fc.assert(
      fc.property(hostileCourse, (course) => {
        const text = printCourse(course);
        const read = courseOf(parseCourse(text));
        expect(read).toEqual(course);
        expect(printCourse(read)).toBe(text);
      }),
      runs,
    );
  });

  test("CRLF, CR or mixed line ends and a byte order mark do not change the course", () => {
    fc.assert(
      fc.property(hostileCourse, fc.infiniteStream(fc.constantFrom("\r\n", "\r", "\n")), (course, ends) => {
        const text = printCourse(course);
        expect(courseOf(parseCourse(text.replaceAll("\n", "\r\n")))).toEqual(course);
        // A lone CR before an LF would form one line end with it, so each run of line ends gets one kind.
        const mixed = `\ufeff${text.replace(/\n+/g, (run) => ends.next().value.repeat(run.length))}`;
        expect(courseOf(parseCourse(mixed))).toEqual(course);
      }),
      runs,
    );
  });

  test("comments, blank lines, tildes and extra words do not change the course", () => {
    fc.assert(
      fc.property(hostileCourse, fc.infiniteStream(fc.nat(99)), (course, dice) => {
        const text = writeByHand(course, () => dice.next().value);
        const result = parseCourse(text);
        if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
        expect(result.course).toEqual(course);
      }),
      runs,
    );
  });

  test("an accepted file of arbitrary lines is the same course after an export", () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(hostileLine, { maxLength: 12 }), (lines) => {
        const result = parseCourse([...frontMatter, ...lines].join("\n"));
        if (!result.ok) return;
        accepted += 1;
        expect(courseOf(parseCourse(printCourse(result.course)))).toEqual(result.course);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(150);
  });

  test("a lesson printed as part of a course is parsed as the same lesson", () => {
    fc.assert(
      fc.property(hostileLesson, (lesson) => {
        const course = {
          title: "C",
          description: "",
          difficulty_level: "beginner",
          order_index: null,
        } as const;
        const text = printCourse({ ...course, lessons: [lesson] });
        const result = parseLesson(text.slice(text.indexOf("\n---\n") + 5), "");
        expect(result).toMatchObject({ ok: true, lesson });
      }),
      runs,
    );
  });
});

describe("CSV", () => {
  test("a printed course is parsed as the same course and printed as the same text", () => {
    fc.assert(
      fc.property(hostileCourse, (course) => {
        const text = printCourseCsv(course);
        const read = courseOf(parseCourseCsv(text));
        expect(read).toEqual(course);
        expect(printCourseCsv(read)).toBe(text);
      }),
      runs,
    );
  });

  test("a file saved as UTF-16 is the same course", () => {
    fc.assert(
      fc.property(hostileCourse, (course) => {
        const decoded = decodeBytes(new Uint8Array(Buffer.from(printCourseCsv(course), "utf16le")));
        expect(courseOf(parseCourseCsv(decoded.ok ? decoded.text : ""))).toEqual(course);
      }),
      runs,
    );
  });

  test("both formats hold the same course", () => {
    fc.assert(
      fc.property(hostileCourse, (course) => {
        const throughBoth = courseOf(
          parseCourse(printCourse(courseOf(parseCourseCsv(printCourseCsv(course))))),
        );
        expect(throughBoth).toEqual(course);
      }),
      runs,
    );
  });

  test("no cell of an export starts a formula or would be converted to a number or truth value", () => {
    fc.assert(
      fc.property(hostileCourse, (course) => {
        const [, ...rows] = readSimply(printCourseCsv(course));
        for (const cells of rows) {
          for (const [at, cell] of cells.entries()) {
            if (columnNames[at]?.endsWith("order_index")) continue;
            expect(cell).not.toMatch(/^\s*[=+@＝＋－＠-]|^[\t\n]|^\s*[\d.]+\s*$|^\s*(true|false)\s*$/i);
          }
        }
      }),
      runs,
    );
  });

  test("other delimiters, numbers, quotes, column order and row order do not change the course", () => {
    fc.assert(
      fc.property(hostileCourse, sheetStyle, (course, style) => {
        const result = parseCourseCsv(writeSheet(course, style));
        if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
        expect(result.course).toEqual(course);
      }),
      runs,
    );
  });

  test("without numbers the titles hold rows together, in the order of first appearance", () => {
    fc.assert(
      fc.property(hostileCourse, sheetStyle, (course, style) => {
        const distinct = withDistinctTitles(course);
        const text = writeSheet(distinct, { ...style, numbered: false, reversed: false });
        const result = parseCourseCsv(text);
        if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
        expect(result.course).toEqual(distinct);
      }),
      runs,
    );
  });

  test("a course's sheet read as lessons has the lessons of the course", () => {
    fc.assert(
      fc.property(hostileCourse, (course) => {
        fc.pre(course.lessons.length > 0);
        expect(parseLessonsCsv(printCourseCsv(course))).toMatchObject({ ok: true, lessons: course.lessons });
      }),
      runs,
    );
  });
});

const frontMatter = ["---", "title: T", "difficulty_level: beginner", "---"];

const hostileLine = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("# L", "## C", "### E", "# L\n## C\n### E\n```js\nlet x\n```") },
  { weight: 3, arbitrary: fc.constantFrom("```js", "```", "````py more", "~~~c", "~~~", "~~~~") },
  { weight: 2, arbitrary: fc.constantFrom("```output", "~~~output", "```js\nx\n```\n\n``` output \n1\n```") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ..."text|\\# escaped|\\\\# twice|\\```|  \\# x|#tag|#|---|===|--- |\\---|####|##### five|    # four|\t# tab| x|x |\\|\\x".split(
        "|",
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "",
      " ",
      "\t",
      "\u00a0",
      "<!-- c -->",
      "<!-- a\n# b\n-->",
      "<!-->",
      "x <!-- y",
    ),
  },
);

/** The same course as an author might write it, with everything changed that has no meaning. */
function writeByHand(course: Course, die: () => number): string {
  const out: string[] = [];
  const noise = () => {
    for (let times = die() % 3; times > 0; times -= 1) {
      const kinds = ["", " ", "\t ", "<!-- note -->", "<!--\n# not a lesson\n```\n-->", "<!-- x\n--> "];
      out.push(kinds[die() % kinds.length] ?? "");
    }
  };
  const describe = (text: string) => {
    noise();
    if (text === "") return;
    out.push(...text.split("\n").map(protect));
    noise();
  };
  const fence = (info: string, content: string) => {
    const character = die() % 2 === 0 ? "`" : "~";
    const runs = bare(content).match(character === "`" ? /`+/g : /~+/g) ?? [];
    const run = character.repeat(
      Math.max(3, 1 + Math.max(0, ...runs.map(({ length }) => length)), die() % 6),
    );
    const close = `${" ".repeat(die() % 4)}${run}${character.repeat(die() % 3)}${" \t".slice(0, die() % 3)}`;
    out.push(`${run}${" ".repeat(die() % 2)}${info}${" ".repeat(die() % 2)}`, content, close);
    noise();
  };
  const fields = [
    `title: ${JSON.stringify(course.title)}`,
    `description: ${JSON.stringify(course.description)}`,
    `difficulty_level: ${die() % 2 === 0 ? course.difficulty_level : ` ${course.difficulty_level.toUpperCase()} # x`}`,
    ...(course.order_index === null ? [] : [`"order_index": "${course.order_index}"`]),
    ...(die() % 2 === 0 ? ["format: tabstop-course/1"] : []),
  ];
  if (die() % 2 === 0) fields.reverse();
  out.push(...(die() % 3 === 0 ? ["", "  "] : []), "---", ...fields, "---");
  noise();
  for (const lesson of course.lessons) {
    out.push(`# ${" ".repeat(die() % 3)}${lesson.title}${" ".repeat(die() % 3)}`);
    describe(lesson.description);
    for (const chapter of lesson.chapters) {
      out.push(`## ${chapter.title}\t`);
      describe(chapter.description);
      for (const example of chapter.examples) {
        out.push(`### ${example.title}`);
        describe(example.description);
        fence(`${example.language.toUpperCase()}${die() % 3 === 0 ? " title=x" : ""}`, example.code_content);
        if (example.output !== "" || die() % 8 === 0) fence("output", example.output);
      }
    }
  }
  return out.join("\n");
}

/** Rule 3 of the format, implemented a second time from its specification. */
function protect(line: string): string {
  const isMarker = (text: string) =>
    /^( {0,3})(\\*(?:#{1,3}(?!#)|`{3}|~{3}|<!--|(?:-{3,}|={3,})[ \t]*$))/.test(text);
  const spaced = line.replace(unseenSpace, " ").replace(unseen, "");
  if (!isMarker(spaced) && !isMarker(bare(line))) return line;
  const start = /^(?:(?![\t])[\s\p{Cf}\p{Default_Ignorable_Code_Point}])*/u.exec(line)?.[0].length ?? 0;
  return `${line.slice(0, start)}\\${line.slice(start)}`;
}

const unseenSpace = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const bare = (text: string) => text.replace(unseenSpace, "").replace(unseen, "");

type SheetStyle = {
  delimiter: string;
  quoteAll: boolean;
  newline: string;
  mark: boolean;
  separatorLine: boolean;
  numbered: boolean;
  reversed: boolean;
  repeated: boolean;
  names: number;
  surplus: number;
};

const sheetStyle: fc.Arbitrary<SheetStyle> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t"),
  quoteAll: fc.boolean(),
  newline: fc.constantFrom("\n", "\r\n"),
  mark: fc.boolean(),
  separatorLine: fc.boolean(),
  numbered: fc.constant(true),
  reversed: fc.boolean(),
  repeated: fc.boolean(),
  names: fc.nat(3),
  surplus: fc.nat(2),
});

function writeSheet(course: Course, style: SheetStyle): string {
  const rows: Record<string, string>[] = [];
  const base = { course_title: course.title, _note: 'a note, with "quotes"' };
  const courseCells = {
    course_description: course.description,
    difficulty_level: course.difficulty_level,
    course_order_index: course.order_index === null ? "" : String(course.order_index),
  };
  const order = (name: string, at: number) =>
    style.numbered ? { [`${name}_order_index`]: String(7 * at + 3) } : {};
  const once = (at: number, cells: Record<string, string>) => (style.repeated || at === 0 ? cells : {});
  for (const [l, lesson] of course.lessons.entries()) {
    const a = { ...order("lesson", l), lesson_title: lesson.title };
    if (lesson.chapters.length === 0) rows.push({ ...a, lesson_description: lesson.description });
    for (const [c, chapter] of lesson.chapters.entries()) {
      const b = { ...a, ...once(c, { lesson_description: lesson.description }) };
      const d = { ...b, ...order("chapter", c), chapter_title: chapter.title };
      if (chapter.examples.length === 0) rows.push({ ...d, chapter_description: chapter.description });
      for (const [e, example] of chapter.examples.entries()) {
        const { title, description, language, code_content, output } = example;
        rows.push({
          ...(e === 0 || style.repeated ? d : { ...a, ...order("chapter", c), chapter_title: chapter.title }),
          ...once(e, { chapter_description: chapter.description }),
          ...order("example", e),
          ...{ example_title: title, example_description: description, language, code_content, output },
        });
      }
    }
  }
  if (rows.length === 0) rows.push({});
  const filled: Record<string, string>[] = rows.map((row, at) => ({
    ...once(at, { ...base, ...courseCells }),
    ...row,
  }));
  if (style.reversed) filled.reverse();
  const columns = [...columnNames.filter((name) => name !== "escaped"), "_note"]
    .filter((name) => style.numbered || !/(lesson|chapter|example)_order/.test(name))
    .map((name, at) => ({ name, key: (at * 7 + style.names) % 17 }))
    .sort((x, y) => x.key - y.key)
    .map(({ name }) => name);
  const spell = [
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => (name.startsWith("_") ? name : name.replaceAll("_", " ")),
    (name: string) => ` ${name.replaceAll("_", "-")} `,
  ][style.names];
  const cell = (text: string) =>
    style.quoteAll || /["\r\n]/.test(text) || text.includes(style.delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = [
    ...(style.separatorLine ? [`sep=${style.delimiter}`] : []),
    columns.map((name) => cell(spell?.(name) ?? name)).join(style.delimiter),
    ...filled.map(
      (row) =>
        columns.map((name) => cell(row[name] ?? "")).join(style.delimiter) +
        style.delimiter.repeat(style.surplus),
    ),
  ];
  return (style.mark ? "\ufeff" : "") + lines.join(style.newline) + style.newline;
}

function withDistinctTitles(course: Course): Course {
  const short = (title: string) => Array.from(title).slice(0, 180).join("").trim();
  return {
    ...course,
    lessons: course.lessons.map(
      (lesson, l): Lesson => ({
        ...lesson,
        title: `${short(lesson.title)} ${l}`,
        chapters: lesson.chapters.map(
          (chapter, c): Chapter => ({
            ...chapter,
            title: `${short(chapter.title)} ${c}`,
            examples: chapter.examples.map((example): Example => example),
          }),
        ),
      }),
    ),
  };
}

/** Cells of an export, whose cells are all quoted or empty. */
function readSimply(text: string): string[][] {
  return text
    .replace(/^\ufeff/, "")
    .split("\r\n")
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map((m) =>
        (m[1] ?? m[2] ?? "").replaceAll('""', '"'),
      ),
    );
}
