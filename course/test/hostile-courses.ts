// For tests: random courses of the value space, made of pieces that break file formats, for the round trips of every
// room that stores or sends courses. `fast-check` is a development dependency.

import fc from "fast-check";
import type { Chapter, Course, Example, Lesson } from "../course.ts";
import { difficulties, limits } from "../course.ts";
import { type Reading, readCode, readDescription, readLanguage, readOutput, readTitle } from "../fields.ts";

const atom = fc.constantFrom(
  ..."a B 7 x1 code # ## ### #### #x #! - -- --- ---- = == === ==== ` `` ``` ```` ~~~ ~~~~ <!-- --> \\ \\\\ \\# \\--- | > * [x] {} : ;".split(
    " ",
  ),
  ..."sep=; =1+1 +1 -1 @sum ＝1 ＋ － ＠ ' '= '- ''= \" \"\" \"a\" , ,, 001 3.10 1E5 10% $5 1/2 10:30 2024-01-01 TRUE false # N/A #N/A #NAME? #¡REF! Err:509 ###".split(
    " ",
  ),
  ..."😀 👩‍👩‍👧 é e\u0301 ß İ العربية עברית \u202e \u2066 \u200b \u200d \u00ad \u00a0 \u3000 \ufffd \u{10ffff} \ufdd0".split(
    " ",
  ),
  ...[
    "May 2024",
    "1 mai",
    " ",
    "  ",
    "   ",
    "    ",
    "     ",
    "\t",
    "\t\t",
    " \t",
    "\n",
    "\n\n",
    "\n\n\n",
    "\r\n",
    "\r",
    "\n ",
    " \n",
    "\n\t",
  ],
  ...[
    "\n# ",
    "\n## x",
    "\n### x\n",
    "\n```",
    "\n```js\n",
    "\n````\n",
    "\n~~~\n",
    "\n---\n",
    "\n===\n",
    "\n<!--",
    "-->\n",
    "\n\\# ",
    "\n\\\\```",
    "\n   # ",
    "\n\u200b# ",
    "\n#\u00a0",
    "\n```\u00a0\n",
    "``\u2060`",
    "\n<!\ufe0f--",
    "\n  \\#",
  ],
  ...[
    "title: x",
    "- a",
    "{{",
    "${x}",
    "%s",
    "null",
    "~",
    "<b>",
    "&amp;",
    "![](x)",
    "con",
    "__proto__",
    "constructor",
  ],
);

const soup = (atoms: number) => fc.array(atom, { maxLength: atoms }).map((parts) => parts.join(""));

function inValueSpace<T>(texts: fc.Arbitrary<string>, read: (text: string) => Reading<T>): fc.Arbitrary<T> {
  return texts
    .map(read)
    .filter((result) => result.ok)
    .map((result) => result.value);
}

const oneLine = (text: string) =>
  Array.from(text.replace(/[\t\r\n]+/g, " "))
    .slice(0, limits.title)
    .join("");

const hostileTitle: fc.Arbitrary<string> = inValueSpace(
  fc.oneof(
    soup(6).map(oneLine),
    fc.constantFrom("Same", "same", "# Same", "\\# Same", "=Same", "001", "a".repeat(200)),
  ),
  (text) => readTitle(text, "lesson"),
);

const hostileDescription: fc.Arbitrary<string> = inValueSpace(
  fc.oneof({ weight: 1, arbitrary: fc.constant("") }, { weight: 3, arbitrary: soup(14) }),
  (text) => readDescription(text, "lesson"),
);

const hostileCode: fc.Arbitrary<string> = inValueSpace(soup(20), readCode);

/** Half of the examples have none, as most are written. */
const hostileOutput: fc.Arbitrary<string> = inValueSpace(
  fc.oneof(
    fc.constant(""),
    fc.oneof(soup(14), fc.constantFrom(" ", "\n", "\n\n", "output", "```output", "=1")),
  ),
  readOutput,
);

const hostileLanguage: fc.Arbitrary<string> = inValueSpace(
  fc.constantFrom(
    "javascript",
    "C++",
    "c#",
    "text",
    "py",
    "no-such",
    "001",
    "true",
    "1e5",
    "3.10",
    "a+#._-",
    "x".repeat(40),
  ),
  readLanguage,
);

const hostileExample: fc.Arbitrary<Example> = fc.record(
  {
    title: hostileTitle,
    description: hostileDescription,
    language: hostileLanguage,
    code_content: hostileCode,
    output: hostileOutput,
  },
  { noNullPrototype: true },
);

const hostileChapter: fc.Arbitrary<Chapter> = fc.record(
  {
    title: hostileTitle,
    description: hostileDescription,
    examples: fc.array(hostileExample, { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

export const hostileLesson: fc.Arbitrary<Lesson> = fc.record(
  {
    title: hostileTitle,
    description: hostileDescription,
    chapters: fc.array(hostileChapter, { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

export const hostileCourse: fc.Arbitrary<Course> = fc.record(
  {
    title: hostileTitle,
    description: hostileDescription,
    difficulty_level: fc.constantFrom(...difficulties),
    order_index: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: limits.orderIndex })),
    lessons: fc.array(hostileLesson, { maxLength: 3 }),
  },
  { noNullPrototype: true },
);
