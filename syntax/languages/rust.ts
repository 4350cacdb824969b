// Rust.

import type { Found, Reader } from "../found.ts";
import { type Quote, scanner } from "../scan.ts";
import { cLike, type Context } from "./c-like/core.ts";
import { commonOperators, quoted } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, commonEscapes, type TextPart } from "./c-like/texts.ts";
import { addArray } from "./rust/arrays.ts";
import { barsAt, declared, isOfLibraryTrait } from "./rust/own-names.ts";
import {
  associatedTypes,
  attributeArguments,
  attributes,
  fragments,
  keywords,
  members,
  modules,
  names,
  paths,
  traitMethods,
} from "./words/rust-words.ts";

export const rust: Reader = cLike({
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/", isNested: true },
    quoteAt,
    wordStart: "\\p{L}_",
    wordPart: "\\p{L}\\p{M}\\p{N}_",
    symbols: [
      ...commonOperators.filter((one) => one !== "++" && one !== "--"),
      "=>",
      "->",
      "::",
      "..",
      "..=",
      "...",
    ],
  }),
  join: /^\w+!$/,
  keywords,
  contextual: {
    union: (reading, index) => reading.isWord(index + 1) && reading.text(index + 2) === "{",
    ...Object.fromEntries(
      [...attributes].map((name) => [
        name,
        (reading: Reading, index: number) =>
          reading.text(index - 1) === "[" && /^[#!]$/.test(reading.text(index - 2)),
      ]),
    ),
  },
  names,
  members,
  paths,
  hasStatics: true,
  memberMarks: new Set([".", "::"]),
  declared,
  isOwn: (reading, index) => reading.text(index + 1) === ":" && !keywords.has(reading.text(index)),
  special: (context, index) => readOwnSigns(context, index) || readOwnWords(context, index),
  text: {
    escapes: (open) => (open.includes("r") ? null : commonEscapes),
    pairName: (open, close) => (open.startsWith("r#") ? 'r#" "#' : `${open} ${close}`),
    more: (part, opener, found) => {
      if (callee(part.reading, opener).endsWith("!")) readHoles(part, found);
    },
  },
  // In `0x1f32` the `f` is a digit.
  numberSuffix:
    /(?<=^0x[\da-fA-F_]+|^(?:0[ob])?[\d_.]+(?:e-?\d+)?)[iu](?:8|16|32|64|128|size)$|(?<=^[\d_.]+(?:e-?\d+)?)f(?:32|64)$/,
  lineMarks: ["///", "//!", "//"],
  forms: [
    ["let mut", "let mut"],
    ["if let", "if let … = … {"],
    ["while let", "while let … = … {"],
    ["let else", "let ‥ = ~if ‥ else {"],
    ["let ( ) =", "let ( … ) ="],
    ["let T { } =", "let x { … } ="],
    ["match { => }", "match … { … => … }"],
    ["x if c =>", "if ‥ =>"],
    ["_ =>", "_ =>"],
    ["Some( ) =>", "Some ( … ) =>"],
    ["None =>", "None =>"],
    ["Ok( ) =>", "Ok ( … ) =>"],
    ["Err( ) =>", "Err ( … ) =>"],
    [
      "A | B =>",
      ...["| x =>", "| n =>", "| x :: x =>", "| x ( … ) =>", "| x :: x ( … ) =>"],
      ...['| " … " =>', "| ' … ' =>", "| n ..= n =>"],
    ],
    ["else if", "else if"],
    ["for x in", "for … in … {"],
    ["impl T for U", "impl T for T {", "impl < … > T for T {", "impl < … > T for T where"],
    ["impl<T> U<T>", "impl < … > T {"],
    ["where T:", "where x :", "where T :"],
    ["<T: U>", "< x : … >", "< x : … , … >"],
    ["<'a>", "< ' x >", "< ' x , … >"],
    ["&'a T", "& ' x"],
    ["&mut", "& mut"],
    ["&str", "& str"],
    ["&self", "( & self"],
    ["&mut self", "( & mut self"],
    ["&xs[a..b]", "& x [ … .. … ]", "& x [ … ..= … ]", "& self . x [ … .. … ]"],
    ["Option<T>", "Option < … >"],
    ["Result<T, E>", "Result < … , … >"],
    ["Box<dyn T>", "Box < dyn … >"],
    ["impl Fn( ) -> T", "impl Fn ( … ) -> T", "impl FnMut ( … ) -> T"],
    ["#[derive( )]", "# [ derive ( … ) ]"],
    ["#[test]", "# [ test ]"],
    ["#[cfg(test)]", "# [ cfg ( test ) ]"],
    ["pub(crate)", "pub ( crate )"],
    ["use ::{ }", "use x :: { … }", "use x :: x :: { … }", "use x :: x :: x :: { … }"],
    ["use super::*", "use super :: *"],
    ["Ok(( ))", "Ok ( ( ) )"],
    ["struct T( );", "struct x ( … ) ;"],
    ["vec![x; n]", "vec! [ … ; … ]"],
    ["'label:", "' x : loop", "' x : for", "' x : while"],
    ["fn f( ) -> T {", "fn x ( … ) -> … {", "fn x < … > ( … ) -> … {"],
    ["..x }", ".. x }", ".. x :: x ( ) }"],
  ],
  moreForms: ({ reading, found }) => {
    for (let index = 0; index < reading.tokens.length; index++) {
      if (reading.text(index) === "[") addArray(reading, index, found);
      const [open, close, end] = barsAt(reading, index) ?? [];
      if (open === undefined || close === undefined || end === undefined) continue;
      const move = reading.tokens[index - 1];
      if (move?.text === "move")
        found.form("move |x|", move.start, move.end, open.start, open.end, close.start, close.end);
      else found.form("|x|", open.start, open.end, close.start, close.end);
      // The bar that closes one closure opens no other.
      index = end;
    }
  },
});

