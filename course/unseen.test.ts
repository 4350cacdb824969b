import { describe, expect, test } from "vitest";
import type { Course } from "./course.ts";
import { parseCourseCsv } from "./csv/parse-csv.ts";
import { parseCourse } from "./markdown/parse-markdown.ts";
import type { Problem, Warning } from "./problems.ts";
import { hasUnseen, withoutUnseen } from "./as-it-looks.ts";
import { looksBlank, plainWord, unseenNames } from "./unseen.ts";

/** One of each kind: spaces, joiners, marks, controls, variation selectors, fillers, line ends, beyond the BMP. */
const unseen = [
  ..."\u00a0\u1680\u2003\u2007\u2009\u202f\u205f\u3000\u2800",
  ..."\u200b\u200c\u200d\u2060\u00ad\ufeff\u180e\u034f",
  ..."\u200e\u200f\u061c\u202a\u202e\u202c\u2066\u2069",
  ..."\ufe0e\ufe0f\u{e0100}\u{e0020}\u3164\u115f\u1160\uffa0",
  ..."\0\u0007\u001b\u007f\u0085\u2028\u2029\v\f",
];
const nameOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;

test("all of them are known as unseen, and letters, marks and signs are not", () => {
  for (const character of unseen) expect(hasUnseen(character), nameOf(character)).toBe(true);
  for (const character of [..." \t\naÄé‘“–…漢字אבلا😀\u0301"])
    expect(hasUnseen(character), character).toBe(false);
  expect(withoutUnseen("a\u00a0b\u200bc\u2060")).toBe("a bc");
  expect(plainWord("\u00a0begin\u00adn\u2009er\ufeff")).toBe("beginner");
  expect(looksBlank(unseen.join(""))).toBe(true);
  expect(unseenNames("a\u200bb\u00a0\u200b")).toBe("U+200B zero-width space, U+00A0 no-break space");
});

type Reading =
  | { ok: true; course: Course; warnings: readonly Warning[] }
  | { ok: false; problems: readonly Problem[]; warnings: readonly Warning[] };

/** What of a course a reader sees. Spaces may be of several kinds and are not counted. */
const looks = (course: Course) => withoutUnseen(JSON.stringify(course)).replace(/ /g, "");

/**
 * Puts each character at each place of each line and expects that the file is read as meant, or refused by one fault
 * that names the character and the line.
 */
function expectNeverSilent(lines: readonly string[], parse: (text: string) => Reading): void {
  const plain = parse(lines.join("\n"));
  if (!plain.ok) throw new Error(plain.problems[0]?.message);
  for (const [number, line] of lines.entries())
    for (let at = 0; at <= line.length; at += 1)
      // A quarter of them at each place: together each comes into every part of a line.
      for (const character of unseen.filter((_, index) => (index + at + number) % 4 === 0)) {
        const changed = line.slice(0, at) + character + line.slice(at);
        const reading = parse(lines.with(number, changed).join("\n"));
        const where = `${JSON.stringify(changed)} with ${nameOf(character)}`;
        if (reading.ok) {
          expect(looks(reading.course), where).toBe(looks(plain.course));
          continue;
        }
        expect(
          reading.problems.length,
          `${where}: ${reading.problems.map((p) => p.message).join("\n")}`,
        ).toBe(1);
        expect(reading.problems[0]?.line, where).toBe(number + 1);
        expect(reading.problems[0]?.message, where).toContain(nameOf(character));
      }
}

describe("an unseen character never changes a file in silence", () => {
  test("in Markdown", () => {
    expectNeverSilent(
      [
        ...[
          "---",
          'title: "T"',
          "format: tabstop-course/1",
          "difficulty_level: beginner",
          "order_index: 10",
          "---",
        ],
        ...[
          "# L",
          "## C",
          "### E",
          "text",
          "```js",
          "a = 1",
          "```",
          "",
          "```output",
          "2",
          "```",
          "### F",
          "~~~~ sql",
          "b",
          "~~~~",
          "<!-- c -->",
        ],
      ],
      parseCourse,
    );
  });

  test("in CSV", () => {
    expectNeverSilent(
      [
        "course_title,difficulty_level,lesson_order_index,lesson_title,chapter_title,example_title,language,code_content,output,escaped",
        "T,beginner,1,L,C,E,js,'=x,'=y,code_content output",
        '"T","beginner","2","M","C","E","js","y","2",""',
      ],
      parseCourseCsv,
    );
  });

  test("before the line that names the delimiter", () => {
    const rows =
      "course_title;difficulty_level;lesson_title;chapter_title;example_title;language;code_content\nT;beginner;L;C;E;js;x";
    for (const character of ["", ...unseen])
      expect(parseCourseCsv(`sep=;${character}\n${rows}`).ok).toBe(true);
  });
});

