import { expect, test } from "vitest";
import { constructsOf } from "../constructs-of.ts";

/** The texts of the places of a construct, the pieces of each joined by a space. */
function placesOf(code: string, name: string): string[] {
  const places = constructsOf(code, "ruby").find((one) => one.name === name)?.places ?? [];
  return places.map((place) =>
    Array.from({ length: place.length / 2 }, (_, at) => code.slice(place[2 * at], place[2 * at + 1])).join(
      " ",
    ),
  );
}

test.each([
  ["a, b = c", 1],
  ["@a, @b, c = d", 1],
  ["a, *b = c", 1],
  ["f { |x| a, b = x }", 1],
  ["def f(a, b = 1); end", 0],
  ["def f a, b = 1\nend", 0],
  ["f { |a, b = 1| a }", 0],
  ["f(\n  a, b = 1\n)", 0],
])("%j has %i assignments to several names", (code, count) => {
  expect(placesOf(code, "a, b =")).toHaveLength(count);
});

test("an arrow in the braces of a pattern makes no hash", () => {
  expect(placesOf('{ 1 => 2 }; { a: 1, "b" => 2 }; { :a => 1 }', "{ => }")).toHaveLength(3);
  expect(placesOf('case x\nin { a: "b" | "c" => d }\nin { e: { f: 1 => g } }\nend', "{ => }")).toEqual([]);
});

test("an if after a pattern is its guard, and not one after a statement", () => {
  const code = "case a\nin [b, c] if b > c\n  d if e\nin f unless g\nend";
  expect(placesOf(code, "in if")).toEqual(["in if"]);
  expect(placesOf(code, "in unless")).toEqual(["in unless"]);
  expect(placesOf(code, "x if y")).toEqual(["if"]);
});

test("a method that Ruby calls has its name from Ruby where it is defined", () => {
  expect(placesOf("def to_s = a.to_s", ".to_s")).toEqual(["to_s", "to_s"]);
  expect(placesOf("def each(&b) = @a.each(&b)", ".each")).toEqual(["each", "each"]);
  expect(placesOf("def method_missing(a, *b); end", "method_missing")).toEqual(["method_missing"]);
  expect(placesOf("def respond_to_missing?(a, b) = true", "respond_to_missing?")).toHaveLength(1);
  expect(placesOf("def self.included(a); end; included = 1", "included")).toEqual(["included"]);
  expect(placesOf("def size = @a.size", ".size")).toEqual([]);
  expect(placesOf("f = method(:puts); attr_reader :method; method + 1", "method")).toEqual(["method"]);
});

test("? before a character is no question, and : before an operator is a symbol", () => {
  expect(placesOf("f ?a, ?b", "?x")).toEqual(["?", "?"]);
  expect(placesOf("f ?a, g: :b", "a ? b : c")).toEqual([]);
  expect(placesOf("a ? b : c; d ?e : f; g.h? ? ?i : 1", "a ? b : c")).toHaveLength(3);
  expect(placesOf("a.inject(:+); b(:<=>, 1)", ":x")).toEqual([":", ":"]);
});

test("all arguments and a range in parentheses are not the same", () => {
  expect(placesOf("def f(...) = g(...)", "f(...)")).toHaveLength(2);
  expect(placesOf("def f(...) = g(...)", "(a...b)")).toEqual([]);
  expect(placesOf("(1...a).each { }", "(a...b)")).toEqual(["( ... )"]);
});

test("texts and patterns with a percent sign have their marks, and a division has none", () => {
  expect(placesOf('puts %(a "b" #{c})', "%( )")).toEqual(["%( )"]);
  expect(placesOf("a = b %(c); d = 1 %(e); f % (g)", "%( )")).toEqual([]);
  expect(placesOf("a =~ %r{^/b(\\d+)}", "%r{ }")).toEqual(["%r{ }"]);
  expect(placesOf("a =~ %r{^/b(\\d+)}", "regex \\d")).toEqual(["\\d"]);
});

test("it is the parameter of a block that names none", () => {
  expect(placesOf("a.map { it * 2 }; b.each { puts(it) }", "it")).toEqual(["it", "it"]);
  expect(placesOf('it "works" do\nend; a.map { |it| it }', "it")).toEqual([]);
});

test("classes with the names of their modules have the same forms", () => {
  const code = 'class A::B < C::D; end\nbegin\nrescue E, F => g\nrescue H::I => j\n  raise K::L, "m"\nend';
  expect(placesOf(code, "class T < U")).toEqual(["class <"]);
  expect(placesOf(code, "rescue T => e")).toEqual(["rescue , =>", "rescue =>"]);
  expect(placesOf(code, "raise T, text")).toEqual(["raise ,"]);
});
