import { expect, test } from "vitest";
import { kindOf, withoutExtension, sizeText } from "./import-files.ts";
import {
  contentText,
  duplicates,
  itemsText,
  type Outcome,
  placed,
  previewText,
  resultText,
} from "./import-outcome.ts";
import { readCourseFile } from "./import-reading.ts";
import { lessonTitleIn } from "./lesson-title.ts";

const read = (bytes: Uint8Array, size = bytes.length) =>
  readCourseFile({ name: "a.md", size, arrayBuffer: async () => bytes.slice().buffer });
const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array(Array.from(text, (c) => c.charCodeAt(0))).buffer);

test("UTF-8 and UTF-16 are read, with or without a byte order mark", async () => {
  for (const bytes of [
    new TextEncoder().encode("# Zürich"),
    new TextEncoder().encode("\ufeff# Zürich"),
    utf16("\ufeff# Zürich"),
    utf16("# Zürich"),
  ])
    expect(await read(bytes)).toEqual({ kind: "text", text: "# Zürich" });
});

test("a file with more bytes than eight million characters can have is not read at all", async () => {
  const never = {
    name: "film.md",
    size: 3_000_000_000,
    arrayBuffer: () => Promise.reject(new Error("read")),
  };
  expect(await readCourseFile(never)).toMatchObject({
    kind: "faulty",
    problem: {
      code: "FILE_TOO_LARGE",
      message:
        "Line 1: The file has 3000.0 MB. At most 8,000,000 characters are allowed. Split it into several files.",
    },
  });
  expect(await read(new Uint8Array(8_000_001).fill(0x61))).toMatchObject({
    kind: "faulty",
    problem: {
      message:
        "Line 1: The file has 8,000,001 characters. At most 8,000,000 are allowed. Split it into several files.",
    },
  });
});

test("a NUL is reported with its line, since no endpoint accepts it", async () => {
  expect(await read(new TextEncoder().encode("first line\r\nsecond line\n\0"))).toMatchObject({
    kind: "faulty",
    problem: { code: "CHARACTER_FORBIDDEN", line: 3 },
  });
});

test("the title of a lesson is found outside code, comments and front matter", () => {
  for (const [text, title] of [
    ["# Maps", "Maps"],
    ["About maps.\r\n\r\n#   Maps #\r\n", "Maps #"],
    ["---\n# a comment of YAML\n---\n## Chapter", null],
    ["---\ntitle: x\n---\n\n# Maps", "Maps"],
    ["\\# escaped\n #indented\n#tag\n## Chapter", null],
    ["````md\n# in code\n```\n# still\n````\n# Maps", "Maps"],
    ["~~~\n# never closed", null],
    ["<!-- # in a comment\n# too\n-->\n# Maps", "Maps"],
    ["<!-- one line -->\n# Maps", "Maps"],
    ["```js```\n# after inline code", "after inline code"],
    ["# ", null],
    ["", null],
  ] as const)
    expect(lessonTitleIn(text), text).toBe(title);
});

test("a file's kind is recognised by its extension, in upper or lower case", () => {
  expect(["a.md", "B.MARKDOWN", "c.Csv", "d.txt", "md", "e.md.zip"].map(kindOf)).toEqual([
    "markdown",
    "markdown",
    "csv",
    null,
    null,
    null,
  ]);
  expect(withoutExtension("02.maps.MD")).toBe("02.maps");
  expect([640, 14_400, 999_700, 2_100_000].map(sizeText)).toEqual(["640 B", "14 kB", "1.0 MB", "2.1 MB"]);
});

test("a problem's place is separate from its sentence", () => {
  const problem = { code: "X", found: "" };
  expect(placed({ ...problem, line: 14, message: "Line 14: No code." })).toEqual({
    place: "Line 14",
    sentence: "No code.",
  });
  expect(
    placed({
      ...problem,
      line: 6,
      row: 5,
      column: "chapter_title",
      message: "Line 6: Row 5, chapter_title: Empty.",
    }),
  ).toEqual({ place: "Line 6, row 5, chapter_title", sentence: "Empty." });
  expect(placed({ ...problem, message: "The course is full." })).toEqual({
    place: "",
    sentence: "The course is full.",
  });
});

test("counts of files and of their contents are written as sentences", () => {
  const good: Outcome = { kind: "good", items: [], warnings: [] };
  const bad: Outcome = { kind: "failed", message: "", unsure: false };
  const unsent: Outcome = { kind: "unsent" };
  expect(
    [[good], [bad], [good, good], [good, bad, good], [good, bad, bad], [bad, bad]].map(previewText),
  ).toEqual([
    "The file can be imported.",
    "The file cannot be imported.",
    "All 2 files can be imported.",
    "2 of 3 files can be imported. The other one is left out.",
    "1 of 3 files can be imported. The other 2 are left out.",
    "None of the files can be imported.",
  ]);
  expect([[good, good], [bad], [good, bad, unsent]].map(resultText)).toEqual([
    "2 imported",
    "0 imported, 1 failed",
    "1 imported, 1 failed, 1 not sent",
  ]);
  const item = { success: true, type: "lesson", title: "Maps", courseId: 1, error: null } as const;
  expect(itemsText([{ ...item, chapters: 3, examples: 1 }])).toEqual({
    name: "Maps",
    holds: "3 chapters, 1 example",
  });
  expect(itemsText([item, { ...item, chapters: 1, examples: 4 }])).toEqual({
    name: "2 lessons",
    holds: "1 chapter, 4 examples",
  });
  expect(itemsText([{ ...item, type: "course", lessons: 1, chapters: 2, examples: 1400 }])).toEqual({
    name: "Maps",
    holds: "1 lesson, 2 chapters, 1,400 examples",
  });
});

test("before an import, a sentence counts what it writes", () => {
  const item = { success: true, title: "Maps", courseId: 1, error: null, chapters: 2, examples: 3 } as const;
  const course = { ...item, type: "course", lessons: 1 } as const;
  const lesson = { ...item, type: "lesson" } as const;
  const warning = { code: "CODE_LINE_LONG", found: "118 characters", message: "" };
  expect(
    contentText(
      [
        { kind: "good", items: [course], warnings: [warning] },
        { kind: "failed", message: "", unsure: false },
        { kind: "good", items: [course], warnings: [] },
      ],
      true,
    ),
  ).toBe("2 courses as drafts: 2 lessons, 4 chapters, 6 examples; 1 warning");
  expect(contentText([{ kind: "good", items: [lesson, lesson], warnings: [] }], false)).toBe(
    "2 lessons: 4 chapters, 6 examples",
  );
});

test("a title that exists on the server needs a confirmation, a title that a file contains twice does not", () => {
  const warning = { code: "TITLE_DUPLICATE", found: "Maps", message: "There is one (lesson 3)." };
  const items = [{ success: true, type: "lesson" as const, title: "Maps", courseId: 1, error: null }];
  expect(
    duplicates([
      { kind: "good", items, warnings: [warning, { ...warning, message: "There is one (lesson 4)." }] },
      { kind: "good", items, warnings: [{ ...warning, found: "Sets", line: 3 }] },
      { kind: "faulty", problems: [], count: 1, warnings: [{ ...warning, found: "Lists" }] },
    ]),
  ).toEqual(['There is already a lesson with the title "Maps".']);
});
