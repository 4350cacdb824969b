// Go.

import type { Reader } from "../found.ts";
import { scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { cLike, type Own } from "./c-like/core.ts";
import { addLabels, nothingOwn } from "./c-like/declared.ts";
import { commonOperators, quoted } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, commonEscapes, readDirectives } from "./c-like/texts.ts";
import { builtins, imports, keywords, members, packages } from "./words/go-words.ts";

const conversions = wordSet("d s v q f e g t T x X c p b o U w");
const formatters = wordSet(`
  Printf Sprintf Fprintf Errorf Sscanf Scanf Fscanf Fatalf Logf Panicf Appendf`);

export const go: Reader = cLike({
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/" },
    quoteAt: (code, at) => {
      if (code[at] === "`") return { open: 1, close: "`" };
      return code[at] === '"' || code[at] === "'" ? quoted(code[at] as string) : undefined;
    },
    symbols: [...commonOperators, ":=", "<-", "&^", "&^=", "..."],
  }),
  hasAngles: false,
  keywords,
  names: new Set([...builtins, ...packages]),
  members,
  hasStatics: true,
  memberMarks: new Set(["."]),
  declared,
  isOwn: (reading, index) =>
    reading.text(index - 1) === "package" ||
    // A key of a literal, or a label.
    (reading.text(index + 1) === ":" &&
      /^[{,;}]?$/.test(reading.text(index - 1)) &&
      reading.text(index) !== "default"),
  text: {
    escapes: (open) => (open === "`" ? null : commonEscapes),
    more: (part, opener, found) => {
      const { reading, start, text } = part;
      if (isImport(reading, opener) && imports.has(text)) found.word(`"${text}"`, start, start + text.length);
      else if (formatters.has(callee(reading, opener))) readDirectives(part, conversions, found);
    },
  },
  lineMarks: ["//"],
  forms: [
    ["if err != nil", "if x != nil {"],
    ["if x := f(); err != nil", "if x := … ; x != nil {", "if x , x := … ; x != nil {"],
    ["if x := ; { }", "if x := … ; … {", "if x , x := … ; … {"],
    ["else if", "else if"],
    ["for ;;", "for … ; … ; … {"],
    ["for { }", "for { … }"],
    ["for i := range", "for x := range"],
    ["for i, v := range", "for x , x := range"],
    ["for range", "for range"],
    ["x, y :=", "^ x , x :="],
    ["switch { }", "switch { … }"],
    ["switch x { }", "switch x { … }"],
    ["switch x := v.(type)", "switch x := x . ( type ) {"],
    ["case a, b:", "case ‥ , … :"],
    ["case :", "case ‥ :"],
    ["default:", "default :"],
    [".(T)", ". ( T )"],
    ["func (r T) f( )", "^ func ( x T ) x ("],
    ["func f( ) (a, b)", "^ func x ( … ) ( … )"],
    ["func( ) { }", "^^ func ( … ) {", "^^ func ( … ) T {"],
    ["defer func( ) { }( )", "defer func ( … ) { … } ( … )"],
    ["go func( ) { }( )", "go func ( … ) { … } ( … )"],
    ["make([ ]T, n)", "make ( [ ] T , … )"],
    ["make(chan T)", "make ( chan … )"],
    ["make(map[K]V)", "make ( map [ … ] … )"],
    ["xs...", "… ... )"],
    ["map[K]V{ }", "map [ … ] T {"],
    ["[ ]T{ }", "[ ] T {"],
    ["[n]T{ }", "[ n ] T {", "[ ... ] T {"],
    ["[a:b]", "[ … : … ]"],
    ["select { }", "select { … }"],
    ["case x := <-", "case x := <-", "case x , x := <-"],
    ["case <-", "case <-"],
    ["case ch <-", "case x <-"],
    ["<-chan T", "<- chan"],
    ["chan<- T", "chan <-"],
    ["type T struct { }", "type x struct { … }"],
    ["type T interface { }", "type x interface { … }", "type x [ … ] interface { … }"],
    ["&T{ }", "^^ & T {"],
    ["[T any]", "[ x any ]", "[ x , x any ]"],
    ["[K comparable, V any]", "[ x comparable , x any ]"],
    ["~T | ~U", "~ x | ~ x"],
    ["const ( iota )", "const ( x = iota … )", "const ( x T = iota … )"],
    ["import ( )", "import ( … )"],
    ["var ( )", "var ( … )"],
    ["const ( )", "const ( … )"],
    ["...T", "... T )"],
    ["struct{ }{ }", "struct { } { }"],
  ].map(
    ([name, ...patterns]) => [name as string, ...patterns.filter((one) => !/^(?:…|\^ x)/.test(one))] as const,
  ),
  moreForms: ({ reading, found }) => {
    for (let index = 0; index < reading.tokens.length; index++) {
      // value, ok := m[key]
      const comma = reading.tokens[index - 2];
      const assign = reading.tokens[index];
      if (
        assign?.text === ":=" &&
        comma?.text === "," &&
        reading.isWord(index - 1) &&
        reading.isWord(index - 3) &&
        reading.text(index + 1) !== "range"
      )
        found.form("x, y :=", comma.start, comma.end, assign.start, assign.end);
    }
  },
});

