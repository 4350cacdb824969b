// What Recall shows of a line is every character that no construct has: an author's names, numbers and words. Syntax that
// is shown gives itself away, so each line here stands beside the whole of what is shown of it.

import { expect, test } from "vitest";
import { constructsOf } from "./constructs-of.ts";

/** Each language's lines, and what is shown of them, without spaces. */
const lines: Readonly<Record<string, readonly (readonly [code: string, shown: string])[]>> = {
  bash: [
    ['echo "a `pwd` b"; ls', "ab"],
    ["x=`date`; ls -l", "x"],
    ["git commit -m 'a'; git remote add origin b; git log --oneline", "aoriginb"],
    ['echo "$(date) `pwd`" | sort', ""],
    ["echo $(( (a + b) * 2 ))", "ab2"],
  ],
  c: [["#ifdef A\n#  define B(x) x\n# endif", "ABxx"]],
  css: [
    ["@media (min-width: 4em) and (not (hover)), print {}", "4"],
    ['@import url("a.css") layer(base);', "a.cssbase"],
    ["@layer base, theme;", "basetheme"],
    ["@container card (width > 4px) {}", "card4"],
  ],
  cpp: [
    ["using namespace std;\nstd::move(a);", "a"],
    ["[[nodiscard]] int f(int likely);", "flikely"],
  ],
  csharp: [
    ["using System;", ""],
    ["#region A\n#nullable enable\n#endregion", "Aenable"],
  ],
  go: [
    ["for _, v := range xs {}", "vxs"],
    ["switch v.(type) { case int, float64: }", "v"],
    ["m := map[bool]string{true: a, false: b}", "mab"],
    ["func f() (Set[int], error) { var e error }", "fSete"],
    ['type T struct { A int `json:"a,omitempty"` }', "TAa"],
  ],
  html: [["<my-card slot='x'></my-card><my-icon/>", "my-cardxmy-cardmy-icon"]],
  java: [
    ["import java.util.List;", ""],
    // A field of the author's that is called as a method of the library.
    ["a.filter = b.map;", "afilterbmap"],
    ["a.map(B::length)", "aB"],
    ["f(Plant.class)", "fPlant"],
    ["import garden.List;", "gardenList"],
  ],
  javascript: [["load().catch(console.error); console.log(1)", "load1"]],
  kotlin: [
    ["val (x, _) = p", "xp"],
    ["xs.map { _, v -> v }", "xsvv"],
    ["import kotlin.math.max", "kotlinmath"],
    ['"%.2f %d".format(x, 1)', "x1"],
  ],
  php: [
    ["<?php\n#[Attribute]", ""],
    ["<?php\n#[Route('/')]", "Route/"],
    ["<?php\n$_GET['a'];", "a"],
    ["<?php\n$a->count;", "acount"],
    // Many classes of authors have a method of this name.
    ["<?php\n$a->add(b(1));", "aaddb1"],
    ['<?php\n"$a->b $c[0] $this->d {$e}";', "abc0de"],
  ],
  regex: [["(?i)a(?-s:b)(?P<c>d)(?P=c)", "abcdc"]],
  ruby: [
    ["f(<<~ONE, <<~TWO)\n  a #{b}\nONE\n  c #{d}\nTWO\nif e then f end", "fONETWOabONEcdTWOef"],
    ["%q(a (b) c)", "a(b)c"],
    ["%W[a #{b}]", "ab"],
    ["a =~ /^b\\d+#{c}$/", "abc"],
    ["$~", ""],
    ["f { _1.close }", "f"],
  ],
  rust: [
    ["fn f(v: &mut Vec<u8>) -> Vec<u8> {}", "fv"],
    ["impl fmt::Display for A { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {} }", "Af"],
    ["a.parse::<u8>()", "a"],
    ["fn f(a: &'a mut Vec<u8>) -> &'static str { a as *const Vec<u8> }", "faaa"],
    ["#[cfg(test)] #[allow(dead_code)] #[should_panic(expected = a)]", "a"],
    ["impl Iterator for A { type Item = u8; fn next(&mut self) -> Option<Self::Item> {} }", "A"],
    ["let a = A::default(); let b = A::from(1);", "aAbA1"],
    ["let sum: u8 = a.iter().sum(); fn len(a: B) -> u8 { a.len() }", "sumalenaBa"],
    ["a.await; super::super::f(); a.0.1; b'c'", "afa01c"],
    ["fn f(a: &Formatter<'_>) {}", "fa"],
    ["use std::{fmt, io::{self, Read}};", ""],
    ["macro_rules! m { ($x:expr) => { $x }; ($($y:tt),*) => {} }", "mxxy"],
  ],
  sql: [
    ['CREATE TABLE "order" (id INTEGER, date TEXT)', "orderiddate"],
    ['INSERT INTO "order" (date, key) VALUES (1, 2)', "orderdatekey12"],
  ],
  swift: [
    ["@main struct A {}", "A"],
    ["@State private var n = 1", "n1"],
    ["#if DEBUG\n#endif", "DEBUG"],
  ],
  typescript: [["const z = x as const satisfies Y;", "zxY"]],
};

test.each(
  Object.entries(lines).flatMap(([language, all]) => all.map(([code, shown]) => [language, code, shown])),
)("Recall shows no syntax of %s: %s", (language, code, shown) => {
  expect(shownOf(code as string, language as string)).toBe(shown);
});

function shownOf(code: string, language: string): string {
  const shown = code.split("");
  for (const { kind, places } of constructsOf(code, language))
    for (const place of kind === "form" ? [] : places)
      for (let at = 0; at < place.length; at += 2) shown.fill(" ", place[at], place[at + 1]);
  return shown.join("").replace(/\s/g, "");
}
