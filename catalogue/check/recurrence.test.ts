import { expect, test } from "vitest";
import type { CourseFile } from "../course-files.ts";
import { plan } from "../plan/plan.ts";
import { coreSizeFaults, mostNew, recurrenceOf, recurrencesOf } from "./recurrence.ts";
import { madeCourse, madeExample } from "./test/made-course.ts";

test("each construct is counted from the example that introduces it", () => {
  const { rows, constructs } = recurrenceOf(course(["print(1)", "print(abs(1))", "print(2)"]), undefined);
  expect(rows.map(({ introduces }) => introduces)).toEqual([
    [
      { name: "print", returns: 2 },
      { name: "( )", returns: 2 },
    ],
    [{ name: "abs", returns: 0 }],
    [],
  ]);
  expect(constructs).toBe(3);
});

test("a core construct in fewer than two later examples is a fault; twice in one example counts once", () => {
  const seen = (...codes: string[]) => messages(course(codes), { lessons: [], core: ["abs"] });
  expect(seen("abs(1)", "print(1)", "print(2)", "print(3)")).toEqual([
    "recurrence: abs is used again in 0 later examples, at least 2",
  ]);
  expect(seen("abs(1)", "abs(abs(2))", "print(3)")).toEqual([
    "recurrence: abs is used again in 1 later example, at least 2",
  ]);
  expect(seen("abs(1)", "abs(2)", "abs(3)")).toEqual([]);
});

test("a construct outside the core may be in one example only, also without a plan", () => {
  expect(messages(course(["print(1)", "abs(2)"]), { lessons: [], core: [] })).toEqual([]);
  expect(messages(course(["print(1)", "abs(2)"]))).toEqual([]);
});

test("an example that introduces too many constructs is a fault, except in the first chapter", () => {
  const many =
    "a = [abs(1), max(2), min(3), sum([4]), round(5), len([6]), int(7), str(8), any([9])]\nprint(a)";
  const again = [many, many];
  const isNovel = (text: string) =>
    text.startsWith(`novelty: introduces 14 constructs at once, at most ${mostNew}: =  [ ]`);
  expect(messages(course(["", many, ...again], [0, 1, 1, 1])).filter(isNovel)).toHaveLength(1);
  expect(messages(course([many, ...again], [0, 1, 1]))).toEqual([]);
});

test("brackets and separators are not new with the first example of another language", () => {
  // Nine constructs beside `{ }`, `:` and `;`.
  const rules = "margin: 0; padding: 0; color: red; width: 1px; height: 0; top: 0;";
  const css = [`a { ${rules} }`, "css"] as const;
  const novelty = (...codes: Parameters<typeof course>[0]) =>
    messages(course(codes, [0, 1, 1, 1])).filter((text) => text.startsWith("novelty"));
  expect(novelty("", css, css, css)).toEqual([]);
  expect(novelty("", ["/* */", "css"], css, css)).toEqual([
    expect.stringMatching(/^novelty: introduces 12 constructs at once/),
  ]);
});

test("a core construct that the last lesson introduces is used again as often as any other", () => {
  const codes = ["print(1)", "print(2)", "print(3)", "abs(1)", "abs(2)"];
  const file = { ...course(codes, [0, 0, 0, 1, 1]), lessonCount: 2 };
  expect(messages(file, { lessons: [], core: ["print", "abs"] })).toEqual([
    "recurrence: abs is used again in 1 later example, at least 2",
  ]);
});

test("constructs of the course on which a course builds do not count", () => {
  const files = ["typescript-essentials.md", "javascript-essentials.md"].map((name, index) => ({
    ...course([[index === 0 ? "a && (b as C);" : "a && b;", index === 0 ? "typescript" : "javascript"]]),
    name,
  }));
  const [typescript] = recurrencesOf(files);
  expect(typescript?.rows[0]?.introduces.map(({ name }) => name)).toEqual(["( )", "as"]);
});

test("a construct in the core that no example introduces, or that is listed twice, is a fault", () => {
  const codes = ["print(1)", "print(2)", "print(3)"];
  expect(messages(course(codes), { lessons: [], core: ["print", "abs", "print"] })).toEqual([
    "core: no example introduces abs, which is in the core of the plan",
    "core: print is in the core of the plan twice",
  ]);
});

test("a core has some forty constructs for each language", () => {
  const sizeFaults = (size: number, languages = ["python"], teaches?: "symbols") =>
    coreSizeFaults({
      file: "own.md",
      languages,
      core: Array.from({ length: size }, (_, index) => `construct ${index}`),
      ...(teaches && { teaches }),
    }).map(({ message }) => message);
  expect(sizeFaults(29)).toEqual(["the plan has 29 constructs in the core, 30 to 50 are right"]);
  expect(sizeFaults(30)).toEqual([]);
  expect(sizeFaults(51)).toHaveLength(1);
  expect(sizeFaults(51, ["html", "css"])).toHaveLength(1);
  expect(sizeFaults(60, ["html", "css"])).toEqual([]);
  expect(sizeFaults(40, ["bash", "json"], "symbols")).toEqual([]);
});

test("a course that is being written has no faults yet", () => {
  const [lesson] = plan[0]?.lessons ?? [];
  if (lesson === undefined) throw new Error("the plan has no lessons");
  const core = ["abs"];
  expect(messages(course(["abs(1)"]), { lessons: [lesson, lesson], core })).toEqual([]);
  expect(messages(course(["abs(1)"]), { lessons: [lesson], core })).not.toEqual([]);
});

test("a course about symbols counts symbols, and a symbol is the same in every language", () => {
  const codes: [string, string][] = [
    ["a && b;", "javascript"],
    ["true && false", "bash"],
    ["c && d;", "javascript"],
  ];
  const { rows } = recurrenceOf(course(codes), { lessons: [], core: [], teaches: "symbols" });
  expect(rows[0]?.introduces).toContainEqual({ name: "&&", returns: 2 });
  expect(rows[1]?.introduces).toEqual([]);
});

test("a sign such as += counts as its operator and as one form for all such signs", () => {
  const codes = ["a += 1", "a -= b + 1", "a *= b - 1"].map((code) => [code, "javascript"] as const);
  const { rows } = recurrenceOf(course(codes), undefined);
  expect(rows.map(({ introduces }) => introduces.map(({ name }) => name))).toEqual([
    ["op=", "+"],
    ["-"],
    ["*"],
  ]);
});

test("what is in any code, and words in a row that count by themselves, are not counted", () => {
  const known = (code: string, language: string) =>
    recurrenceOf(course([[code, language]]), undefined).rows[0]?.introduces.map(({ name }) => name);
  expect(known("if a not in b:\n    c(0b1)", "python")).toEqual(["if", "not", "in", ":", "( )"]);
  expect(known("// a\nb(); /* c */", "javascript")).toEqual(["( )", ";"]);
  expect(known("match a:\n    case _:\n        pass", "python")).toEqual(["match", ":", "case", "pass"]);
});

function messages(file: CourseFile, own?: Parameters<typeof recurrenceOf>[1]): string[] {
  return recurrenceOf(file, own).faults.map(({ rule, message }) => `${rule}: ${message}`);
}

/** A course of Python examples, unless a language is given; the numbers are their lessons. */
function course(
  codes: readonly (string | readonly [code: string, language: string])[],
  lessons?: number[],
): CourseFile {
  const examples = codes.map((code, index) => {
    const [text, language] = typeof code === "string" ? [code, "python"] : code;
    return madeExample({
      title: `Example ${index + 1}`,
      language,
      code: text,
      lessonIndex: lessons?.[index] ?? 0,
    });
  });
  return madeCourse(examples);
}
