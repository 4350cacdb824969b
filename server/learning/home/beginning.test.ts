import type { Tokens } from "@tabstop/contract/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginningOf } from "./beginning.ts";

const tokens: Tokens = [
  ["k", 5],
  ["", 3],
  ["d", 3],
  ["", 9],
];

test("the beginning is the first two lines, with the colours cut where they begin and end", () => {
  expect(beginningOf("const a;\n12 b;\nlast", tokens)).toEqual({
    lines: ["const a;", "12 b;"],
    tokens: [
      ["k", 5],
      ["", 3],
      ["", 1],
      ["d", 2],
      ["", 3],
    ],
  });
});

test("code of one line begins with this line, also when a line end follows", () => {
  for (const code of ["const a;", "const a;\n", "const a;\r\n"])
    expect(beginningOf(code, tokens)).toEqual({
      lines: ["const a;"],
      tokens: [
        ["k", 5],
        ["", 3],
      ],
    });
});

test("empty lines belong to the beginning, and code without colours has none", () => {
  expect(beginningOf("a\n\nb", null)).toEqual({ lines: ["a", ""], tokens: null });
  expect(beginningOf("\nabc", [["k", 4]])).toEqual({
    lines: ["", "abc"],
    tokens: [
      ["", 1],
      ["k", 3],
    ],
  });
  expect(beginningOf("", [])).toEqual({ lines: [""], tokens: [] });
});

test("a line end of two characters is in no line, and its colours in none", () => {
  const colours: Tokens = [
    ["k", 3],
    ["s", 4],
  ];
  expect(beginningOf("ab\r\ncd\r\n", colours)).toEqual({
    lines: ["ab", "cd"],
    tokens: [
      ["k", 2],
      ["", 1],
      ["s", 2],
    ],
  });
});

test("of a long line the first 200 characters are shown, and no character is split", () => {
  const long = "😀".repeat(300);
  const found = beginningOf(`${long}\n${long}`, [["s", 1_201]]);
  expect(found.lines).toEqual(["😀".repeat(200), "😀".repeat(200)]);
  expect(found.tokens).toEqual([
    ["s", 400],
    ["", 1],
    ["s", 400],
  ]);
});

test("whatever the code, the colours are as long as the lines, and each character has its own colour", () => {
  const names = ["", "k", "f", "s"] as const;
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", " ", "\n", "😀", "é"), maxLength: 40 }),
      fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(6))),
      (code, some) => {
        const all: Tokens = [...some, ["d", code.length]];
        const colours = (list: Tokens) => list.map(([name, units]) => (name || "-").repeat(units)).join("");
        const { lines, tokens: cut } = beginningOf(code, all);
        const text = lines.join("\n");
        expect(code.startsWith(text)).toBe(true);
        const colour = [...colours(all)].map((name, at) => (code[at] === "\n" ? "-" : name)).join("");
        expect(colours(cut ?? [])).toBe(colour.slice(0, text.length));
      },
    ),
  );
});
