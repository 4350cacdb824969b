import { expect, test } from "vitest";
import { lintCourse, lintExample } from "./content-lint.ts";
import { madeCourse, madeExample } from "./test/made-course.ts";

const code = "const width = 6;\nconst height = 4;\nconsole.log(width * height);";

/** The faults of English in an example with these texts. */
function english(fields: { title?: string; description?: string; code?: string }): string[] {
  return lintExample(madeExample({ code, ...fields }), { name: "own.md", lessonCount: 1 })
    .filter(({ rule }) => rule === "English")
    .map(({ message }) => message);
}

for (const [description, message] of [
  ["A comma goes behind each value.", '"behind": write after'],
  ["There must be no blanks around it.", '"blanks": write space'],
  ["The sign joins two strings.", '"sign": write character, operator or symbol'],
  ["The value shall be kept.", '"shall": write should, or the present tense'],
  ["It turns round the result.", '"turns round": write reverse or negate'],
  ["Errors of your own have a class.", '"of your own": write your, its or their before the noun'],
  ["Say what is to happen.", '"is to happen": write should, or the present tense'],
  ["It takes away the first row.", '"takes away": write remove or subtract'],
  ["`lower` returns small letters.", '"small letters": write lowercase or uppercase letter'],
] as const) {
  test(`"${description}" is unclear English`, () => {
    expect(english({ description })).toEqual([message]);
  });
}

test("code and quoted text in a description may have any word", () => {
  expect(english({ description: '`sign` is a name, and "shall" is a string.' })).toEqual([]);
  expect(english({ description: "The key is to the left, and assigned values are to be kept." })).toEqual([]);
});

test("British spelling is found in texts and in code, also in a part of a name", () => {
  expect(english({ description: "It sets the colour." })).toEqual(['"colour" is not the American spelling']);
  expect(english({ title: "Litres and metres" })).toEqual(['"Litres" is not the American spelling']);
  expect(english({ code: code.replaceAll("width", "grey_level") })).toEqual([
    '"grey" is not the American spelling',
  ]);
  expect(english({ code: code.replaceAll("width", "neighbours") })).toHaveLength(1);
  expect(english({ code: code.replaceAll("width", "ariaLabelledby") })).toEqual([]);
  expect(english({ description: "A parameter, a meter and a gray color are right." })).toEqual([]);
});

test("the texts of a course, its lessons and chapters follow the same rules", () => {
  const course = madeCourse([]);
  const lesson = {
    title: "Blanks",
    description: "",
    chapters: [{ title: "A", description: "An analyser.", examples: [] }],
  };
  const faults = lintCourse({
    ...course,
    course: { ...course.course, description: "Signs.", lessons: [lesson] },
  });
  expect(faults.map(({ at, message }) => `${at}: ${message}`)).toEqual([
    'own.md: "Signs": write character, operator or symbol',
    'own.md: Blanks: "Blanks": write space',
    'own.md: Blanks > A: "analyser" is not the American spelling',
  ]);
});
