// JavaScript and TypeScript. A name belongs to the language if its library has it and the example does not define it.

import { pieces } from "../pieces.ts";
import { type Found, findEscapes, findSymbols, wordSet } from "./construct.ts";
import { regexConstructs } from "./regex.ts";

const keywords = wordSet(`
  async await break case catch class const constructor continue default delete do else export extends false finally for
  function if import in instanceof let new null return static super switch this throw true try typeof undefined void while
  yield`);

/** Keywords if another word, a string or an opening bracket follows, else names. */
const contextual = wordSet("as from get of set");

const typeWords = wordSet(`
  abstract any as asserts boolean const declare enum implements infer interface is keyof namespace never number object
  override private protected public readonly satisfies string type unknown
  Awaited Capitalize Exclude Extract InstanceType Lowercase NonNullable Omit Parameters Partial Pick Readonly Record Required
  ReturnType Uncapitalize Uppercase`);

const operators = [
  ...[
    "===",
    "!==",
    "**",
    "??=",
    "??",
    "?.",
    "...",
    "=>",
    "<=",
    ">=",
    "&&",
    "||",
    "++",
    "--",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
  ],
  ...[
    "**=",
    "<<",
    ">>",
    "=",
    "<",
    ">",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "?",
    ":",
    ".",
    ",",
    ";",
    "&",
    "|",
    "^",
    "~",
    "#",
  ],
  ...["(", "[", "{"],
];

// The methods of arrays, strings, numbers, maps and promises, taken from the running engine. Names that every function
// or object has (`name`, `constructor`) do not count.
const library: ReadonlySet<string> = new Set(
  [Array, String, Number, RegExp, Map, Set, Promise, Error, Function, URL, URLSearchParams, Object]
    .flatMap((type) => Object.getOwnPropertyNames(type.prototype))
    .concat([
      "length",
      "groups",
      "code",
      "toSorted",
      "toReversed",
      "with",
      "next",
      "searchParams",
      "pathname",
    ])
    .filter((name) => name !== "constructor" && name !== "name"),
);
const globals: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(globalThis).concat(["setTimeout", "URL", "console"]),
);

export function javascriptConstructs(
  code: string,
  language: "javascript" | "typescript",
  found: Found,
): void {
  const bare = pieces(code, language)
    .map((piece) =>
      piece.kind === "code" ? piece.source : piece.kind === "text" ? text(piece.source, found) : " ",
    )
    .join("");
  const isTyped = language === "typescript";
  // Prettier puts spaces around a comparison, and none inside type arguments.
  const symbols = isTyped
    ? bare.replace(/(?<=\w)<(?=\S)[^;={}()]*?>+(?=[\s([{;,)>|])/g, (one) => typeArguments(one, found))
    : bare;
  findSymbols(
    symbols.replace(/\d_\d/g, () => (found.symbol("1_000"), "0")),
    operators,
    found,
  );
  takeForms(bare, isTyped, found);

  const members = ownMembers(bare);
  const names = ownNames(bare);
  for (const match of bare.matchAll(/(?:(\.\.\.|\??\.)|(?<![\w$#]))(#?[A-Za-z_$][\w$]*)/g)) {
    const [whole, dot, name = ""] = match;
    const after = bare.slice(match.index + whole.length);
    if (dot === "." || dot === "?.") {
      const before = /([A-Za-z_$][\w$]*)$/.exec(bare.slice(0, match.index))?.[1] ?? "";
      if (globals.has(before) && !names.has(before) && /^[A-Z]|^console$/.test(before))
        found.word(`${before}.${name}`);
      else if (library.has(name) && !members.has(name))
        found.word(after.startsWith("(") ? `.${name}()` : `.${name}`);
      continue;
    }
    if (/^\??:(?!:)/.test(after) && !isTernary(bare, match.index)) continue;
    if (keywords.has(name) && !/^\s*=[^=>]/.test(after)) found.word(name);
    else if (contextual.has(name) && /^ +["`#[{\w]/.test(after)) found.word(name);
    else if (isTyped && typeWords.has(name) && !/^[,=]/.test(after)) found.word(name);
    else if (globals.has(name) && !names.has(name) && after[0] !== ".") found.word(name);
  }
}

/** A regular expression or a string; the expressions of a template are read as code. */
function text(source: string, found: Found): string {
  if (source.startsWith("/")) {
    found.symbol("/ /");
    const end = source.lastIndexOf("/");
    regexConstructs(source.slice(1, end), found);
    return " ";
  }
  const quote = source[0] as string;
  found.symbol(`${quote} ${quote}`);
  findEscapes(source, found);
  if (source.startsWith('"node:')) found.word(source.slice(1, -1));
  if (quote !== "`") return ' "" ';
  const inside = [...source.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, expression]) => expression);
  if (inside.length > 0) found.symbol("${ }");
  return ` "" ${inside.map((expression) => `(${expression})`).join(" ")} `;
}

function typeArguments(source: string, found: Found): string {
  found.symbol("< >");
  return source.replace(/[<>]/g, " ");
}

function takeForms(bare: string, isTyped: boolean, found: Found): void {
  const forms: readonly (readonly [string, RegExp])[] = [
    ["const [ ] =", /\b(?:const|let)\s*\[/],
    ["const { } =", /\b(?:const|let)\s*\{/],
    ["({ }) parameter", /\(\{[^()]*\}(?:: \w+)?\)\s*(?:=>|:|\{)/],
    ["parameter = default", /(?:function \w+|constructor|\b\w+ = (?:async )?)\([^()]*\w = [^()]*\)/],
    ["[key]: in an object", /[{,]\s*\[\w+\]:/],
    ["?: optional", /\w\?:/],
  ];
  for (const [name, pattern] of forms) if (pattern.test(bare)) found.symbol(name);
  if (isTyped && /\)\s*:\s*[\w"[{]/.test(bare)) found.symbol("): type");
}

/** `a ? b : c`: the colon after `b` belongs to the question mark. */
function isTernary(bare: string, at: number): boolean {
  return /\? [^:?;]*$/.test(bare.slice(0, at));
}

/** Keys, methods and fields that the example defines: a call of them is not a call of the library. */
function ownMembers(bare: string): ReadonlySet<string> {
  return new Set(
    [
      ...bare.matchAll(/(?<![?.\w] )\b(\w+)\??:(?!:)/g),
      ...bare.matchAll(
        /^\s*(?:static |async |get |set |private |override |abstract )*(\w+)\([^()]*\)(?:: [^{;]+)?(?: \{|;)$/gm,
      ),
      ...bare.matchAll(/\bthis\.(\w+) (?:=|\+=)/g),
      ...bare.matchAll(/^\s*(?:static |private |readonly )*(\w+)(?:: \w+)? = /gm),
    ].map(([, name = ""]) => name),
  );
}

function ownNames(bare: string): ReadonlySet<string> {
  return new Set(
    [...bare.matchAll(/\b(?:const|let|function|class|interface|type|as)\s+(\w+)/g)].map(
      ([, name = ""]) => name,
    ),
  );
}
