import * as fc from "fast-check";
import { prepare } from "@tabstop/engine/example";
import type { HiddenConstruct } from "@tabstop/engine/memory/grades";
import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { describe, expect, test } from "vitest";
import { type HiddenText, hiddenText, piecesOf, placesAt } from "./hidden-text.ts";
import { HiddenUnits } from "./hidden-units.ts";

const codeOf = fc
  .array(
    fc.constantFrom(
      "f",
      "(",
      ")",
      "=>",
      "await",
      " ",
      "  ",
      "\n",
      "\n  ",
      "\t",
      '"',
      "é",
      "日",
      "👍🏽",
      "x\u0301",
      "\u200b",
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((atoms) => atoms.join(""));

/** Any constructs over the units of a code: overlapping ones, pairs, and forms that share atoms. */
function constructsIn(code: string): fc.Arbitrary<readonly HiddenConstruct[]> {
  const unit = fc.integer({ min: 0, max: code.length - 1 });
  const piece = fc
    .tuple(unit, fc.integer({ min: 1, max: 4 }))
    .map(([start, length]) => [start, Math.min(code.length, start + length)] as const);
  const place = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => {
    const sorted = pieces.toSorted((a, b) => a[0] - b[0]);
    return sorted.filter(([start], index) => start >= (sorted[index - 1]?.[1] ?? 0)).flat();
  });
  const kind = fc.constantFrom("symbol", "word", "form");
  return fc
    .array(fc.record({ kind, places: fc.array(place, { minLength: 1, maxLength: 4 }) }), { maxLength: 6 })
    .map((constructs) => constructs.map((construct, id) => ({ id, ...construct }) as HiddenConstruct));
}

function coloursIn(code: string): fc.Arbitrary<Tokens> {
  const token = fc.constantFrom<TokenClass>("", "k", "s", "c");
  return fc
    .array(token, { minLength: code.length, maxLength: code.length })
    .map((classes) => classes.map((one) => [one, 1] as const) as Tokens);
}

const hiddenCode = codeOf.chain((code) =>
  fc.record({ code: fc.constant(code), constructs: constructsIn(code), tokens: coloursIn(code) }),
);

function isInPlace(constructs: readonly HiddenConstruct[], unit: number): boolean {
  return constructs.some(({ places }) =>
    places.some((place) => piecesOf(place).some(([start, end]) => start <= unit && unit < end)),
  );
}

function isInBlank({ blanks }: HiddenText, unit: number): boolean {
  return blanks.some(({ start, end }) => start <= unit && unit < end);
}

function expectBlanksInLines(code: string, { blanks }: HiddenText): void {
  let before = 0;
  for (const { start, end } of blanks) {
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end).toBeGreaterThan(start);
    expect(code.slice(start, end)).not.toContain("\n");
    before = end;
  }
}

describe("for any code and constructs", () => {
  test("Gaps hides each unit of each construct, and nothing else", () => {
    fc.assert(
      fc.property(hiddenCode, ({ code, constructs, tokens }) => {
        const hidden = hiddenText({ code, tokens }, "gaps", constructs);
        expectBlanksInLines(code, hidden);
        for (let unit = 0; unit < code.length; unit++)
          expect(isInBlank(hidden, unit)).toBe(code[unit] !== "\n" && isInPlace(constructs, unit));
      }),
    );
  });

  test("Recall shows no sign of a construct, and of the spaces only indents and those in texts and comments", () => {
    fc.assert(
      fc.property(hiddenCode, ({ code, constructs, tokens }) => {
        const hidden = hiddenText({ code, tokens }, "recall", constructs);
        expectBlanksInLines(code, hidden);
        for (let unit = 0; unit < code.length; unit++) {
          if (code[unit] === "\n") continue;
          const isIndent = code.slice(code.lastIndexOf("\n", unit - 1) + 1, unit + 1).trim() === "";
          const isRead = ["s", "c"].includes(tokens[unit]?.[0] ?? "");
          const isSpace = /\s/.test(code[unit] ?? "") && !isIndent && !isRead;
          if (isInPlace(constructs, unit) || isSpace) expect(isInBlank(hidden, unit)).toBe(true);
          else if (!isIndent) expect(isInBlank(hidden, unit)).toBe(false);
        }
      }),
    );
  });

  test.each(["gaps", "recall"] as const)(
    "help in %s shows whole places, and all that is hidden there",
    (way) => {
      fc.assert(
        fc.property(hiddenCode, ({ code, constructs, tokens }) => {
          const hidden = hiddenText({ code, tokens }, way, constructs);
          for (let unit = 0; unit < code.length; unit++) {
            const places = placesAt(hidden, unit, unit + 1);
            const covers = (place: (typeof places)[number]) =>
              piecesOf(place.pieces).some(([start, end]) => start <= unit && unit < end);
            expect(places).toEqual(hidden.places.filter(covers));
            if (isInBlank(hidden, unit)) expect(places.length).toBeGreaterThan(0);
          }
        }),
      );
    },
  );

  test("what is drawn is hidden in whole characters until it is shown, and again in the next attempt", () => {
    fc.assert(
      fc.property(hiddenCode, fc.nat(), ({ code, constructs, tokens }, some) => {
        const hidden = hiddenText({ code, tokens }, "gaps", constructs);
        const example = prepare(code);
        const units = new HiddenUnits(example, hidden);
        const secrets = () => Array.from(code, (_, unit) => units.isSecret(unit));
        const before = secrets();
        for (let unit = 0; unit < code.length; unit++)
          // A line end with invisible characters before it is a line end, which Gaps shows.
          if (isInBlank(hidden, unit) && !/^\u200b*\n/.test(code.slice(unit)))
            expect(units.isSecret(unit)).toBe(true);
        const cut = units.cut(0, code.length);
        expect(cut.map(({ start, end }) => code.slice(start, end)).join("")).toBe(code);
        for (const { start, end, isBlank } of cut)
          for (let unit = start; unit < end; unit++) expect(units.isBlank(unit)).toBe(isBlank);
        const place = hidden.places[some % Math.max(1, hidden.places.length)];
        if (place === undefined) return;
        units.tell([place]);
        for (const [start, end] of piecesOf(place.pieces))
          for (let unit = start; unit < end; unit++) expect(units.isSecret(unit)).toBe(false);
        units.reset();
        expect(secrets()).toEqual(before);
      }),
    );
  });
});

test("the example of the picture: one line over signs and spaces, from construct to construct", () => {
  const code = "LEFT JOIN entries ON a";
  const constructs: HiddenConstruct[] = [
    { id: 1, kind: "word", places: [[0, 9]] },
    { id: 2, kind: "word", places: [[18, 20]] },
  ];
  const drawn = (way: "gaps" | "recall") =>
    hiddenText({ code, tokens: null }, way, constructs).blanks.map(({ start, end }) =>
      code.slice(start, end),
    );
  expect(drawn("gaps")).toEqual(["LEFT JOIN", "ON"]);
  expect(drawn("recall")).toEqual(["LEFT JOIN ", " ON "]);
});
