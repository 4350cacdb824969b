import { expect, test } from "vitest";
import { constructsOf } from "../constructs-of.ts";

/** The texts of the places of a construct, the pieces of each joined by a space. */
function places(language: string, code: string, name: string): string[] {
  const all = constructsOf(code, language).find((one) => one.name === name)?.places ?? [];
  return all.map((place) =>
    Array.from({ length: place.length / 2 }, (_, at) => code.slice(place[2 * at], place[2 * at + 1])).join(
      " ",
    ),
  );
}

const inPhp = (code: string, name: string): string[] => places("php", `<?php\n${code}`, name);
const inRuby = (code: string, name: string): string[] => places("ruby", code, name);

test.each([
  ["foreach ($a as &$b) {}", "foreach ( as )", "foreach ( as & $ )"],
  ["foreach ($a as $b => [$c, $d]) {}", "foreach ( as => )", "foreach ( as $ => [ ] )"],
  ["$a = fn(int|string $b): int|null => $b;", "fn( ) =>", "fn ( ) : =>"],
  ["$a = function (): int|null { };", "function( ) { }", "function ( ) : {"],
  ["$a = (object) ['b' => 1];", "(T) cast", "( object )"],
  ["while ($a): endwhile;", "while ( ):", "while ( ) :"],
  ["for (;;): endfor;", "for ( ):", "for ( ) :"],
  ["if ($a): elseif ($b): else: endif;", "elseif ( ):", "elseif ( ) :"],
  ["if ($a): elseif ($b): else: endif;", "else:", "else :"],
  ["$a = $b |> strlen(...);", "|>", "|>"],
])("%s of PHP has %s at %s", (code, name, place) => {
  expect(inPhp(code, name)).toEqual([place]);
});

test("the name before a colon in a call of PHP is that of an argument, and not in a question", () => {
  expect(inPhp("f(a: 1, b: 2);", "f(x: )")).toEqual(["( :", ", :"]);
  expect(inPhp("$a = $b ? C : D; f($a ? C : D, C ? D : E); function g(): int {}", "f(x: )")).toEqual([]);
});

test("the value of a case of PHP is the library's, and any other may be an author's", () => {
  expect(inPhp("echo A::B->value, A::B->name;", "->value")).toEqual(["value"]);
  expect(inPhp("echo $a->value, A::B->value(), $this->name;", "->value")).toEqual([]);
});

test.each([
  ["a, b = c", 1],
  ["@a, @b, c = d", 1],
  ["a, *b = c", 1],
  ["f { |x| a, b = x }", 1],
  ["def f(a, b = 1); end", 0],
  ["def f a, b = 1\nend", 0],
  ["f { |a, b = 1| a }", 0],
  ["f(\n  a, b = 1\n)", 0],
])("%j of Ruby has %i assignments to several names", (code, count) => {
  expect(inRuby(code, "a, b =")).toHaveLength(count);
});

test("in Ruby an arrow in the braces of a pattern makes no hash", () => {
  expect(inRuby('{ 1 => 2 }; { a: 1, "b" => 2 }; { :a => 1 }', "{ => }")).toHaveLength(3);
  expect(inRuby('case x\nin { a: "b" | "c" => d }\nin { e: { f: 1 => g } }\nend', "{ => }")).toEqual([]);
});

test("an if after a pattern is its guard, and not one after a statement", () => {
  const code = "case a\nin [b, c] if b > c\n  d if e\nin f unless g\nend";
  expect(inRuby(code, "in if")).toEqual(["in if"]);
  expect(inRuby(code, "in unless")).toEqual(["in unless"]);
  expect(inRuby(code, "x if y")).toEqual(["if"]);
});

test("a method that Ruby calls has its name from Ruby where it is defined", () => {
  expect(inRuby("def to_s = a.to_s", ".to_s")).toEqual(["to_s", "to_s"]);
  expect(inRuby("def each(&b) = @a.each(&b)", ".each")).toEqual(["each", "each"]);
  expect(inRuby("def method_missing(a, *b); end", "method_missing")).toEqual(["method_missing"]);
  expect(inRuby("def respond_to_missing?(a, b) = true", "respond_to_missing?")).toHaveLength(1);
  expect(inRuby("def self.included(a); end; included = 1", "included")).toEqual(["included"]);
  expect(inRuby("def size = @a.size", ".size")).toEqual([]);
  expect(inRuby("f = method(:puts); attr_reader :method; method + 1", "method")).toEqual(["method"]);
});

test("? before a character is no question, and : before an operator is a symbol", () => {
  expect(inRuby("f ?a, ?b", "?x")).toEqual(["?", "?"]);
  expect(inRuby("f ?a, g: :b", "a ? b : c")).toEqual([]);
  expect(inRuby("a ? b : c; d ?e : f; g.h? ? ?i : 1", "a ? b : c")).toHaveLength(3);
  expect(inRuby("a.inject(:+); b(:<=>, 1)", ":x")).toEqual([":", ":"]);
});

test("all arguments and a range in parentheses are not the same", () => {
  expect(inRuby("def f(...) = g(...)", "f(...)")).toHaveLength(2);
  expect(inRuby("def f(...) = g(...)", "(a...b)")).toEqual([]);
  expect(inRuby("(1...a).each { }", "(a...b)")).toEqual(["( ... )"]);
});

test("texts and patterns with a percent sign have their marks, and a division has none", () => {
  expect(inRuby('puts %(a "b" #{c})', "%( )")).toEqual(["%( )"]);
  expect(inRuby("a = b %(c); d = 1 %(e); f % (g)", "%( )")).toEqual([]);
  expect(inRuby("a =~ %r{^/b(\\d+)}", "%r{ }")).toEqual(["%r{ }"]);
  expect(inRuby("a =~ %r{^/b(\\d+)}", "regex \\d")).toEqual(["\\d"]);
});

test("it is the parameter of a block that names none", () => {
  expect(inRuby("a.map { it * 2 }; b.each { puts(it) }", "it")).toEqual(["it", "it"]);
  expect(inRuby('it "works" do\nend; a.map { |it| it }', "it")).toEqual([]);
});

test("classes with the names of their modules have the same forms", () => {
  const code = 'class A::B < C::D; end\nbegin\nrescue E, F => g\nrescue H::I => j\n  raise K::L, "m"\nend';
  expect(inRuby(code, "class T < U")).toEqual(["class <"]);
  expect(inRuby(code, "rescue T => e")).toEqual(["rescue , =>", "rescue =>"]);
  expect(inRuby(code, "raise T, text")).toEqual(["raise ,"]);
});
