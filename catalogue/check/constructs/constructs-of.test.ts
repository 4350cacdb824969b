import { expect, test } from "vitest";
import { constructsOf } from "./constructs-of.ts";

test("JavaScript: keywords, operators, pairs and library names count, the author's names do not", () => {
  expect(names("javascript", "const words = text.split(',').map(trim);")).toEqual([
    ..."' '|=|.|( )|;|const|.split()|.map()".split("|"),
  ]);
  expect(names("javascript", "total += Math.max(...marks) ** 2;")).toEqual(
    expect.arrayContaining(["op=", "+", "**", "...", "Math.max"]),
  );
});

test("JavaScript: names that the example defines do not count", () => {
  const own = "class Queue {\n  join(guest) {\n    return guest;\n  }\n}\nconst map = 1;\nqueue.join(map);";
  expect(names("javascript", own)).not.toContain(".join()");
  expect(names("javascript", "names.join(map);")).toContain(".join()");
  expect(names("javascript", "const boat = { length: 7 };\nshow(boat.length);")).not.toContain(".length");
});

test("JavaScript: the expressions of a template are code, its words are not", () => {
  const found = names("javascript", "show(`if ${list.at(-1) ?? 0}`);");
  expect(found).toEqual(expect.arrayContaining(["` `", "${ }", ".at()", "??", "-"]));
  expect(found).not.toContain("if");
});

test("JavaScript: a contextual word is a keyword only in its context", () => {
  expect(names("javascript", "for (const a of b) show(a);")).toContain("of");
  expect(names("javascript", "show(of, from);")).not.toContain("of");
  expect(names("javascript", 'import { a as b } from "./c.js";')).toEqual(
    expect.arrayContaining(["import", "as", "from"]),
  );
});

test("JavaScript: a regular expression counts by its symbols", () => {
  expect(names("javascript", "show(/^(?<day>\\d+)$/.test(a));")).toEqual(
    expect.arrayContaining([
      "/ /",
      "regex ^",
      "regex (?<name> )",
      "regex \\d",
      "regex +",
      "regex $",
      ".test()",
    ]),
  );
});

test("TypeScript: types, type arguments and annotations count, but not where the name is one of JavaScript", () => {
  const code = "function last<T>(items: readonly T[]): T | undefined {\n  return items.at(-1);\n}";
  expect(names("typescript", code)).toEqual(
    expect.arrayContaining(["< >", "readonly", "): type", "|", "undefined", ".at()"]),
  );
  expect(names("typescript", "show(a < b && c > d);")).not.toContain("< >");
  expect(names("javascript", "const readonly = 1;")).not.toContain("readonly");
});

test("Python: keywords, builtin functions, methods and keyword arguments count, the author's names do not", () => {
  const found = names("python", "for row in sorted(rows, reverse=True):\n    kept.append(row.strip())");
  expect(found).toEqual(
    expect.arrayContaining(["for", "in", "sorted", "reverse=", "True", ".append()", ".strip()", "( )", ":"]),
  );
  expect(found).not.toContain("rows");
  const own = "def frame(text, sign=1):\n    return text\n\n\nframe(1, sign=2)\npage.frame(3)";
  expect(names("python", own)).not.toContain("sign=");
  expect(names("python", own)).not.toContain(".frame()");
});

test("Python: forms with the same symbols are distinguished", () => {
  expect(names("python", "a = [b for b in c]")).toContain("[x for x in y]");
  expect(names("python", "a = {b: 1 for b in c}")).toContain("{k: v for k in y}");
  expect(names("python", "a = {b for b in c}")).toContain("{x for x in y}");
  expect(names("python", "a = sum(b for b in c)")).toContain("(x for x in y)");
  expect(names("python", "a = b[1:3]")).toContain("[a:b]");
  expect(names("python", "a = b[::2]")).toContain("[::step]");
  expect(names("python", "a = 1 if b else 2")).toContain("a if b else c");
  expect(names("python", "for a in b:\n    pass\nelse:\n    c()")).toContain("else behind a loop");
  expect(names("python", "if a:\n    pass\nelse:\n    c()")).not.toContain("else behind a loop");
});

