import { expect, test } from "vitest";
import { likeness, likenessLimit, shape } from "./near-duplicates.ts";

const alike = (left: string, right: string, language = "javascript") =>
  likeness(shape(left, language), shape(right, language));

test("code with other names, numbers, texts and comments has the same shape", () => {
  expect(shape('const a = 1; // one\nuse(a, "b");', "javascript")).toEqual(
    shape('const count = 25;\nuse(count, "text");', "javascript"),
  );
  expect(shape("total = 3\nprint(total)", "python")).toEqual(shape("size = 4\nprint(size)", "python"));
});

for (const [language, left, right] of [
  ["java", "int total = 1;\nuse(total);", "int size = 2;\nuse(size);"],
  [
    "c",
    "char *word = a;\nint ages[3] = {1};\nuse(word, ages);",
    "char *text = a;\nint sums[9] = {2};\nuse(text, sums);",
  ],
  ["cpp", "std::vector<int> ages;\nuse(ages);", "std::vector<int> sums;\nuse(sums);"],
  ["go", "total := 1\nuse(total)", "size := 2\nuse(size)"],
  ["rust", "let mut total = 1;\nuse(total);", "let mut size = 2;\nuse(size);"],
  ["php", "$total = 1;\nuse_it($total);", "$size = 2;\nuse_it($size);"],
  ["ruby", "total = 1\nuse(total)", "size = 2\nuse(size)"],
] as const) {
  test(`other names of variables make no other shape in ${language}`, () =>
    expect(shape(left, language)).toEqual(shape(right, language)));
}

test("a returned value is no new name", () => {
  expect(shape("return total;", "java")).not.toEqual(shape("return size;", "java"));
});

test("code with another function or keyword has another shape", () => {
  expect(shape("print(len(a))", "python")).not.toEqual(shape("print(sum(a))", "python"));
  expect(shape("const a = 1;", "javascript")).not.toEqual(shape("let a = 1;", "javascript"));
});

test("SQL keywords at the start of a line are not names of the example", () => {
  expect(shape("SELECT name\nFROM product\nWHERE price = 3;", "sql")).toEqual([
    "SELECT",
    "name",
    "FROM",
    "product",
    "WHERE",
    "price",
    "=",
    "0",
    ";",
  ]);
});

test("the expressions in a template string count, its words do not", () => {
  expect(shape("log(`total ${a.b} euros`);", "javascript")).toEqual(
    shape("log(`sum ${a.b}`);", "javascript"),
  );
  expect(shape("log(`total ${a.b}`);", "javascript")).not.toEqual(
    shape("log(`total ${a.c}`);", "javascript"),
  );
});

test("code with one of six lines changed is a near duplicate, another program with the same frame is not", () => {
  const loop = (body: string) =>
    `const words = ["a", "b"];\nlet size = 0;\nfor (const word of words) {\n  ${body}\n}\nconsole.log(size);`;
  expect(alike(loop("size += word.length;"), loop("size += word.length * 2;"))).toBeGreaterThan(
    likenessLimit,
  );
  expect(
    alike(
      loop("size += word.length;"),
      "let size = 10;\nwhile (size > 3) {\n  size -= 3;\n}\nconsole.log(size);",
    ),
  ).toBeLessThan(likenessLimit);
});

test("very short code is a near duplicate only when it is equal", () => {
  expect(alike("a + b;", "a + b;")).toBe(1);
  expect(alike("a + b;", "a + c;")).toBe(0);
});

test("similarity is symmetric and at most 1", () => {
  const left = "a b a b a b a b".split(" ");
  const right = "a b c a b d a b e".split(" ");
  expect(likeness(left, right)).toBe(likeness(right, left));
  expect(likeness(left, left)).toBe(1);
});
