// Swift.

import type { Reader } from "../found.ts";
import { type Quote, scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { cLike, type Context } from "./c-like/core.ts";
import { addAfter, addWordsIn, isInBracesOf, nothingOwn, type Own } from "./c-like/declared.ts";
import { commonOperators } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { commonEscapes } from "./c-like/texts.ts";
import {
  accessors,
  afterHash,
  attributes,
  keywords,
  labels,
  members,
  modifiers,
  names,
} from "./words/swift-words.ts";

export const swift: Reader = cLike({
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/", isNested: true },
    quoteAt,
    symbols: [
      ...commonOperators.filter((one) => one !== "++" && one !== "--"),
      ..."-> ?? ?. ... ..< === !== ~= &+ &- &*".split(" "),
    ],
  }),
  join: /^(?:(?:try|as)[?!]|init\?)$/,
  keywords,
  contextual: {
    ...Object.fromEntries([...modifiers].map((word) => [word, isModifier])),
    ...Object.fromEntries([...accessors].map((word) => [word, isAccessor])),
    newValue: (reading, index, own) => !own.names.has("newValue") && isInAccessor(reading, index),
    oldValue: (reading, index, own) => !own.names.has("oldValue") && isInAccessor(reading, index),
    indirect: (reading, index) => /^(?:enum|case)$/.test(reading.text(index + 1)),
  },
  names,
  members,
  hasStatics: true,
  memberMarks: new Set([".", "?."]),
  declared,
  isOwn: isLabel,
  special: readLabels,
  text: {
    escapes: (open) => (open.startsWith("#") ? null : commonEscapes),
    pairName: (open, close) => (open === "\\(" ? "\\( )" : `${open} ${close}`),
  },
  lineMarks: ["///", "//"],
  forms: [
    ["let (a, b) =", "let ( … ) ="],
    ["if let", "if let"],
    ["if let x {", "if let x {"],
    ["if case", "if case"],
    ["while let", "while let"],
    ["guard let else", "guard let … else {"],
    ["guard else", "guard ~let … else {"],
    ["else if", "else if"],
    ["for in", "for … in … {"],
    ["for in where", "for ‥ in ‥ where ‥ {"],
    ["repeat while", "repeat { … } while"],
    ["switch { }", "switch … { … }"],
    ["case :", "case ‥ :", "case ‥ , … :"],
    ["case .x(let y)", "case . x ( let x )", "case . x ( let x , … )"],
    ["case let .x(y)", "case let . x ( … )"],
    ["case where", "case ‥ where ‥ :"],
    ["default:", "default :"],
    ["case x(T)", "case x ( … )"],
    ["case x =", "case x ="],
    ["{ x in }", "{ x in … }", "{ x , x in … }", "{ ( … ) in … }", "{ ( … ) -> T in … }"],
    ["{ [weak self] in }", "{ [ weak self ] in … }", "{ [ weak self ] x in … }"],
    ["do catch", "do { … } catch"],
    ["catch let", "catch let"],
    ["throws ->", "throws -> T"],
    ["async throws", "async throws"],
    ["async let", "async let"],
    ["try await", "try await"],
    ["func f( ) -> T", "func x ( … ) -> T", "func x < … > ( … ) -> T"],
    ["func f<T>( )", "func x < … > ("],
    ["(_ x: T)", "( _ x :"],
    ["(label x: T)", "( ~_ x x :"],
    ["[K: V]", "[ T : T ]"],
    ["[T]( )", "[ T ] ( )"],
    ["[:]", "[ : ]"],
    ["a ? b : c", "_ ? … :"],
    ["init( ) { }", "init ( … ) {"],
    ["{ get set }", "{ get set }"],
    ["{ get }", "{ get }"],
    ["didSet { }", "didSet { … }"],
    ["extension T: U", "extension T :"],
    ["extension T where", "extension T where"],
    ["where T: U", "where x :", "where T :"],
    ["<T: U>", "< x : … >"],
    ["some T", "some x"],
    ["any T", "any x"],
    ["mutating func", "mutating func"],
    ["static func", "static func"],
    ["static let", "static let"],
    ["lazy var", "lazy var"],
    ["private(set)", "private ( set )"],
    ["inout T", "inout T"],
    ["&x", "( & x", ": & x"],
    ["protocol T { }", "protocol x { … }", "protocol x : x { … }"],
    ["defer { }", "defer { … }"],
    ["if #available", "if # available"],
    ["x.self", ". self"],
  ],
});