test("Python: an f-string counts with its formats, and its expressions are code", () => {
  expect(names("python", 'print(f"{len(a):.2f} {b!r} if")')).toEqual(
    expect.arrayContaining(['f"{ }"', 'f"{:.nf}"', 'f"{!r}"', "len"]),
  );
  expect(names("python", 'print("{len(a)} if")')).not.toContain("len");
});

test("SQL: words in capitals and functions with their parentheses count, names of tables do not", () => {
  expect(names("sql", "SELECT COUNT(*) AS days\nFROM weather\nWHERE city <> 'OSLO BY';")).toEqual([
    ..."' '|( )|*|<>|;|SELECT|COUNT()|AS|FROM|WHERE".split("|"),
  ]);
});

test("Bash: a command counts with each option, and letters after one hyphen are separate options", () => {
  expect(names("bash", "sort -rn list.txt | head -n 2")).toEqual([
    "sort",
    "sort -r",
    "sort -n",
    "|",
    "head",
    "head -n",
  ]);
  expect(names("bash", "find . -type f -exec wc -w {} +")).toEqual(
    expect.arrayContaining(["find", "find -type", "find -exec", "wc", "wc -w"]),
  );
  expect(names("bash", "set -- --loud -x")).toEqual(["set", "--"]);
});

test("Bash: functions that the example defines do not count, expansions do", () => {
  const code = 'greet() {\n  echo "Hi ${1^} in $(basename "$PWD")"\n}\n\ngreet ida -x';
  expect(names("bash", code)).toEqual(
    expect.arrayContaining(["f() { }", "echo", '" "', "${x^}", "$( )", "basename", "$name"]),
  );
  expect(names("bash", code).filter((name) => name.startsWith("greet"))).toEqual([]);
});

test("Bash: tests, arithmetic, redirections and lists count", () => {
  const code = 'if [[ -e $a && $b == *.txt ]]; then\n  ((n++))\nfi 2>/dev/null\nnames=(a "$b")';
  expect(names("bash", code)).toEqual(
    expect.arrayContaining([
      "if",
      "[[ ]]",
      "[[ -e ]]",
      "&&",
      "==",
      "*",
      "then",
      "(( ))",
      "++",
      "fi",
      "2>",
      "name=( )",
    ]),
  );
});

test("Bash: words in quotes and in a here document are not commands", () => {
  const code = "cat <<EOF\nsort $name\nEOF\necho 'find $x'";
  expect(names("bash", code)).toEqual(["cat", "<<EOF", "$name", "echo", "' '"]);
  expect(names("bash", "cat >a.sh <<'EOF'\nsort b\nEOF")).toContain("sort");
});

test("HTML: elements and attributes count, the text in them does not", () => {
  expect(names("html", '<!-- a b -->\n<p class="sort by">if <br />&amp;</p>')).toEqual([
    ...'<!-- -->|&amp;|<p>|[class]|=" "|<br>|/>|</ >'.split("|"),
  ]);
});

test("CSS: selectors, properties, values and at-rules count; an element counts as in HTML", () => {
  const code = "nav > .menu:hover {\n  --gap: 1rem;\n  padding: calc(var(--gap) * 2) 4px;\n  color: #fff;\n}";
  expect(names("css", code)).toEqual(
    expect.arrayContaining([
      ..."<nav>|selector >|.class|:hover|--name|padding|calc()|var()|value *|unit px|unit rem|color|#rgb".split(
        "|",
      ),
    ]),
  );
  expect(names("css", "@media (width >= 40rem) {\n  li {\n    display: flex;\n  }\n}")).toEqual(
    expect.arrayContaining(["@media", "@media width", ">=", "unit rem", "<li>", "display", "flex"]),
  );
  expect(names("css", ".a {\n  grid-area: head;\n}")).not.toContain("head");
});

test("JSON and regular expressions count by their symbols", () => {
  expect(names("json", '{ "a": [-1.5, true, "b\\n"] }')).toEqual([
    ...'" "|\\n|{ }|[ ]|:|,|-|.|true'.split("|"),
  ]);
  expect(names("regex", "^[a-z]{2}\\.$")).toEqual([
    ..."regex ^|regex $|regex \\.|regex [ ]|regex -|regex {n}".split("|"),
  ]);
});

test("a language without rules has no constructs", () => {
  expect(names("cobol", "STOP RUN.")).toEqual([]);
});

function names(language: string, code: string): string[] {
  return constructsOf({ language, code }).map(({ name }) => name);
}
