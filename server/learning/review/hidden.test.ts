import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Hideable, hiddenInGaps, mostHidden, mostHiddenShare } from "./hidden.ts";

/** A construct at each place of a text in the code. */
function at(
  code: string,
  id: number,
  texts: string | readonly string[],
  over: Partial<Hideable> = {},
): Hideable {
  const places = [texts].flat().flatMap((text) => {
    const found: number[][] = [];
    for (let from = code.indexOf(text); from >= 0; from = code.indexOf(text, from + text.length))
      found.push([from, from + text.length]);
    return found;
  });
  return { id, kind: "word", places, isDue: false, isNew: true, retrievability: 0, ...over };
}
const due = (retrievability: number) => ({ isDue: true, isNew: false, retrievability });
const code = `const total = sum(1, 2);\nreturn total ?? await other.value(total) // ${"x".repeat(60)}`;
const ids = (hidden: ReadonlySet<number>) => [...hidden].sort((a, b) => a - b);

describe("Gaps", () => {
  test("hides what is due, the most forgotten first, then what is new in the order of the text", () => {
    const short = "const a = await b;";
    const constructs = [
      at(short, 1, "const"),
      at(short, 2, "=", due(0.9)),
      at(short, 3, "await", due(0.5)),
      at(short, 4, ";"),
    ];
    // Of 14 visible characters 5 may be hidden: await takes all of them.
    expect(ids(hiddenInGaps(short, constructs))).toEqual([3]);
    expect(ids(hiddenInGaps(short, constructs.with(2, at(short, 3, "await", due(0.95)))))).toEqual([2, 4]);
    expect(ids(hiddenInGaps(`${short} // ${"x".repeat(20)}`, constructs))).toEqual([1, 2, 3, 4]);
  });

  test("hides eight constructs at most, and shows what is neither due nor new", () => {
    const words = Array.from({ length: 12 }, (_, i) => `w${String.fromCharCode(97 + i)}`);
    const text = `${words.join(" ")} ${"y".repeat(80)}`;
    const all = words.map((word, i) => at(text, i + 1, word));
    expect(ids(hiddenInGaps(text, all))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const known = all.map((one, i) => (i < 6 ? { ...one, isNew: false, retrievability: 0.97 } : one));
    expect(ids(hiddenInGaps(text, known))).toEqual([7, 8, 9, 10, 11, 12]);
    const withDue = known.map((one, i) => (i === 11 ? { ...one, ...due(0.2) } : one));
    expect(ids(hiddenInGaps(text, withDue))).toEqual([7, 8, 9, 10, 11, 12]);
    expect(
      hiddenInGaps(
        text,
        all.map((one) => ({ ...one, isNew: false })),
      ),
    ).toEqual(new Set());
  });

  test("leaves out what does not fit and goes on with what does", () => {
    const text = "aaaa aaaa aaaa b c dddddddddd";
    // 24 visible characters: 9 may be hidden, and all places of a construct are hidden or none.
    expect(ids(hiddenInGaps(text, [at(text, 1, "aaaa"), at(text, 2, "b"), at(text, 3, "c")]))).toEqual([
      2, 3,
    ]);
  });

  test("counts visible characters, not spaces inside a place", () => {
    const text = "LEFT    JOIN xxxxxxxxxxxx";
    expect(ids(hiddenInGaps(text, [at(text, 1, "LEFT    JOIN")]))).toEqual([1]);
    expect(ids(hiddenInGaps("LEFT    JOIN xxxxxxxxxxx", [at(text, 1, "LEFT    JOIN")]))).toEqual([]);
    // A character of two units is one.
    expect(ids(hiddenInGaps("😀😀xxx", [at("😀😀xxx", 1, "😀")]))).toEqual([1]);
    expect(ids(hiddenInGaps("😀😀xx", [at("😀😀xx", 1, "😀")]))).toEqual([]);
  });

  const loop = "[x for x in y] zzzzzzzzzzzzzzzzzzzz for";
  const brackets: Hideable = { ...at(loop, 2, "["), places: [[0, 1, 13, 14]], kind: "symbol" };
  const form: Hideable = { ...at(loop, 1, "["), places: [[0, 1, 3, 6, 9, 11, 13, 14]], kind: "form" };

  test("hides the atoms of a hidden form with it, and an atom without another place counts for the form only", () => {
    const atoms = [brackets, at(loop, 3, "for"), at(loop, 4, "in")];
    expect(ids(hiddenInGaps(loop, [form, ...atoms]))).toEqual([1, 3]);
    // Nor when the atom came first.
    const isDue = { ...brackets, ...due(0.1) };
    expect(ids(hiddenInGaps(loop, [{ ...form, ...due(0.5) }, isDue]))).toEqual([1]);
    // A form that is only new does not take the last place of what is due.
    expect(ids(hiddenInGaps(loop, [form, isDue]))).toEqual([2]);
    const twice = { ...isDue, places: [...isDue.places, [15, 16]] };
    expect(ids(hiddenInGaps(loop, [form, twice]))).toEqual([1, 2]);
    expect(ids(hiddenInGaps(loop, [{ ...form, isNew: false }, ...atoms]))).toEqual([2, 3, 4]);
  });

  test("hides nothing in a code without characters or constructs", () => {
    expect(hiddenInGaps("", [])).toEqual(new Set());
    expect(hiddenInGaps(" \n\t", [])).toEqual(new Set());
    expect(hiddenInGaps(code, [])).toEqual(new Set());
  });

  test("keeps its limits for any constructs, depends on nothing else, and hides what would fit alone", () => {
    const text = "abcdefghij klmnopqrst uvwxyz{}()[] 0123456789\n".repeat(3);
    const place = fc
      .tuple(fc.nat(text.length - 2), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]) => [from, Math.min(text.length, from + length)]);
    const construct = fc.record({
      kind: fc.constantFrom("symbol" as const, "word" as const, "form" as const),
      places: fc.array(place, { minLength: 1, maxLength: 4 }),
      isDue: fc.boolean(),
      isNew: fc.boolean(),
      retrievability: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(construct, { maxLength: 25 }), (drawn) => {
        const constructs = drawn.map((one, i) => ({ ...one, id: i + 1 }));
        const hidden = hiddenInGaps(text, constructs);
        expect(hidden).toEqual(hiddenInGaps(text, structuredClone(constructs)));
        expect(hidden.size).toBeLessThanOrEqual(mostHidden);
        const visible = [...text].filter((one) => one.trim() !== "").length;
        const units = new Set<number>();
        for (const { id, places } of constructs)
          if (hidden.has(id))
            for (const [from = 0, to = 0] of places) for (let i = from; i < to; i++) units.add(i);
        const used = [...units].filter((i) => text[i]?.trim() !== "").length;
        expect(used).toBeLessThanOrEqual(mostHiddenShare * visible);
        // A run that hides something grades something due, if anything due fits.
        const alone = constructs.some((one) => one.isDue && hiddenInGaps(text, [one]).size === 1);
        if (alone) expect([...hidden].some((id) => constructs[id - 1]?.isDue)).toBe(true);
        for (const id of hidden) {
          const one = constructs[id - 1] as Hideable;
          expect(one.isDue || one.isNew).toBe(true);
        }
        // What comes first in the order is left out only when it does not fit alone, or a form has all of it.
        const [first] = constructs
          .filter(({ isDue }) => isDue)
          .toSorted((a, b) => a.retrievability - b.retrievability);
        const isTaken = (one: Hideable) =>
          one.kind !== "form" && constructs.some(({ id, kind }) => kind === "form" && hidden.has(id));
        if (first && hiddenInGaps(text, [first]).size === 1 && !isTaken(first))
          expect(hidden.has(first.id)).toBe(true);
      }),
    );
  });
});
