// What C, C++ and Java write alike and mean otherwise: casts, directives, templates, methods that the library named.

import { describe, expect, test } from "vitest";
import { constructsOf } from "../constructs-of.ts";

type Case = readonly [code: string, language: string, name: string, places: readonly string[]];

const anyCast = "(T) cast";
const macro = "#define x( )";
const condition = "#if #endif";
const concept = "template <Concept T>";
const template = "template <typename T>";

describe("a cast", () => {
  test.each<Case>([
    ["a = (double)b / (int)(c);", "c", anyCast, ["( )", "( )"]],
    ["a = (char)65; b = (int)'b'; c = f((long)2);", "c", anyCast, ["( )", "( )", "( )"]],
    ["char *a = (char *)b; f((struct node **)c);", "c", anyCast, ["( )", "( )"]],
    ["a = (unsigned)b; c = (unsigned char)d; e = (long long)f;", "c", anyCast, ["( )", "( )", "( )"]],
    ["f((enum color)a, (union value)b);", "c", anyCast, ["( )", "( )"]],
    ["char a = (char) 65; var b = (List<String>) c;", "java", anyCast, ["( )", "( )"]],
    ["var a = (int) 'a';", "csharp", anyCast, ["( )"]],
  ])("%s", found);

  test.each<Case>([
    ["int a = (*f)(1, 2);\nreturn (*g)(3);", "c", anyCast, []],
    ["bool operator==(const P&) const = default;", "cpp", anyCast, []],
    ["bool operator<(P) const;\nP operator-(P) const;", "cpp", anyCast, []],
    ["a = (b) + c * (d);", "c", anyCast, []],
    ["if ((a) and (b)) f();", "cpp", anyCast, []],
    ["return (a) instanceof B;", "java", anyCast, []],
  ])("is none in %s", found);

  test("a type of C may be one word of two, or two words", () => {
    found("f(const unsigned& a, const unsigned char& b);", "cpp", "const T&", ["const &", "const &"]);
  });
});

describe("the preprocessor", () => {
  test.each<Case>([
    ["#define A(x) (x)\n#define B() 1", "c", macro, ["#define ( )", "#define ( )"]],
    ["#define A (1u << 0)\n#define B (2)", "c", macro, []],
    ["#ifdef A\nf();\n#else\ng();\n#endif", "c", condition, ["#ifdef #endif"]],
    ["#if A\n#  ifndef B\nf();\n#  endif\n#endif", "cpp", condition, ["#if #endif", "# ifndef # endif"]],
    ["#endif\n#if A\nf();", "c", condition, ["#endif"]],
  ])("%s", found);

  test("a name at the end of a directive is no type of the next line's name", () => {
    found("#define A\n\n#ifdef A\nputs(a);\n#endif", "c", "puts", ["puts"]);
    found("#  undef A\nfree(a);", "cpp", "free", ["free"]);
    found("#if A\nConsole.WriteLine(1);\n#endif", "csharp", "Console.WriteLine", ["Console WriteLine"]);
    found("#define A\nNode\n*free(Node *a) { return free(a); }", "c", "free", []);
  });

  test("a name on the line after braces is not declared by them", () => {
    found("void f(void) {\n}\nerrno = 0;", "c", "errno", ["errno"]);
    found("struct { int a; } errno = {1};", "c", "errno", []);
  });
});

describe("directives of formats", () => {
  test.each<Case>([
    ['strftime(a, 9, "%Y-%m at %H:%M", b);', "c", "%Y", ["%Y"]],
    ['printf("%Y %M");', "c", "%Y", []],
    ['String row = "%s: %d";\nputs(row.formatted(a, b));', "java", "%d", ["%d"]],
    ['var row = """\n    %5d\n    """;\nSystem.out.printf(row, a);', "java", "%nd", ["%5d"]],
    ['var row = "%d";\nSystem.out.println(row);', "java", "%d", []],
  ])("%s", found);
});

