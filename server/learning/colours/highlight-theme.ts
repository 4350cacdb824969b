// Maps TextMate scopes to the design's seven classes, as a theme whose colours are codes of classes: the tokenizer then
// finds the classes in its single pass, without keeping the scopes of every token.
//
// The design's rule (mock-ups 01, 02, 02b, 08b): a called or declared function is `f`, a type or class `y`, a word of
// the language `k`, text between quotes `s` with everything plain inside it, a literal value `d`, a comment `c`.
// Punctuation, operators written as symbols, and names of variables, parameters and properties are plain.

import type { TokenClass } from "@tabstop/contract/vocabulary";
import type { ThemeRegistrationRaw } from "shiki/core";

/** The class of a token, and how `colour-runs.ts` treats its words. */
export type TokenPaint = {
  readonly of: TokenClass;
  /**
   * With `words`, a convention may change the class of words. With `whole`, the class is certain. With `keyword in
   * string`, its symbols belong to the string. With `capital is type`, a word with a capital letter is a type.
   */
  readonly how: "words" | "whole" | "keyword in string" | "capital is type";
};

type PaintName = TokenClass | "plain for good" | "keyword in string" | "capital is type";

const paints: readonly (readonly [PaintName, TokenPaint])[] = [
  ["", { of: "", how: "words" }],
  ["k", { of: "k", how: "words" }],
  ["f", { of: "f", how: "words" }],
  ["y", { of: "y", how: "words" }],
  ["s", { of: "s", how: "whole" }],
  ["d", { of: "d", how: "words" }],
  ["c", { of: "c", how: "whole" }],
  ["plain for good", { of: "", how: "whole" }],
  ["keyword in string", { of: "k", how: "keyword in string" }],
  ["capital is type", { of: "", how: "capital is type" }],
];
const colours = new Map(paints.map(([name], at) => [name, `#00000${at}`]));
const paintOf = new Map(paints.map(([name, paint]) => [colours.get(name) as string, paint]));

/** The theme has only the colours of `paints`; a line too long for the tokenizer has no colour. */
export function paintOfColour(colour: string | undefined): TokenPaint {
  if (!colour) return { of: "", how: "whole" };
  const paint = paintOf.get(colour);
  if (paint === undefined) throw new RangeError(`The class theme has no colour ${colour}`);
  return paint;
}

// The more specific selector wins (deeper scope, then longer name, then more parents), not the later line. A scope
// without a rule keeps the class of the scope around it: that is why all plain text between quotes is part of the
// string.
const rules: readonly (readonly [PaintName, readonly string[]])[] = [
  ["c", ["comment", "punctuation.definition.comment"]],
  [
    "s",
    [
      "string",
      "punctuation.definition.string",
      "constant.character",
      "markup.inline.raw",
      "markup.raw",
      // Python's f-strings and prefixes.
      "meta.fstring",
      "storage.type.string.python",
      "storage.type.format.python",
      // A regular expression is one string between its slashes, even where the grammar splits it.
      ...["keyword", "constant", "support", "storage", "entity", "variable", "punctuation"].map(
        (part) => `string.regexp ${part}`,
      ),
      "keyword.other.definition.regexp",
      "string.quoted string.unquoted",
      "string variable.language.this",
      "source.shell string.unquoted.heredoc",
    ],
  ],
  ["keyword in string", ["string keyword", "meta.fstring keyword", "meta.interpolation keyword"]],
  [
    "k",
    [
      "keyword",
      "storage",
      "variable.language.this",
      "variable.language.self",
      "variable.language.super",
      "variable.language.swift",
      "entity.name.tag",
      "markup.heading",
      "punctuation.definition.heading",
      "source.regexp support.other.match",
    ],
  ],
  [
    "f",
    [
      "entity.name.function",
      "support.function",
      "entity.name.command",
      "entity.other.attribute-name",
      "meta.function-call.generic",
    ],
  ],
  [
    "y",
    [
      "entity.name.type",
      "entity.name.class",
      "entity.other.inherited-class",
      "support.type",
      "support.class",
      "support.type.property-name constant",
      "entity.name.tag.yaml",
      "entity.name.tag.yaml constant",
      // Names of types that a grammar calls storage or keyword.
      "source.cs keyword.type",
      "keyword.other.type",
      "storage.type.primitive",
      "storage.type.built-in",
      "storage.type.java",
      "storage.type.generic.java",
      "storage.type.object.array.java",
      "storage.type.annotation.java",
      ...["numeric", "string", "byte", "boolean", "rune", "error", "uintptr"].map(
        (type) => `storage.type.${type}.go`,
      ),
      "storage.type.sql",
      "source.regexp support.other.escape",
      "punctuation.definition.lifetime",
    ],
  ],
  [
    "d",
    [
      "constant.numeric",
      "constant.numeric entity.name.type",
      "constant.language",
      "constant.other.color",
      "constant.character.entity",
      "keyword.other.unit",
      "storage.type.number",
      "storage.type.numeric.bigint",
      "storage.type.imaginary",
    ],
  ],
  [
    "",
    [
      // An argument of a shell command is a string only when it is quoted.
      "source.shell string.unquoted",
      "source.shell string.regexp",
      "meta.embedded.php",
      "variable.language.special.self",
      "variable.language.special.cls",
      "variable.language.this.php",
      "constant.language.symbol.hashkey",
      "storage.modifier.import",
      "storage.modifier.package",
      "entity.name.type.package.go",
      "support.other.parenthesis",
      "meta.parameter-clause entity.name.function",
      "entity.name.function variable.parameter",
    ],
  ],
  [
    "plain for good",
    [
      // `const double = (n) => …`: the name of a variable or property is plain, also when its value is a function.
      "meta.definition.variable entity.name.function",
      "meta.object-literal.key entity.name.function",
      "entity.name.function.decorator",
      "meta.function.decorator support.type",
      "entity.name.function.preprocessor",
      "variable.parameter.class",
    ],
  ],
  ["capital is type", ["variable.other.object.cs"]],
];

const plain = colours.get("") as string;

export const classTheme: ThemeRegistrationRaw = {
  name: "classes",
  type: "dark",
  fg: plain,
  bg: "#FFFFFF",
  settings: [
    { settings: { foreground: plain, background: "#FFFFFF" } },
    ...rules.map(([name, scope]) => ({
      scope: [...scope],
      settings: { foreground: colours.get(name) as string },
    })),
  ],
};