function quoteAt(code: string, at: number): Quote | undefined {
  if (code[at] === "'") {
    // A lifetime has no mark at its end.
    return isCharacter(code, at) ? quoted("'") : undefined;
  }
  if (code.startsWith("b'", at)) return isCharacter(code, at + 1) ? quoted("'", "b") : undefined;
  const [, prefix = "", hashes = ""] = /^(b?r?|c)(#{0,8})"/.exec(code.slice(at, at + 12)) ?? [undefined, "-"];
  if (prefix === "-" || (hashes !== "" && !prefix.includes("r"))) return undefined;
  const open = prefix.length + hashes.length + 1;
  if (prefix.includes("r")) return { open, close: `"${hashes}` };
  return { open, close: '"', escape: "\\" };
}

function isCharacter(code: string, at: number): boolean {
  return /^'(?:\\(?:u\{[^}\n]{1,8}\}|.)[^'\n]{0,2}|[^'\\\n])'/u.test(code.slice(at, at + 14));
}

/** Lifetimes, and the dot before the number of a tuple's part. */
function readOwnSigns({ reading, found }: Context, index: number): number {
  const token = reading.tokens[index];
  if (token === undefined) return 0;
  // `a.0.1` is read as `a`, a dot and the number `0.1`.
  const dot = token.kind === "number" ? token.start + token.text.indexOf(".") : -1;
  if (dot === token.start || (dot > token.start && reading.text(index - 1) === ".")) {
    found.symbol(".", dot, dot + 1);
    return 1;
  }
  if (
    token.text === "'" &&
    token.kind === "symbol" &&
    reading.isWord(index + 1) &&
    reading.isTight(index + 1)
  ) {
    const end = token.end + reading.text(index + 1).length;
    if (reading.text(index + 1) === "static") found.word("'static", token.start, end);
    else if (reading.text(index + 1) === "_") found.symbol("'_", token.start, end);
    else found.symbol("'a", token.start, token.end);
    return 2;
  }
  // `$x:expr` and `$( … ),*` in a macro.
  if (token.text === "$" && token.kind === "symbol") {
    found.symbol("$", token.start, token.end);
    const kind = reading.tokens[index + 3];
    if (!reading.isWord(index + 1) || !reading.isTight(index + 1)) return 1;
    if (reading.text(index + 2) !== ":" || kind === undefined || !fragments.has(kind.text)) return 2;
    found.symbol(":", kind.start - 1, kind.start);
    found.word(kind.text, kind.start, kind.end);
    return 4;
  }
  return 0;
}

/** Words whose meaning is in their place. */
function readOwnWords({ reading, found, own }: Context, index: number): number {
  const token = reading.tokens[index];
  if (token?.kind !== "word") return 0;
  const { text, start, end } = token;
  const before = reading.text(index - 1);
  const isWordHere =
    (before === "." && text === "await") ||
    (before === "::" && text === "super") ||
    (associatedTypes.has(text) && !own.names.has(text) && isAssociated(reading, index)) ||
    (modules.has(text) && isInUseOfStd(reading, index)) ||
    (attributeArguments.has(text) && isInAttribute(reading, index));
  if (isWordHere) {
    found.word(text, start, end);
    return 1;
  }
  // `fn fmt` in `impl Display for Point`.
  if (before === "fn" && traitMethods.has(`${text}()`) && isOfLibraryTrait(reading, index)) {
    found.word(`.${text}()`, start, end);
    return 1;
  }
  // `if self.first {` reads a field, and `shapes::max` is what the text defines.
  if (before === "." && reading.text(index + 1) === "{") return 1;
  if (before === "::" && own.names.has(text) && !keywords.has(text)) return 1;
  // The name before a macro's mark is the author's; the mark is a sign.
  if (text.endsWith("!") && (!names.has(text) || own.names.has(text))) {
    found.symbol("!", end - 1, end);
    return 1;
  }
  return 0;
}

/** Whether the word stands as in `type Item =`, `Self::Item` or `Iterator<Item = u8>`. */
function isAssociated(reading: Reading, index: number): boolean {
  const before = reading.text(index - 1);
  return (
    before === "type" ||
    (before === "::" && reading.text(index - 2) === "Self") ||
    (reading.text(index + 1) === "=" && reading.angles.has(reading.around(index)))
  );
}

/** Whether the word is in the parentheses of an attribute, as in `#[cfg(not(test))]`. */
function isInAttribute(reading: Reading, index: number): boolean {
  let open = reading.around(index);
  for (let depth = 0; depth < 3 && reading.text(open) === "("; depth++) open = reading.around(open);
  return (
    open !== reading.around(index) && reading.text(open) === "[" && /^[#!]$/.test(reading.text(open - 1))
  );
}

/** Whether the word is a module in `use std::{fmt, io::{self, Read}}`. */
function isInUseOfStd(reading: Reading, index: number): boolean {
  // A path without braces is a name of its own.
  if (!/^(?:\{|,)$/.test(reading.text(index - 1)) && reading.text(index + 2) !== "{") return false;
  for (let at = index; at > index - 48 && at >= 0 && reading.text(at) !== ";"; at--)
    if (reading.text(at) === "use") return /^(?:std|core|alloc)$/.test(reading.text(at + 1));
  return false;
}

/**
 * The holes of format texts. `{:?}` is one piece; with a name in it, it has two: `{` and `:?}`. All widths and
 * precisions have one name: `{:8.3}` is `{:n.n}`.
 */
function readHoles({ start, text }: TextPart, found: Found): void {
  for (const match of text.matchAll(/\{\{|\}\}|\{([\w.]*)(:[^{}\n]*)?\}/g)) {
    const at = start + match.index;
    const [whole, name = "", format = ""] = match;
    const end = at + whole.length;
    if (whole === "{{" || whole === "}}") {
      found.symbol(whole, at, end);
    } else if (format === "" || /[a-z_]\w*\$|\*/.test(format)) {
      found.symbol("{}", at, at + 1, end - 1, end);
    } else {
      const shape = `{${format.replace(/\.\d+/, ".n").replace(/(^:(?:.?[<>^])?[+#0]*)\d+/, (_, before: string) => `${before}n`)}}`;
      if (name === "") found.symbol(shape, at, end);
      else found.symbol(shape, at, at + 1, at + 1 + name.length, end);
    }
  }
}
