// C++: C with classes, templates, names in `std` and lambdas.

import type { Reader } from "../found.ts";
import { scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import {
  operatorsOfC,
  addNamesOfC,
  findConditions,
  formsOfC,
  pointedIn,
  quoteOfC,
  readPreprocessor,
  textOfC,
} from "./c.ts";
import { beforeWord, type CLikeRules, type Context, cLike } from "./c-like/core.ts";
import { addAfter, addEnumConstants, addLabels, addWordsIn, declaredByType } from "./c-like/declared.ts";
import type { Reading } from "./c-like/reading.ts";
import { constants, functions, headers as headersOfC, types } from "./words/c-words.ts";
import { headers, inStd, keywords, members, notTypes } from "./words/cpp-words.ts";

/** Words in `[[nodiscard]]`. */
const attributes = wordSet(
  "assume carries_dependency deprecated fallthrough likely maybe_unused no_unique_address nodiscard noreturn unlikely",
);
const allHeaders = new Set([...headersOfC, ...headers]);

const overloaded = "+ - * / % == != < > <= >= <=> << >> ! & | ^ ~ = += -= *= /= %= ++ -- ->".split(" ");

/** The members that a constructor initializes, up to three: `a_(a), b_{b}`. */
const initializer = ["x ( … )", "x { … }"];
const afterOne = initializer.flatMap((one) => initializer.map((other) => `${one} , ${other}`));
const afterTwo = afterOne.flatMap((one) => initializer.map((other) => `${one} , ${other}`));
const initialized = [...initializer, ...afterOne, ...afterTwo];

const rules: CLikeRules = {
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/" },
    quoteAt: (code, at) => {
      const raw = code[at] === "R" ? /^R"([^\s()\\"]{0,16})\(/.exec(code.slice(at, at + 20)) : null;
      return raw === null ? quoteOfC(code, at) : { open: raw[0].length, close: `)${raw[1]}"` };
    },
    symbols: [...operatorsOfC, "::", "<=>", "->*", "::*"],
  }),
  angle: (tokens, index) => /^(?:template|\])$/.test(tokens[index - 1]?.text ?? ""),
  keywords,
  contextual: {
    override: (reading, index) => /^(?:\)|const|noexcept|final|>|\w+)$/.test(reading.text(index - 1)),
    final: (reading, index) => /^(?:[{:;]|override)$/.test(reading.text(index + 1)),
    defined: (reading, index) => /^(?:#if|#elif|&&|\|\||!)$/.test(reading.text(index - 1)),
    once: (reading, index) => reading.text(index - 1) === "#pragma",
    ...Object.fromEntries(
      [...attributes].map((name) => [
        name,
        (reading: Reading, index: number) =>
          reading.text(index - 1) === "[" && reading.text(index - 2) === "[" && reading.isTight(index - 1),
      ]),
    ),
    import: beforeWord,
    module: beforeWord,
  },
  names: new Set([...types, ...functions, ...constants]),
  members,
  namespaces: wordSet("std"),
  memberMarks: new Set([".", "->", "::"]),
  declared: (reading) => {
    const own = declaredByType(reading, {
      keywords,
      notTypes,
      typeKeywords: wordSet("class struct union enum concept namespace typename"),
      isType: pointedIn(reading),
    });
    addNamesOfC(reading, own.names, own.members);
    addEnumConstants(reading, own);
    addLabels(reading, own.names);
    addAfter(reading, wordSet("class struct union concept namespace typename using"), (name) =>
      own.names.add(name),
    );
    // `using namespace std;` declares no `std`.
    own.names.delete("std");
    addBindings(reading, own.names);
    return own;
  },
  special: (context, index) => readPreprocessor(context, index, allHeaders) || readUsed(context, index),
  text: {
    ...textOfC,
    escapes: (open) => (open.startsWith("R") ? null : textOfC.escapes(open)),
    pairName: (open) => (open.startsWith("R") ? 'R"( )"' : undefined),
  },
  numberSuffix:
    /(?:(?<=\d)(?:[uU]?[lL]{1,2}|[uU]|[uU]?[zZ]|s|ms|us|min|h)|(?<=^[\d.]+(?:[eE][+-]?\d+)?)[fF])$/,
  lineMarks: ["//"],
  forms: [
    ...formsOfC,
    ["for (const T& x : xs)", "for ( const T& x : … )"],
    ["for (T x : xs)", "for ( T x : … )", "for ( T : … )"],
    ["auto [a, b] =", "auto [ … ] =", "auto & [ … ] ="],
    [
      "for (auto [a, b] : xs)",
      "for ( auto [ … ] : … )",
      "for ( const auto & [ … ] : … )",
      "for ( auto & [ … ] : … )",
    ],
    ["const T&", "const T&"],
    ["[ ]( ) { }", "^^ [ … ] ( … ) {", "^^ [ … ] ( … ) mutable {", "^^ [ … ] ( … ) -> T {", "^^ [ … ] {"],
    ["[&]", "^^ [ & ]"],
    ["[=]", "^^ [ = ]"],
    ["[&x]", "^^ [ & x ]", "^^ [ & x , … ]"],
    ["[this]", "^^ [ this ]"],
    ["( ) : x( ) { }", ...initialized.flatMap((one) => [`( … ) : ${one} {`, `( … ) noexcept : ${one} {`])],
    ["~T( )", "virtual ~ x ( )", "^ ~ x ( )"],
    ["= default", "= default ;"],
    ["= delete", "= delete ;"],
    ["virtual = 0", "virtual … = n ;"],
    ["operator+( )", ...overloaded.map((one) => `operator ${one} (`)],
    ["operator[ ]( )", "operator [ ] ("],
    ["operator( )( )", "operator ( ) ("],
    ["class T : public U", "class x : public", "struct x : public", "class x final : public"],
    ["enum class", "enum class"],
    [
      "template <typename T>",
      "template < typename x >",
      "template < typename x , typename x >",
      "template < class x >",
      "template < typename x , … >",
      "template < typename x = … >",
      "template < class x , … >",
    ],
    ["template <typename... T>", "template < typename ... x >"],
    ["template <Concept T>", "template < ~typename|class|auto|bool|char|int|long|unsigned T x >"],
    ["using namespace", "using namespace"],
    ["using T =", "using x ="],
    ["if (init; condition)", "if ( … ; … )"],
    ["requires { }", "requires ( … ) {", "requires {"],
    ["if constexpr", "if constexpr ("],
    ["try catch", "try { … } catch ( … )"],
    ["catch (const T& e)", "catch ( const T& x )", "catch ( const T& )"],
  ].map(([name, ...patterns]) => [name as string, ...patterns] as const),
  moreForms: findConditions,
};