function isImport(reading: Reading, opener: number): boolean {
  const before =
    reading.text(opener - 1) === "(" || reading.around(opener) >= 0 ? reading.around(opener) : opener;
  return reading.text(before - 1) === "import" || reading.text(before - 2) === "import";
}

function declared(reading: Reading): Own {
  const own = nothingOwn();
  const { text, isWord } = reading;
  for (let index = 0; index < reading.tokens.length; index++) {
    if (text(index) === ":=") addBefore(reading, index, own.names);
    if (text(index) === "func") addFunction(reading, index, own);
    if (/^(?:var|const|type)$/.test(text(index))) {
      if (isWord(index + 1)) addDeclared(reading, index + 1, own);
      else if (text(index + 1) === "(") addLines(reading, index + 1, own.names);
    }
    if (/^(?:struct|interface)$/.test(text(index)) && text(index + 1) === "{")
      addLines(reading, index + 1, own.members, text(index) === "struct");
    if (text(index) === "import" && isWord(index + 1)) own.names.add(text(index + 1));
  }
  for (const [index, token] of reading.tokens.entries()) {
    // A package of the author that is called as one of the library.
    if (token.kind !== "text" || imports.has(token.text) || !isImport(reading, reading.around(index)))
      continue;
    own.names.add(token.text.slice(token.text.lastIndexOf("/") + 1));
  }
  addLabels(reading, own.names);
  return own;
}

/** Adds the words in the list before `:=`. */
function addBefore(reading: Reading, index: number, names: Set<string>): void {
  for (let at = index - 1; reading.isWord(at) && at > index - 32; at -= 2) {
    names.add(reading.text(at));
    if (reading.text(at - 1) !== ",") return;
  }
}

/** Adds the names of a declaration without parentheses, and its type parameters. */
function addDeclared(reading: Reading, from: number, own: Own): void {
  let at = from;
  while (at < from + 32) {
    own.names.add(reading.text(at));
    if (reading.text(at + 1) !== "," || !reading.isWord(at + 2)) break;
    at += 2;
  }
  if (reading.text(at + 1) === "[") addNamed(reading, at + 1, own.names);
}

/** Adds the first word of each line in the brackets, and those after commas before the type of fields. */
function addLines(reading: Reading, open: number, names: Set<string>, isStruct = false): void {
  const close = reading.partners.get(open) ?? open;
  for (let at = open + 1; at < close && at < open + 512; at++) {
    if (reading.around(at) !== open || !reading.isWord(at)) continue;
    const isFirst = reading.isFirst(at) || at === open + 1 || reading.text(at - 1) === ";";
    // An embedded type is the only one in its line.
    const isEmbedded = isStruct && (at + 1 === close || reading.isFirst(at + 1));
    if (isFirst && !isEmbedded && reading.text(at + 1) !== ".") names.add(reading.text(at));
    else if (isStruct && reading.text(at - 1) === "," && reading.isWord(at - 2)) names.add(reading.text(at));
  }
}

/** Adds the name of a function, its receiver, its parameters, its named results and its type parameters. */
function addFunction(reading: Reading, index: number, own: Own): void {
  let at = index + 1;
  if (reading.text(at) === "(" && reading.isWord((reading.partners.get(at) ?? at) + 1)) {
    addNamed(reading, at, own.names);
    at = (reading.partners.get(at) as number) + 1;
    own.members.add(reading.text(at));
    at += 1;
  } else if (reading.isWord(at)) {
    own.names.add(reading.text(at));
    at += 1;
  }
  for (let lists = 0; lists < 3 && /^[[(]$/.test(reading.text(at)); lists++) {
    addNamed(reading, at, own.names);
    at = (reading.partners.get(at) ?? reading.tokens.length) + 1;
  }
}

/** Adds the first words of a list with names and types: `(a, b int)`, and none of `(int, error)`. */
function addNamed(reading: Reading, open: number, names: Set<string>): void {
  const close = reading.partners.get(open) ?? open;
  const firsts: string[] = [];
  let isNamed = false;
  for (let at = open + 1; at < close && at < open + 128; at++) {
    if (reading.around(at) !== open || !reading.isWord(at)) continue;
    if (at !== open + 1 && reading.text(at - 1) !== ",") continue;
    if (keywords.has(reading.text(at)) || reading.text(at + 1) === ".") continue;
    firsts.push(reading.text(at));
    if (at + 1 < close && /^(?:\w+|[*[(~]|\.\.\.|<-)$/.test(reading.text(at + 1))) isNamed = true;
  }
  if (isNamed) for (const first of firsts) names.add(first);
}
