import { describe, expect, test } from "vitest";
import { constructsOf } from "../constructs-of.ts";

test("keywords, operators, pairs and library names are constructs, the author's names are not", () => {
  expect(names("const words = text.split(',').map(trim);")).toEqual([
    ..."const|=|.|.split()|( )|' '|.map()|;".split("|"),
  ]);
  expect(names("total += Math.max(...marks) ** 2;")).toEqual([..."+=|Math.max|.|( )|...|**|;".split("|")]);
});

test("each place is what is typed, and a pair is one place", () => {
  const code = "if (a?.b) show(Math.min(1_000, `x${a}`));";
  expect(typed(code, "( )")).toEqual(["( )", "( )", "( )"]);
  expect(typed(code, "Math.min")).toEqual(["Math min"]);
  expect(typed(code, "${ }")).toEqual(["${ }"]);
  expect(typed(code, "` `")).toEqual(["` `"]);
  expect(typed(code, "1_000")).toEqual(["_"]);
  expect(typed(code, "?.")).toEqual(["?."]);
  expect(typed("x = 0xFF + 10n;", "0x")).toEqual(["0x"]);
  expect(typed("x = 0xFF + 10n;", "1n")).toEqual(["n"]);
});

test("the marks of comments are constructs, their text is not", () => {
  const code = "// if a => b\n/* return */ f(); /** @type {const} */";
  expect(names(code)).toEqual(["//", "/* */", "( )", ";"]);
  expect(typed(code, "/* */")).toEqual(["/* */", "/* */"]);
});

describe("what the text defines itself is the author's", () => {
  test.each([
    ["a method of a class", "class Queue { join(a) {} }\nqueue.join(1);", ".join()"],
    ["a field of a class", "class Box { size = 1; }\nbox.size;", ".size"],
    [
      "a field that the constructor sets",
      "class Box { constructor() { this.size = 1; } }\nbox.size;",
      ".size",
    ],
    ["a getter", "class Box { get size() { return 1; } }\nbox.size;", ".size"],
    ["a key of an object", "const boat = { length: 7 };\nboat.length;", ".length"],
    ["a method of an object", "const list = { map() {} };\nlist.map(f);", ".map()"],
    ["a shorthand of an object", "const box = { size, b };\nbox.size;", ".size"],
    ["a property that is assigned", "list.map = f;\nlist.map(g);", ".map()"],
    ["a function", "function parseInt(a) {}\nparseInt('1');", "parseInt"],
    ["a variable", "let Map = 1;\nshow(Map);", "Map"],
    ["a second variable", "let a = f(1, 2), Map = 1;\nshow(Map);", "Map"],
    ["a variable without a word that declares it", "Map = 1;\nshow(Map);", "Map"],
    ["a parameter", "const f = (a, URL) => URL;", "URL"],
    ["a parameter without parentheses", "const f = URL => URL;", "URL"],
    [
      "a parameter that is taken apart",
      "function f({ a: { Map }, b: [Set] = [] }) { return Map + Set; }",
      "Map",
    ],
    ["a parameter of a method", "const a = { f(fetch) { return fetch; } };", "fetch"],
    ["what a catch catches", "try {} catch (Error) { show(Error); }", "Error"],
    ["a variable of a loop", "for (const [URL, b] of c) show(URL);", "URL"],
    ["an import", "import { URL, a as fetch } from './a.js';\nfetch(URL);", "fetch"],
    ["an import of everything", "import * as Math from './math.js';\nMath.max(1);", "Math.max"],
    ["a class", "class Map {}\nnew Map();", "Map"],
    ["a label", "fetch: for (;;) break fetch;", "of"],
    ["a member of the author's own on a name of the library", "Math.twice(1);", "Math.twice"],
    ["a property with a common name", "country.code; user.host; order.search; place.name;", ".code"],
    ["a key that is a keyword", "const a = { default: 1, new: 2, class: 3 };", "default"],
    ["a method that is named like a keyword", "class A { delete(a) {} }\nlist.delete(1);", "delete"],
    ["a property that is named like a keyword", "a.default.new.of;", "new"],
  ])("%s", (_, code, name) => {
    expect(names(code)).not.toContain(name);
  });

  test.each([
    ["a type parameter", "function f<Map>(a: Map): Map { return a; }", "Map"],
    ["an interface", "interface Error { a: Map<string, Error>; }", "Error"],
    ["a type", "type Pick<T> = T;\nlet a: Pick<number>;", "Pick"],
    ["an enum", "enum Symbol { A }\nshow(Symbol.A);", "Symbol"],
    ["a method of an interface", "interface List { map(f: F): void }\nlist.map(f);", ".map()"],
    ["an optional member of a type", "type A = { size?: number };\na.size;", ".size"],
    ["a parameter property", "class A { constructor(private size: number) {} }\na.size;", ".size"],
    ["a parameter that is named like a type", "function f(number: N) { return number; }", "number"],
    ["an inferred type", "type A<T> = T extends (infer Map)[] ? Map : never;", "Map"],
    ["a key of a mapped type", "type A = { [Map in Keys]: Map };", "Map"],
    ["a type that is imported", "import type { Response } from './a.js';\nlet a: Response;", "Response"],
    ["a value with an operator that is a word", "show(type as A, module as B, declare as C);", "type"],
    ["a variable named like a contextual word", "type = 1;\nshow(type, as, is);", "type"],
  ])("TypeScript: %s", (_, code, name) => {
    expect(names(code, "typescript")).not.toContain(name);
  });
});