test("several byte order marks at the start are read, in both formats", () => {
  const markdown = "---\ntitle: T\ndifficulty_level: beginner\n---\n# L";
  const csv =
    '"course_title",difficulty_level,lesson_title,chapter_title,example_title,language,code_content\nT,beginner,L,C,E,js,x';
  for (const marks of ["\ufeff", "\ufeff\ufeff", "\ufeff\ufeff\ufeff"]) {
    expect(parseCourse(marks + markdown).ok).toBe(true);
    expect(parseCourseCsv(marks + csv).ok).toBe(true);
  }
});

test("the code and the texts of authors keep their unseen characters", () => {
  const text = "a\u00a0b\u200dc \u200b# x\u2060";
  const reading = parseCourse(
    `---\ntitle: "x\u00a0y"\ndescription: "${text}"\ndifficulty_level: beginner\n---\n# L\n${text}\n## C\n### E\n\`\`\`js\n${text}\n\`\`\`\n\`\`\`output\n${text}\n\`\`\``,
  );
  if (!reading.ok) throw new Error(reading.problems[0]?.message);
  expect(reading.course).toMatchObject({
    title: "x\u00a0y",
    description: text,
    lessons: [{ description: text, chapters: [{ examples: [{ code_content: text, output: text }] }] }],
  });
});

test("what emoji and scripts need is no stray character, in titles, texts, code and outputs", () => {
  const texts = [
    "👩‍👩‍👧 ❤️ 1️⃣ #️⃣ *️⃣ 🏳️‍🌈 👩🏽‍💻 ☺︎ ©️",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "می\u200cخواهم नमस्\u200dते ক্\u200cষ",
    "葛\u{e0100}城 ᠬᠡᠯᠡ\u180eᠡ יְרוּשָׁלַ\u034fִם",
  ];
  for (const text of texts) {
    const reading = parseCourse(
      `---\ntitle: "${text}"\ndifficulty_level: beginner\n---\n# ${text}\n${text}\n## ${text}\n### ${text}\n\`\`\`js\n// ${text}\n\`\`\`\n\`\`\`output\n${text}\n\`\`\``,
    );
    expect(reading).toMatchObject({ ok: true, warnings: [] });
  }
  for (const stray of ["a\u200bb", "a\ufe0fb", "\u{e0067}a", "a\u00adb"])
    expect(
      parseCourse(`---\ntitle: T\ndifficulty_level: beginner\n---\n# ${stray}\n## C`).warnings,
    ).toContainEqual(expect.objectContaining({ code: "TITLE_UNSEEN", line: 5 }));
});

test("French spaces before signs are no accident", () => {
  const text = "C\u00a0: les bases\u202f! Vraiment\u202f?";
  const reading = parseCourse(
    `---\ntitle: "${text}"\ndescription: "${text}"\ndifficulty_level: beginner\n---\n# ${text}\n${text}\n## ${text}\n### ${text}\n\`\`\`js\nx\n\`\`\`\n\`\`\`output\n${text}\n\`\`\``,
  );
  expect(reading).toMatchObject({ ok: true, warnings: [] });
});

test("a next line of a front matter value that begins with unseen characters is named", () => {
  const reading = parseCourse(
    "---\ntitle: T\ndescription: |\n  one\n\u00a0\u00a0two\ndifficulty_level: beginner\n---\n# L\n## C",
  );
  if (reading.ok) throw new Error("It was read.");
  expect(reading.problems).toMatchObject([{ code: "CHARACTER_UNSEEN", line: 5 }]);
  expect(reading.problems[0]?.message).toContain("U+00A0");
});
