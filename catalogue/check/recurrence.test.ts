import { expect, test } from "vitest";
import type { CourseFile } from "../course-files.ts";
import { plan } from "../plan/plan.ts";
import { mostNew, recurrenceOf, recurrencesOf } from "./recurrence.ts";
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

test("a construct in fewer than two later examples is a fault; twice in one example counts once", () => {
  const seen = (...codes: string[]) =>
    messages(course(codes)).filter((text) => text.startsWith("recurrence: abs"));
  expect(seen("abs(1)", "print(1)", "print(2)", "print(3)")).toEqual([
    "recurrence: abs is used again in 0 later examples, at least 2",
  ]);
  expect(seen("abs(1)", "abs(abs(2))", "print(3)")).toEqual([
    "recurrence: abs is used again in 1 later example, at least 2",
  ]);
  expect(seen("abs(1)", "abs(2)", "abs(3)")).toEqual([]);
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

test("a construct that the last lesson introduces is used again at least once", () => {
  const codes = ["print(1)", "print(2)", "print(3)", "abs(1)", "abs(2)"];
  expect(messages({ ...course(codes, [0, 0, 0, 1, 1]), lessonCount: 2 })).toEqual([]);
  expect(messages({ ...course(codes.slice(0, 4), [0, 0, 0, 1]), lessonCount: 2 })).toEqual([
    "recurrence: abs is used again in 0 later examples, at least 1",
  ]);
});

test("the plan can give a course a lower limit", () => {
  const codes = ["abs(1)", "abs(2)"];
  expect(messages(course(codes), { lessons: [], fewestReturns: 1 })).toEqual([]);
  expect(messages(course(codes), { lessons: [] })).not.toEqual([]);
});

test("constructs of the course on which a course builds do not count", () => {
  const files = ["typescript-essentials.md", "javascript-essentials.md"].map((name, index) => ({
    ...course([[index === 0 ? "a && (b as C);" : "a && b;", index === 0 ? "typescript" : "javascript"]]),
    name,
  }));
  const [typescript] = recurrencesOf(files);
  expect(typescript?.rows[0]?.introduces.map(({ name }) => name)).toEqual(["( )", "as"]);
});

test("an exception in the plan is for one construct, and is a fault when it is no longer needed", () => {
  const own = { lessons: [], seldom: { abs: "one example is enough here" } };
  const codes = ["print(1)", "print(abs(1))", "print(2)"];
  expect(messages(course(codes), own)).toEqual([]);
  expect(messages(course([...codes, "abs(2)", "abs(3)"]), own)).toEqual([
    "recurrence: the plan makes an exception for abs, which is used again in 2 examples: remove the exception",
  ]);
  expect(messages(course(["print(1)", "print(2)", "print(3)"]), own)).toEqual([
    "recurrence: the plan makes an exception for abs, which is in no example",
  ]);
});

test("a course that is being written has no faults yet", () => {
  const [lesson] = plan[0]?.lessons ?? [];
  if (lesson === undefined) throw new Error("the plan has no lessons");
  expect(messages(course(["print(1)"]), { lessons: [lesson, lesson] })).toEqual([]);
  expect(messages(course(["print(1)"]), { lessons: [lesson] })).not.toEqual([]);
});

test("a course about symbols counts symbols, and a symbol is the same in every language", () => {
  const codes: [string, string][] = [
    ["a && b;", "javascript"],
    ["true && false", "bash"],
    ["c && d;", "javascript"],
  ];
  const { rows } = recurrenceOf(course(codes), { lessons: [], teaches: "symbols" });
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

test("the exceptions in the plan state their reasons, and are few", () => {
  for (const { file, seldom = {} } of plan) {
    for (const reason of Object.values(seldom)) expect(reason.length, file).toBeGreaterThan(20);
    expect(Object.keys(seldom).length, file).toBeLessThanOrEqual(7);
  }
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
