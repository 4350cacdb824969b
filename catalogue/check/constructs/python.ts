// Python. A method belongs to the language unless the example defines one of that name. A keyword argument belongs to
// it unless the example defines the function that is called with it.

import { pieces } from "../pieces.ts";
import { type Found, findEscapes, findSymbols, wordSet } from "./construct.ts";

const keywords = wordSet(`
  False None True and as assert async await break class continue def del elif else except finally for from global if import in
  is lambda nonlocal not or pass raise return try while with yield`);

/** Keywords at the beginning of a line, else names. */
const soft = wordSet("match case");

const builtins = wordSet(`
  abs all any bool bytes callable chr dict divmod enumerate filter float format frozenset getattr hasattr hash hex id int
  isinstance issubclass iter len list map max min next object open ord pow print range repr reversed round set setattr slice
  sorted staticmethod classmethod property str sum super tuple type vars zip
  Exception ValueError KeyError IndexError TypeError RuntimeError StopIteration ZeroDivisionError FileNotFoundError OSError
  AttributeError`);

const operators = [
  ...[
    "**=",
    "//=",
    "**",
    "//",
    "->",
    ":=",
    "==",
    "!=",
    "<=",
    ">=",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "&=",
    "|=",
    "^=",
    "<<",
    ">>",
  ],
  ...["=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "@", ":", ",", ".", "(", "[", "{"],
];

export function pythonConstructs(code: string, found: Found): void {
  const bare = pieces(code, "python")
    .map((piece) => {
      if (piece.kind === "comment") found.symbol("#");
      if (piece.kind === "code") return piece.source;
      return piece.kind === "text" ? text(piece.source, code, found) : " ";
    })
    // The letter before a string is read with the string.
    .join("")
    .replace(/\b[rfb](?= "")/g, " ");
  findSymbols(bare, operators, found);
  takeForms(bare, found);

  const members = ownMembers(bare);
  const own = ownNames(bare);
  for (const match of bare.matchAll(/(?:(\.)|(?<!\w))([A-Za-z_]\w*)/g)) {
    const [whole, dot, name = ""] = match;
    const after = bare.slice(match.index + whole.length);
    const line = bare.slice(bare.lastIndexOf("\n", match.index) + 1, match.index);
    if (/^__\w+__$/.test(name)) found.word(name);
    else if (dot === ".") {
      if ((after.startsWith("(") || line.startsWith("    @") || line.startsWith("@")) && !members.has(name))
        found.word(`.${name}()`);
    } else if (/^=[^=]/.test(after) && /[(\s]$/.test(line.slice(-1) || "\n")) {
      // black writes a keyword argument without spaces around its `=`.
      const called = /(\w+)\([^()]*$/.exec(bare.slice(0, match.index))?.[1] ?? "";
      if (!own.has(called)) found.word(`${name}=`);
    } else if (keywords.has(name) || (soft.has(name) && line.trim() === "" && /^ \S/.test(after)))
      found.word(name);
    else if (/^\s*(?:from|import) /.test(line) || new RegExp(`^\\s*from ${name} import`, "m").test(bare))
      found.word(name);
    else if (builtins.has(name) && !own.has(name)) found.word(name);
  }
}

function text(source: string, code: string, found: Found): string {
  const quote = source.startsWith('"""') ? '"""' : (source[0] as string);
  found.symbol(`${quote} ${quote}`);
  findEscapes(source, found);
  const at = code.indexOf(source);
  const before = code.slice(Math.max(0, at - 1), at);
  if (before !== "f" || !/\{/.test(source)) return ' "" ';
  found.symbol('f"{ }"');
  const inside = [...source.matchAll(/\{([^{}!]*?)(![rs])?(?::([^{}]*))?\}/g)].map(
    ([, expression = "", as, format]) => {
      if (as !== undefined) found.symbol(`f"{${as}}"`);
      if (format !== undefined) found.symbol(`f"{:${format.replace(/[1-9]\d*/g, "n")}}"`);
      if (/'/.test(expression)) found.symbol("' '");
      return `(${expression.replace(/'[^']*'/g, ' "" ')})`;
    },
  );
  return ` "" ${inside.join(" ")} `;
}

function takeForms(bare: string, found: Found): void {
  const forms: readonly (readonly [string, RegExp])[] = [
    ["a if b else c", /\S +if [^\n]* else /],
    ["[x for x in y]", /\[[^[\]]* for [^[\]]* in /],
    ["{k: v for k in y}", /\{\s*[^{}\n]+: [^{}]* for [^{}]* in /],
    ["{x for x in y}", /\{\s*[^{}:\n]+ for [^{}]* in /],
    ["(x for x in y)", /\(\s*[^()\n]*(?:\([^()]*\))?[^()\n]* for [^()]* in /],
    ["[a:b]", /\[[^[\]{}]*?(?<=\[| |\w):[^[\]]*\](?!:)/],
    ["[::step]", /\[[^[\]]*:[^[\]]*:[^[\]]*\]/],
    ["a <= b < c", /\d <=? \w+(?:\([^()]*\))? <=? /],
    ["a, b = c", /^\s*\w+, \*?\w+(?:, \w+)* = /m],
    ["*rest", /[(, ]\*\w/],
    ["**options", /[(, ]\*\*\w/],
    ["def f(*, a)", /[(,] ?\*, /],
    ["def f(a=b)", /\bdef \w+\([^()]*\w=[^()]*\)/],
    ["else behind a loop", /^( *)(?:for|while) .*(?:\n\1 +.*|\n)*\n\1else:/m],
    ["else behind except", /^( *)except .*(?:\n\1 +.*)*\n\1else:/m],
  ];
  for (const [name, pattern] of forms) if (pattern.test(bare)) found.symbol(name);
}

/** Methods and fields that the example defines: a call of them is not a call of the library. */
function ownMembers(bare: string): ReadonlySet<string> {
  return new Set(
    [...bare.matchAll(/\bdef (\w+)/g), ...bare.matchAll(/^ +(\w+): \w/gm)].map(([, name = ""]) => name),
  );
}

/** Functions, classes, parameters and names that the example defines. */
function ownNames(bare: string): ReadonlySet<string> {
  const parameters = [...bare.matchAll(/\bdef \w+\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].flatMap(
    ([, list = ""]) => list.split(",").map((one) => /^\s*\**(\w+)/.exec(one)?.[1] ?? ""),
  );
  const defined = [
    ...bare.matchAll(/\b(?:def|class) (\w+)/g),
    ...bare.matchAll(/^ +(\w+): \w/gm),
    ...bare.matchAll(/^\s*(\w+) [-+*]?= /gm),
    ...bare.matchAll(/\bfor (\w+)(?:, (\w+))?/g),
  ].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
  return new Set([...parameters.filter((name) => name !== ""), ...defined]);
}