describe("templates, constructors and operators of C++", () => {
  test.each<Case>([
    ["template <std::integral T>\nT f(T a);", "cpp", concept, ["template < >"]],
    ["template <typename T>\nT f(T a);", "cpp", concept, []],
    ["template <typename... T>\nvoid f(T... a);", "cpp", concept, []],
    ["template <int N>\nstruct A {};", "cpp", concept, []],
    ["template <typename T, int N>\nstruct A {};", "cpp", template, ["template < typename , >"]],
    ["template <class T, class U>\nstruct A {};", "cpp", template, ["template < class , >"]],
    ["template <typename T = int>\nstruct A {};", "cpp", template, ["template < typename = >"]],
    ["A(int b, int c) : b_(b), c_{c} {}", "cpp", "( ) : x( ) { }", ["( ) : ( ) , { } {"]],
    ["A(B b) noexcept : b_(b) {}", "cpp", "( ) : x( ) { }", ["( ) noexcept : ( ) {"]],
    ["struct A {\n    ~A() {}\n};", "cpp", "~T( )", ["~ ( )"]],
    ["struct A {\n    virtual ~A() = default;\n};", "cpp", "~T( )", ["virtual ~ ( )"]],
    ["return ~f();", "cpp", "~T( )", []],
    ["A& operator=(A&& b);\nA& operator++();", "cpp", "operator+( )", ["operator = (", "operator ++ ("]],
    ["try { f(); } catch (const E&) { }", "cpp", "catch (const T& e)", ["catch ( const & )"]],
    ["auto f = [&a, b] { };", "cpp", "[&x]", ["[ & , ]"]],
  ])("%s", found);
});

describe("methods that the library named", () => {
  test.each<Case>([
    [
      "class A {\n    @Override\n    public String toString() { return b; }\n}",
      "java",
      ".toString()",
      ["toString"],
    ],
    ["class A { @Override public int compareTo(A a) { return 0; } }", "java", ".compareTo()", ["compareTo"]],
    ["class A { public override string ToString() => b; }", "csharp", ".ToString()", ["ToString"]],
    ["class A { public String toString() { return b; } }", "java", ".toString()", []],
    [
      "interface A { void add(); }\nclass B implements A { @Override public void add() {} }",
      "java",
      ".add()",
      [],
    ],
    ["private static final long serialVersionUID = 1L;", "java", "serialVersionUID", ["serialVersionUID"]],
    ["class A { void run() {} }\nrun();", "java", ".run()", []],
  ])("%s", found);
});

test("an array of Java has a size or values", () => {
  found("int[] a = new int[6]; var b = new A[2][3];", "java", "new T[n]", ["new [ ]", "new [ ]"]);
  found("int[] a = new int[] {1, 2};", "java", "new T[n]", []);
});

test("a switch of Java may have colons", () => {
  found("switch (a) { case B: f(); case 2: g(); default: h(); }", "java", "case :", ["case :", "case :"]);
  found("switch (a) { case B: f(); default: h(); }", "java", "default:", ["default :"]);
  found("int a = switch (b) { case 1 -> c ? 2 : 3; default -> 4; };", "java", "case :", []);
});

test("C has the keywords of 2023", () => {
  found("constexpr int a = 1; typeof(a) *b = nullptr;", "c", "nullptr", ["nullptr"]);
  found("constexpr int a = 1; typeof(a) *b = nullptr;", "c", "typeof", ["typeof"]);
});

/** Expects what is typed at each place of the construct. */
function found(code: string, language: string, name: string, places: readonly string[]): void {
  const typed = constructsOf(code, language)
    .filter((one) => one.name === name)
    .flatMap((one) => one.places.map((place) => textOf(code, place)));
  expect(typed).toEqual(places);
}

function textOf(code: string, place: readonly number[]): string {
  const pieces: string[] = [];
  for (let at = 0; at < place.length; at += 2) pieces.push(code.slice(place[at], place[at + 1]));
  return pieces.join(" ");
}