function quoteAt(code: string, at: number): Quote | undefined {
  if (code[at] === "`") return { open: 1, close: "`", isOneLine: true };
  const match = /^(#{0,3})("""|")/.exec(code.slice(at, at + 6));
  if (match === null) return undefined;
  const [whole, hashes = "", mark = ""] = match;
  const common = { open: whole.length, close: mark + hashes, isOneLine: mark === '"' };
  // In raw texts the marks of holes have the hashes too.
  return {
    ...common,
    ...(hashes === "" ? { escape: "\\" } : {}),
    hole: { open: `\\${hashes}(`, close: ")" },
  };
}

function isModifier(reading: Reading, index: number): boolean {
  return reading.isWord(index + 1) && !/^(?:in|is|as|where)$/.test(reading.text(index + 1));
}

/** `get` in the braces of a property, as `{ get set }` or with code of its own. */
function isAccessor(reading: Reading, index: number): boolean {
  const after = reading.text(index + 1);
  const isInBraces = reading.text(reading.around(index)) === "{";
  if (after === ")" && reading.text(index - 1) === "(")
    return /^(?:private|fileprivate|internal)$/.test(reading.text(index - 2));
  return (
    isInBraces &&
    (after === "{" || after === "}" || accessors.has(after) || /^(?:throws|async)$/.test(after)) &&
    /^(?:[{};]|get|set|mutating|nonmutating|didSet)$/.test(reading.text(index - 1))
  );
}

function isInAccessor(reading: Reading, index: number): boolean {
  let open = reading.around(index);
  for (let steps = 0; steps < 5 && open >= 0; steps++) {
    if (accessors.has(reading.text(open - 1))) return true;
    open = reading.around(open);
  }
  return false;
}

/** A label of an argument or a parameter: `to` in `move(to: x)` and in `move(to place: Int)`. */
function isLabel(reading: Reading, index: number): boolean {
  if (reading.text(reading.around(index)) !== "(" || !/^[(,]$/.test(reading.text(index - 1))) return false;
  if (reading.text(index) === "_") return false;
  const isColon = reading.text(index + 1) === ":";
  return (
    isColon ||
    (reading.isWord(index + 1) &&
      reading.text(index + 2) === ":" &&
      !/^(?:let|var|inout|try|await|is|as)$/.test(reading.text(index)))
  );
}

/** Attributes, conditions of the compiler, and the labels of the library's functions. */
function readLabels({ reading, own, found }: Context, index: number): number {
  const token = reading.tokens[index];
  const mark = reading.text(index - 1);
  const isMarked = token?.kind === "word" && reading.isTight(index);
  if (
    isMarked &&
    ((mark === "@" && attributes.has(token.text)) || (mark === "#" && afterHash.has(token.text)))
  ) {
    found.word(token.text, token.start, token.end);
    return 1;
  }
  if (token?.kind !== "word" || !labels.has(token.text) || reading.text(index + 1) !== ":") return 0;
  const open = reading.around(index);
  if (reading.text(open) !== "(" || !/^[(,]$/.test(reading.text(index - 1))) return 0;
  const called = reading.text(open - 1);
  const isMember = reading.text(open - 2) === "." || reading.text(open - 2) === "?.";
  const isLibrary = isMember
    ? members.has(`${called}()`) && !own.members.has(called)
    : (names.has(called) && !own.names.has(called)) || called === "]";
  if (!isLibrary) return 0;
  found.word(`${token.text}:`, token.start, token.end);
  return 1;
}

const types = wordSet("class struct enum protocol extension actor");

function declared(reading: Reading): Own {
  const own = nothingOwn();
  const { text, isWord } = reading;
  const both = (name: string): void => {
    own.names.add(name);
    own.members.add(name);
  };
  addAfter(reading, wordSet("class struct enum protocol typealias associatedtype actor operator"), (name) =>
    own.names.add(name),
  );
  for (let index = 0; index < reading.tokens.length; index++) {
    if (text(index) === "func" && isWord(index + 1) && !isOfLibrary(text(index + 1))) both(text(index + 1));
    if (/^(?:func|struct|class|enum)$/.test(text(index)) && reading.angles.has(index + 2))
      addTypeParameters(reading, index + 2, own.names);
    if (/^(?:let|var)$/.test(text(index)) && text(index + 1) === "(")
      addWordsIn(reading, reading.partners.get(index + 1) ?? index, own.names);
    if (/^(?:let|var)$/.test(text(index)) && isWord(index + 1)) {
      const isMember = isInBracesOf(reading, index, types);
      for (const name of declaredFrom(reading, index + 1)) {
        own.names.add(name);
        if (isMember) own.members.add(name);
      }
    }
    if (text(index) === "for" && isWord(index + 1)) own.names.add(text(index + 1));
    if (text(index) === "case" && isWord(index + 1)) addCases(reading, index + 1, own);
    if (text(index) === "{") addParameters(reading, index, own.names);
    // A parameter or a field; a label is no name.
    if (isWord(index) && text(index + 1) === ":" && !keywords.has(text(index)) && isParameter(reading, index))
      own.names.add(text(index));
  }
  return own;
}

/** The names of one declaration: `a` and `b` in `var a = 1, b: Int`. */
function declaredFrom(reading: Reading, from: number): readonly string[] {
  const names = [reading.text(from)];
  for (let at = from + 1; at < from + 64 && at < reading.tokens.length && !reading.isFirst(at); at++) {
    const partner = reading.partners.get(at);
    if (partner !== undefined && partner < at) break;
    at = partner ?? at;
    if (reading.text(at) === "," && reading.isWord(at + 1) && /^[=:]$/.test(reading.text(at + 2)))
      names.push(reading.text(at + 1));
  }
  return names;
}

/** Methods that protocols of the library ask for. */
function isOfLibrary(name: string): boolean {
  return /^(?:hash|encode|next|makeIterator|index)$/.test(name);
}

/** The cases of an enum, which have their names behind a dot too. */
function addCases(reading: Reading, from: number, own: Own): void {
  for (let at = from, steps = 0; steps < 32; steps++) {
    if (
      !reading.isWord(at) ||
      (!/^(?:[,(=]|)$/.test(reading.text(at + 1)) &&
        !reading.isFirst(at + 1) &&
        reading.text(at + 1) !== "}" &&
        reading.text(at + 1) !== ";")
    )
      return;
    own.names.add(reading.text(at));
    own.members.add(reading.text(at));
    let next = at + 1;
    if (reading.text(next) === "(") next = (reading.partners.get(next) ?? next) + 1;
    else if (reading.text(next) === "=") next += 2;
    if (reading.text(next) !== ",") return;
    at = next + 1;
  }
}

function isParameter(reading: Reading, index: number): boolean {
  const open = reading.around(index);
  if (reading.text(open) !== "(") return false;
  const before = reading.angles.has(open - 1) ? (reading.partners.get(open - 1) ?? open) : open;
  return reading.text(before - 2) === "func" || /^(?:init|init\?|subscript)$/.test(reading.text(before - 1));
}

function addTypeParameters(reading: Reading, open: number, names: Set<string>): void {
  const close = reading.partners.get(open) ?? open;
  for (let at = open + 1; at < close && at < open + 48; at++)
    if (reading.isWord(at) && reading.around(at) === open && /^[<,]$/.test(reading.text(at - 1)))
      names.add(reading.text(at));
}

/** The parameters of a closure: words between its brace and `in`. */
function addParameters(reading: Reading, open: number, names: Set<string>): void {
  const found: string[] = [];
  for (let at = open + 1; at < open + 24; at++) {
    const text = reading.text(at);
    if (text === "in" && found.length > 0) {
      for (const name of found) names.add(name);
      return;
    }
    if (reading.isWord(at)) {
      if (keywords.has(text) && text !== "_") return;
      if (/^(?:[{,(]|_)$/.test(reading.text(at - 1))) found.push(text);
    } else if (!/^(?:[,()<>:?.[\]]|->)$/.test(text)) return;
  }
}