test("a name of the library is one where the text does not define it", () => {
  expect(names("names.join(map);")).toContain(".join()");
  expect(names("list.length = 0;\nshow(other.length);")).toContain(".length");
  expect(names("try {} catch (problem) { show(problem.message); }")).toContain(".message");
  expect(names("const page = new URL(a);\nshow(page.host);")).toContain(".host");
  expect(names("const { length } = word;\nshow(word.length);")).toContain(".length");
});

test("the expressions of a template are code, its words are not", () => {
  const found = names("show(`if ${list.at(-1) ?? `${a}`} else`);");
  expect(found).toEqual([..."( )|` `|${ }|.|.at()|-|??|;".split("|")]);
});

test("a contextual word is a keyword only in its context", () => {
  expect(names("for (const a of b) show(a);")).toContain("of");
  expect(names("show(of, from, get, set, async);").filter((name) => /^\w/.test(name))).toEqual([]);
  expect(names('import { a as b } from "./c.js";')).toEqual(["import", "{ }", "as", "from", '" "', ";"]);
  expect(names("class A { static get a() {} static async b() {} }")).toEqual(
    expect.arrayContaining(["static", "get", "async"]),
  );
});

test("the default of a switch and of an export is a keyword", () => {
  expect(names("switch (a) { case 1: f(); default: g(); }")).toContain("default");
  expect(names("export default f;")).toContain("default");
});

test("a division is no pattern, and a pattern is read by its own signs", () => {
  expect(names("const a = (b + c) / 2 / d[0] / 3;")).not.toContain("/ /");
  expect(names("show(/^(?<day>\\d+)$/.test(a));")).toEqual([
    ..."( )|/ /|regex ^|regex (?<name> )|regex \\d|regex +|regex $|.|.test()|;".split("|"),
  ]);
  expect(names("a.split(/[/]/);")).toContain("regex [ ]");
});

test("forms are over the atoms that make them", () => {
  expect(typed("const [a, b] = c;", "const [ ] =")).toEqual(["const [ ] ="]);
  expect(typed("let { a } = b;", "const { } =")).toEqual(["let { } ="]);
  expect(typed("const f = ({ a }) => a;", "({ }) parameter")).toEqual(["( { } )"]);
  expect(typed("function f(a, b = 1) {}", "parameter = default")).toEqual(["="]);
  expect(typed("const a = { [b]: 1 };", "[key]: in an object")).toEqual(["[ ] :"]);
  expect(names("f(a = 1); g({ a });")).not.toContain("parameter = default");
  expect(names("f({ a });")).not.toContain("({ }) parameter");
  expect(typed("type A = { b?: string };", "?: optional", "typescript")).toEqual(["? :"]);
  expect(typed("function f(a: number): string {}", "): type", "typescript")).toEqual([":"]);
  expect(names("const a = b ? (c) : d;", "typescript")).not.toContain("): type");
});

test("angle brackets are a pair around types, and comparisons elsewhere", () => {
  const nested = "const a: Map<string, Array<{ b: Set<number> }>> = new Map<string, A>();";
  expect(typed(nested, "< >", "typescript")).toHaveLength(4);
  expect(names("show(a < b && c > d, e >> f, g >= h, i >>>= j);", "typescript")).toEqual([
    ..."( )|<|&&|>|,|>>|>=|>>>=|;".split("|"),
  ]);
  expect(names("a < b, c > (d)")).not.toContain("< >");
  expect(names("const f = <T,>(a: T) => a;", "typescript")).toContain("< >");
});

test("TypeScript's words count in types, and in JavaScript they are names", () => {
  const code = "function last<T>(items: readonly T[]): T | undefined {\n  return items.at(-1);\n}";
  expect(names(code, "typescript")).toEqual(
    expect.arrayContaining(["< >", "readonly", "): type", "|", "undefined", ".at()"]),
  );
  expect(names("const readonly = 1, string = 2;\nshow(type, keyof);")).toEqual([
    "const",
    "=",
    ",",
    ";",
    "( )",
  ]);
  expect(names("export type A = typeof b[keyof C] & Partial<D>;", "typescript")).toEqual(
    expect.arrayContaining(["export", "type", "typeof", "keyof", "Partial"]),
  );
});

function names(code: string, language = "javascript"): string[] {
  return constructsOf(code, language).map(({ name }) => name);
}

/** What is typed at each place of a construct, its pieces with a space between them. */
function typed(code: string, name: string, language = "javascript"): string[] {
  const found = constructsOf(code, language).find((one) => one.name === name);
  return (found?.places ?? []).map((place) =>
    Array.from({ length: place.length / 2 }, (_, at) => code.slice(place[2 * at], place[2 * at + 1])).join(
      " ",
    ),
  );
}
