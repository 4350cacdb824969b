// Names that an author declares are never constructs, even where the library has the same names: in every place at which
// a C-like language declares them.

import { describe, expect, test } from "vitest";
import { constructsOf } from "./constructs-of.ts";

type Declared = {
  /** Names of the library as an author may also choose them, for what stands alone and for members. */
  readonly names: readonly string[];
  readonly members: readonly string[];
  /** Texts that declare `N`, which is each of the names, and use it. */
  readonly of: readonly string[];
  /** Texts that declare the member `M`, and use it. */
  readonly ofMembers: readonly string[];
};

const declared: Readonly<Record<string, Declared>> = {
  java: {
    names: ["List", "Stream", "Math", "String"],
    members: ["push", "size", "length", "map", "println"],
    of: [
      "class N {}\nN a = new N();",
      "interface N { }\nclass A implements N {}",
      "record N(int a) {}\nvar a = new N(1); N.of(2);",
      "enum N { A }\nN.A.run();",
      "enum Kind { A, N }\nvar x = Kind.N;",
      "<N> N first(N a) { return a; }",
      "class Box<N> { N a; }",
      "int N = 3; foo(N); N++;",
      "void foo(int N, String... a) { bar(N); }",
      "import org.example.N;\nN a = N.of(1);",
      "for (int N : xs) { foo(N); }",
      "run((N, a) -> N + a); run(N -> N);",
      "try { } catch (Exception N) { foo(N); }",
      "if (a instanceof Foo N) foo(N);",
      "int a = 1, N = 2; foo(N);",
      "package N;",
    ],
    ofMembers: [
      "class A { int M; void f() { this.M = a.M; } }",
      "class A { void M(int a) {} }\na.M(3);",
      "interface A { int M(); }\na.M();",
      "record A(int M) {}\na.M();",
      "class A { static <T> T M(T a) { return a; } }\nA.M(1);\nList.M(2);",
      "class A { private int a, M; }\na.M++;",
    ],
  },
  c: {
    names: ["free", "size_t", "NULL", "printf", "errno"],
    members: [],
    of: [
      "int N = 3; foo(N);",
      "void N(int a) { N(a); }",
      "int f(int a, char *N) { return *N; }",
      "struct N { int a; };\nstruct N b;",
      "typedef struct { int a; } N;\nN a;",
      "typedef int N;\nN a;",
      "enum a { B, N = 2 };\nint c = N;",
      "#define N 3\nint a = N;",
      "#define N(a) ((a) + 1)\nint b = N(2);",
      "struct a { int N; };\nb.N = c->N;",
      "int (*N)(int);\nN(3);",
      "goto N;\nN:\n return 1;",
      "int a = 1, *N;\nfoo(N);",
      "const char *N[3];\nfoo(N);",
      "Node *N(Node *a) { return N(a); }",
    ],
    ofMembers: [],
  },
  cpp: {
    names: ["free", "vector", "printf", "cout"],
    members: ["push_back", "size", "value", "first"],
    of: [
      "using namespace std;\nclass N { };\nN a;",
      "using namespace std;\nint N = 3; foo(N);",
      "using namespace std;\nauto [N, b] = foo(); bar(N);",
      "using namespace std;\nnamespace N { int a; }\nN::a = 1;",
      "using namespace std;\nusing N = int;\nN a;",
      "using namespace std;\ntemplate <typename N> N f(N a) { return a; }",
      "using namespace std;\nvoid f(const Foo& N) { foo(N); }",
      "using namespace std;\nfor (auto& N : xs) foo(N);",
      "using namespace std;\nauto f = [](int N) { return N; };",
      "using namespace std;\nenum class K { N };\nauto a = K::N;",
      "using namespace std;\ntemplate <class T> concept N = true;\ntemplate <N T> void f();",
    ],
    ofMembers: [
      "class A { int M; };\na.M = b->M;",
      "struct A { void M() const; };\na.M();",
      "struct A { std::string a, M; };\na.M = b;",
      "class A { static int M(int a) { return a; } };\nA::M(1);",
    ],
  },
  go: {
    names: ["len", "error", "string", "strings", "fmt", "append", "copy"],
    members: ["Error", "Add", "Wait"],
    of: [
      "N := 3\nfoo(N)",
      "a, N := f()\nfoo(N)",
      "var N = 3\nfoo(N)",
      "var a, N int\nfoo(N)",
      "const N = 3\nfoo(N)",
      "const (\n\tA = 1\n\tN\n)\nfoo(N)",
      "var (\n\tN = 1\n)\nfoo(N)",
      "type N struct{}\nvar a N",
      "func N(a int) {}\nN(1)",
      "func f(N, b int) { foo(N) }",
      "func f(a int, N ...int) { foo(N) }",
      "func f(N *T) { foo(N) }",
      "func f() (N int, b bool) { foo(N); return }",
      "func (N T) f() { foo(N) }",
      "func f[N any](a N) N { return a }",
      "type T[N any] struct { a N }",
      "for N, a := range xs { foo(N) }",
      "a := T{N: 3}",
      "a := T{b: f(1), N: 3}",
      "func f(a Box[int], N int) { foo(N) }",
      "N:\nfor { break N }",
      'import N "x"\nN.Foo()',
      "f := func(N int) int { return N }",
      "package N",
      'import "example.org/N"\nN.Foo()',
      'import (\n\t"example.org/shop/N"\n)\nN.Foo()',
    ],
    ofMembers: [
      "func (a T) M() {}\nb.M()",
      "type T struct {\n\tM int\n}\na.M = 1",
      "type T struct {\n\tM int\n}\nif a.M { }",
      "type T struct {\n\tM func()\n}\na.M()",
      "type T struct {\n\tM Handler\n}\na.M()",
      "type T struct {\n\ta, M int\n}\nb.M = 1",
      "type T interface {\n\tM(a int) bool\n}\na.M(1)",
    ],
  },
  rust: {
    names: ["Vec", "Some", "Option", "drop", "String"],
    members: ["push", "len", "map", "unwrap", "iter"],
    of: [
      "struct N { a: i32 }\nlet a = N { a: 1 }; N::new();",
      "struct N(i32);\nlet a = N(1);",
      "enum N { A }\nlet a = N::A;",
      "enum K { A, N(i32) }\nlet a = K::N(1);",
      "trait N {}\nimpl N for A {}",
      "fn N(a: i32) {}\nN(1);",
      "let N = 3; foo(N);",
      "let mut N = 3; foo(N);",
      "fn f(N: i32) { foo(N) }",
      "const N: i32 = 3; foo(N);",
      "type N = i32; let a: N = 1;",
      "mod N { }\nN::f();",
      "use crate::a::N;\nN::new();",
      "use a::{B, N};\nN::new();",
      "use std::a as N;\nN::new();",
      "fn f<N>(a: N) -> N { a }",
      "struct T<N> { a: N }",
      "let f = |N| N + 1;",
      "for N in xs { foo(N); }",
    ],
    ofMembers: [
      "struct A { M: i32 }\na.M = 1;",
      "struct A { M: i32 }\nif a.M { }",
      "mod a { pub fn M() {} }\na::M();",
      "fn M(&self) {}\na.M();",
      "impl A { fn M(&self) {} }\na.M(); A::M(&a); Vec::M(&a);",
      "trait A { fn M(&self); }\na.M();",
    ],
  },
  csharp: {
    names: ["List", "Math", "Console", "Task"],
    members: ["Add", "Count", "Length", "Select", "ToString2"],
    of: [
      "class N { }\nN a = new N(); N.F();",
      "record N(int A);\nvar a = new N(1);",
      "interface N { }\nclass A : N { }",
      "enum N { A }\nvar a = N.A;",
      "enum K { A, N }\nvar a = K.N;",
      "int N = 3; Foo(N);",
      "var N = 3; Foo(N);",
      "void F(int N, string? a) { Foo(N); }",
      "T F<N>(N a) { return a; }",
      "class Box<N> { N a; }",
      "foreach (var N in xs) Foo(N);",
      "Run((N, a) => N + a); Run(N => N);",
      "if (a is Foo N) Foo(N);",
      "F(out var N); Foo(N);",
      "F(N: 3);",
      "namespace N;",
      "struct N { }\nN a;",
    ],
    ofMembers: [
      "class A { public int M; }\na.M = 1;",
      "class A { public int M { get; set; } }\na.M = 1;",
      "class A { public int M => 3; }\na.M.F();",
      "class A { void M(int a) { } }\na.M(1); List.M(1);",
      "class A { static T M<T>(T a) => a; }\nA.M(1);",
      "record A(int M);\na.M.F();",
      "interface A { int M(); }\na.M();",
    ],
  },
  php: {
    names: ["count", "PDO", "Exception", "strlen", "implode"],
    members: ["push", "fetch", "format", "count"],
    of: [
      "function N($a) { return 1; }\nN(3);",
      "class N { }\n$a = new N(); N::f();",
      "interface N { }\nclass A implements N { }",
      "trait N { }\nclass A { use N; }",
      "enum K { case N; }\n$a = K::N;",
      "const N = 3;\necho N;",
      "class A { const N = 3; }\necho A::N;",
      "$N = 3; echo $N, $N[0];",
      "f(N: 3);",
      "use App\\Models\\N;\n$a = new N();",
      "namespace N;",
      '$a = "$N and {$N}";',
    ],
    ofMembers: [
      "class A { public function M() {} }\n$a->M();",
      "class A { public static function M() {} }\nA::M(); PDO::M();",
      "$a->list; $a->class; $this->M2;",
    ],
  },
  ruby: {
    names: ["puts", "format", "Set", "loop", "print", "raise"],
    members: ["push", "size", "map", "first", "each_slice"],
    of: [
      "N = 3\nfoo(N)",
      "a, N = 1, 2\nfoo(N)",
      "def f(N, b = 1) = foo(N)",
      "def f(a, *N) = foo(N)",
      "def f(a, N: 1) = foo(N)",
      "f { |N| foo(N) }",
      "f do |a, N|\n  foo(N)\nend",
      "f = ->(N) { foo(N) }",
      "for N in xs\n  foo(N)\nend",
      "@N = 1\n@@N = 2\n$N2 = 3",
      "f(:N, N: 3)",
      "rescue Foo => N\nfoo(N)",
    ],
    ofMembers: [
      "def M(a) = a\nb.M(1)",
      "def self.M = 1\nA.M",
      "class A\n  attr_reader :a, :M\nend\nb.M",
      "A = Struct.new(:a, :M)\nb.M",
    ],
  },
  kotlin: {
    names: ["List", "println", "listOf", "Math", "run", "it"],
    members: ["map", "size", "add", "first", "trim"],
    of: [
      "class N\nval a = N()",
      "interface N { }\nclass A : N",
      "object N { }\nN.f()",
      "enum class K { A, N }\nval a = K.N",
      "fun N(a: Int) = a\nval b = N(1)",
      "val N = 3\nfoo(N)",
      "fun f(a: Int, N: Int) = foo(N)",
      "fun <N> f(a: N): N = a",
      "class Box<N>(val a: N)",
      "val (N, b) = f()\nfoo(N)",
      "for (N in xs) foo(N)",
      "for ((a, N) in xs) foo(N)",
      "f { N -> foo(N) }",
      "f { a, N -> foo(N) }",
      "f(N = 3)",
      "import org.example.N\nN.f()",
      "package N",
      "typealias N = Int\nval a: N = 1",
      'val a = "$N"',
    ],
    ofMembers: [
      "class A(val M: Int)\na.M",
      "class A { val M = 3 }\na.M",
      "class A { fun M() = 1 }\na.M()",
      'fun String.M() = 1\n"a".M()',
      "interface A { fun M(): Int }\na.M()",
      "class A { companion object { fun M() = 1 } }\nA.M()",
    ],
  },
  swift: {
    names: ["Set", "print", "zip", "Array", "swap"],
    members: ["map", "count", "first", "append", "isEmpty"],
    of: [
      "struct N { }\nlet a = N()",
      "class N { }\nlet a = N()",
      "enum N { case a }\nlet b = N.a",
      "protocol N { }\nstruct A: N { }",
      "func N(_ a: Int) { }\nN(1)",
      "let N = 3\nfoo(N)",
      "func f(_ N: Int, b: Int) { foo(N) }",
      "func f(with N: Int) { foo(N) }",
      "func f(N a: Int) { }\nf(N: 3)",
      "func f<N>(_ a: N) -> N { a }",
      "let (N, b) = f()\nfoo(N)",
      "for N in xs { foo(N) }",
      "f { N in foo(N) }",
      "f { (a: Int, N: Int) in foo(N) }",
      "typealias N = Int\nlet a: N = 1",
      "if let N = a { foo(N) }",
      "guard let N = a else { return }\nfoo(N)",
      "var a = 1, N = 2\nfoo(N)",
    ],
    ofMembers: [
      "struct A { var M = 3 }\na.M",
      "struct A { func M() {} }\na.M()",
      "enum K { case a, M }\nlet b: K = .M",
      "enum K { case M(Int) }\nlet b = K.M(1)",
      'extension String { func M() {} }\n"a".M()',
      "protocol A { func M() }\na.M()",
      "struct A { let a: Int, M: Int }\na.M",
    ],
  },
};

describe.each(Object.keys(declared))("%s", (language) => {
  const { names, members, of, ofMembers } = declared[language] as Declared;

  test.each(of)("%j", (text) => {
    for (const name of names) expect(namesWith(text.replaceAll(/\bN\b/g, name), language, name)).toEqual([]);
  });

  test.each(ofMembers)("%j", (text) => {
    for (const name of members)
      expect(namesWith(text.replaceAll(/\bM\b/g, name), language, name)).toEqual([]);
  });

  test("the names and members are the library's where nobody declares them", () => {
    const found = (text: string, name: string): boolean => namesWith(text, language, name).length > 0;
    const mark = language === "php" ? "$a->" : "a.";
    const missed = members.filter(
      (name) => !found(`${mark}${name}(1)`, name) && !found(`${mark}${name}`, name),
    );
    expect(missed.filter((name) => name !== "ToString2")).toEqual([]);
  });
});

/** The constructs in whose names the name is a word. */
function namesWith(text: string, language: string, name: string): readonly string[] {
  return constructsOf(text, language)
    .filter((one) => one.kind !== "form" && new RegExp(`(?<!\\w)${name}(?!\\w)`).test(one.name))
    .map((one) => one.name);
}
