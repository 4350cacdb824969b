import { expect, test } from "vitest";
import { constructsOf } from "../../constructs-of.ts";

/** The texts of the places of a construct, the pieces of each joined by a space. */
function placesOf(code: string, name: string): string[] {
  const places = constructsOf(code, "python").find((one) => one.name === name)?.places ?? [];
  return places.map((place) =>
    Array.from({ length: place.length / 2 }, (_, at) => code.slice(place[2 * at], place[2 * at + 1])).join(
      " ",
    ),
  );
}

function names(code: string): string[] {
  return constructsOf(code, "python").map(({ name }) => name);
}

test("indent is the white space of the first line of a block, and of no other line", () => {
  const code = "if a:\n    b\n    c\n    if d:\n        e\n    (f,\n        g)\nelse:\n\t# h\n\ti";
  expect(constructsOf(code, "python").find(({ name }) => name === "indent")?.places).toEqual([
    [6, 10],
    [28, 36],
    [68, 69],
  ]);
});

test("of a format only what is typed of the syntax is its place", () => {
  expect(placesOf('f"{a:.2f}{b:>{w}.{p}f}{c:*^10}"', 'f"{:.nf}"')).toEqual([":. f"]);
  expect(placesOf('f"{a:.2f}{b:>{w}.{p}f}{c:*^10}"', 'f"{:>n.nf}"')).toEqual([":> . f"]);
  expect(placesOf('f"{a:.2f}{b:>{w}.{p}f}{c:*^10}"', 'f"{:^n}"')).toEqual([": ^"]);
  expect(placesOf('f"{a}{{b}}{c!r}"', 'f"{ }"')).toEqual(["f { } { }"]);
});

test("what the author wrote in a format or a text is no construct", () => {
  expect(names('f"{a:Week %W}"')).toEqual(['f"{ }"', '" "', 'f"{:}"', "%W"]);
  expect(names('"if {len(a)} else"')).toEqual(['" "']);
});

test("names that the text defines are no constructs, however the language uses them", () => {
  const code = [
    "def print(sum, *, key=len): return sum",
    "class Cart:",
    "    def append(self, start): self.split = max",
    "for list, (map, zip) in id: pass",
    "with open(dir) as input, a as (iter, hash): pass",
    "import shop, helpers.json as set",
    "filter = lambda min, *round: min",
    "print(sum, key=1); a.append(1, start=2); a.split(); list(map, zip, input, iter, hash); shop.sorted(set, filter)",
  ].join("\n");
  const found = names(code);
  for (const name of "print sum append() split() key= start= list map zip input iter hash set filter min round shop".split(
    " ",
  ))
    expect(found.map((one) => one.replace(/^\./, ""))).not.toContain(name);
});

test("soft keywords are keywords only where a statement of theirs stands", () => {
  expect(names("match = case = type = 1\nmatch(case).type")).not.toContain("match");
  expect(placesOf("match x:\n    case [a] if b:\n        case = match\n", "case")).toEqual(["case"]);
  expect(placesOf("type Pair = tuple\ntype(1)", "type")).toEqual(["type", "type"]);
});

test("a chain of a hundred thousand commas or braces has a form with no endless place", () => {
  const wide = `f"${"{a}".repeat(100_000)}"\n${"a, ".repeat(100_000)}b = c`;
  for (const { places } of constructsOf(wide, "python"))
    for (const place of places) expect(place.length).toBeLessThan(2010);
});