export const cpp: Reader = cLike(rules);

/** Names of `std` that stand alone, where the text has `using` for them. */
function readUsed({ reading, own, found }: Context, index: number): number {
  const token = reading.tokens[index];
  if (
    token?.text === "std" &&
    reading.text(index - 1) === "namespace" &&
    reading.text(index - 2) === "using"
  ) {
    found.word("std", token.start, token.end);
    return 1;
  }
  if (token?.kind !== "word" || !inStd.has(token.text) || own.names.has(token.text)) return 0;
  if (/^(?:\.|->|::)$/.test(reading.text(index - 1)) || !usesStd(reading, token.text)) return 0;
  found.word(`std::${token.text}`, token.start, token.end);
  return 1;
}

const used = new WeakMap<Reading, ReadonlySet<string>>();

function usesStd(reading: Reading, name: string): boolean {
  let names = used.get(reading);
  if (names === undefined) {
    const all = new Set<string>();
    for (let index = 0; index < reading.tokens.length; index++)
      if (reading.text(index) === "using" && reading.text(index + 1) === "namespace")
        all.add(reading.text(index + 2));
      else if (reading.text(index) === "using" && reading.text(index + 1) === "std")
        all.add(reading.text(index + 3));
    names = all;
    used.set(reading, names);
  }
  return names.has("std") || names.has(name);
}

/** The names in `auto [key, value]`. */
function addBindings(reading: Reading, names: Set<string>): void {
  for (let index = 0; index < reading.tokens.length; index++) {
    if (reading.text(index) !== "auto") continue;
    const open = /^&&?$/.test(reading.text(index + 1)) ? index + 2 : index + 1;
    if (reading.text(open) === "[") addWordsIn(reading, reading.partners.get(open) ?? open, names);
  }
}
