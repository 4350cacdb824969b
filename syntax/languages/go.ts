// Go.

import type { Found, Reader } from "../found.ts";
import { scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { cLike } from "./c-like/core.ts";
import { addLabels, nothingOwn, type Own } from "./c-like/declared.ts";
import { commonOperators, quoted } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, commonEscapes, readDirectives, type TextPart } from "./c-like/texts.ts";
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
      !keywords.has(reading.text(index)) &&
      !isInCase(reading, index)),
  // `if a.Done {` reads a field; `a.Done()` may be the library's method.
  special: ({ reading }, index) =>
    reading.isWord(index) && reading.text(index - 1) === "." && reading.text(index + 1) === "{" ? 1 : 0,
  text: {
    escapes: (open) => (open === "`" ? null : commonEscapes),
    more: (part, opener, found) => {
      const { reading, start, text } = part;
      if (isImport(reading, opener) && imports.has(text)) found.word(`"${text}"`, start, start + text.length);
      else if (formatters.has(callee(reading, opener))) readDirectives(part, conversions, found);
      else if (reading.text(opener) === "`" && reading.text(reading.around(opener)) === "{")
        readTag(part, found);
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
    ["switch { }", "switch { … }"],
    ["switch x { }", "switch x ~:= ~. … { … }", "switch x . x … { … }"],
    ["switch x := ; { }", "switch x := … ; … {"],
    ["switch v.(type)", "switch x . ( type ) {"],
    ["switch x := v.(type)", "switch x := x . ( type ) {"],
    ["case :", "case ‥ :"],
    ["default:", "default :"],
    [".(T)", ". ( ~type T )"],
    ["func (r T) f( )", "^ func ( x T ) x (", "^ func ( T ) x ("],
    ["func f( ) (a, b)", "^ func x ( … ) ( … )", "^ func x [ … ] ( … ) ( … )", "^ func ( … ) x ( … ) ( … )"],
    ["func( ) { }", "^^ func ( … ) {", "^^ func ( … ) T {"],
    ["defer func( ) { }( )", "defer func ( … ) { … } ( … )"],
    ["go func( ) { }( )", "go func ( … ) { … } ( … )"],
    ["make([ ]T, n)", "make ( [ ] T , … )"],
    ["make(chan T)", "make ( chan … )"],
    ["make(map[K]V)", "make ( map [ … ] … )"],
    ["xs...", "... )"],
    ["[a:b]", "[ … : … ]"],
    ["select { }", "select { … }"],
    ["case x := <-", "case x := <-", "case x , x := <-"],
    ["case <-", "case <-"],
    ["case ch <-", "case x <-"],
    ["<-chan T", "<- chan"],
    ["chan<- T", "chan <-"],
    ["type T struct { }", "type x struct { … }", "type x [ … ] struct { … }"],
    ["type T interface { }", "type x interface { … }", "type x [ … ] interface { … }"],
    ["&T{ }", "^^ & T {"],
    ["[T any]", "[ x any ]", "[ x , x any ]", "[ x any , x any ]"],
    ["[K comparable, V any]", "[ x comparable , x any ]"],
    ["~T | ~U", "~ x | ~ x"],
    ["const ( iota )", "const ( … iota … )"],
    ["import ( )", "import ( … )"],
    ["var ( )", "var ( … )"],
    ["const ( )", "const ( … )"],
    ["...T", "... T )"],
    ["struct{ }{ }", "struct { } { }"],
  ],
  moreForms: ({ reading, found }) => {
    for (let index = 0; index < reading.tokens.length; index++) {
      addLiteral(reading, index, found);
      if (reading.text(index) === "case") addCase(reading, index, found);
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

/** Whether the word is in the list of a `case`, so that its colon is no key's. */
function isInCase(reading: Reading, index: number): boolean {
  for (let at = index - 1; at > index - 32 && at >= 0; at--) {
    if (reading.text(at) === "case") return true;
    if (/^[{(:;]$/.test(reading.text(at))) return false;
    at = Math.min(at, reading.partners.get(at) ?? at);
  }
  return false;
}

/** The keys of packages in the tag of a field, such as `json:"name,omitempty"`. */
function readTag({ start, text }: TextPart, found: Found): void {
  for (const { index, 0: whole, 1: key = "" } of text.matchAll(/(?<!\w)(json|xml):"[^"]*"/g)) {
    const at = start + index;
    const end = at + whole.length;
    found.word(`${key}:" "`, at, at + key.length + 2, end - 1, end);
    const option = whole.indexOf(",omitempty");
    if (option > 0) found.word(",omitempty", at + option, at + option + 10);
  }
}

/**
 * A literal of a slice, an array or a map. Its brace touches its type; the brace after a result's type, as in
 * `func f() []int {`, does not.
 */
function addLiteral(reading: Reading, index: number, found: Found): void {
  const { text } = reading;
  const isMap = text(index) === "map" && text(index + 1) === "[";
  if (!isMap && text(index) !== "[") return;
  // An index, the arguments of a type, and a type in another one.
  if (reading.isTight(index) && (reading.isWord(index - 1) || /^[)\]*]$/.test(text(index - 1)))) return;
  const bracket = isMap ? index + 1 : index;
  const close = reading.partners.get(bracket);
  const brace = close === undefined ? undefined : braceOfLiteral(reading, close + 1);
  if (close === undefined || brace === undefined) return;
  const pieces = [...(isMap ? [index] : []), bracket, close, brace];
  const name = isMap ? "map[K]V{ }" : close === bracket + 1 ? "[ ]T{ }" : "[n]T{ }";
  found.form(name, ...reading.placeOf(...pieces));
}

/** A case with several values, and not `case v, ok := <-results:`. */
function addCase(reading: Reading, index: number, found: Found): void {
  const pieces = [index];
  for (let at = index + 1; at < index + 64; at++) {
    const text = reading.text(at);
    if (/^(?::=|=|[;)\]}])?$/.test(text)) return;
    if (text === "," && pieces.length === 1) pieces.push(at);
    if (text === ":") {
      pieces.push(at);
      break;
    }
    at = reading.partners.get(at) ?? at;
  }
  if (pieces.length === 3) found.form("case a, b:", ...reading.placeOf(...pieces));
}

/** The brace that touches the type which begins at `from`. */
function braceOfLiteral(reading: Reading, from: number): number | undefined {
  let at = from;
  for (let steps = 0; steps < 24; steps++) {
    const text = reading.text(at);
    const isOfStruct = /^(?:struct|interface)$/.test(reading.text(at - 1));
    if (text === "{" && !isOfStruct) return at > from && reading.isTight(at) ? at : undefined;
    if (!reading.isTight(at) && !isOfStruct) return undefined;
    const close = /^[[({]$/.test(text) ? reading.partners.get(at) : undefined;
    if (close === undefined && !reading.isWord(at) && !/^[.*]$/.test(text)) return undefined;
    at = (close ?? at) + 1;
  }
  return undefined;
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

/** Adds the first word of each line in the brackets; of a struct's fields only those that could be called. */
function addLines(reading: Reading, open: number, names: Set<string>, isStruct = false): void {
  const close = reading.partners.get(open) ?? open;
  for (let at = open + 1; at < close && at < open + 512; at++) {
    if (reading.around(at) !== open || !reading.isWord(at)) continue;
    const isFirst = reading.isFirst(at) || at === open + 1 || reading.text(at - 1) === ";";
    const isInList = isStruct && reading.text(at - 1) === "," && reading.isWord(at - 2);
    if (
      (isFirst || isInList) &&
      reading.text(at + 1) !== "." &&
      (!isStruct || mayBeCalled(reading, at, close))
    )
      names.add(reading.text(at));
  }
}

/** Whether a field has a function's type, or one of the author's, which may be that of a function. */
function mayBeCalled(reading: Reading, field: number, close: number): boolean {
  let at = field + 1;
  while (reading.text(at) === "," && at < close) at += 2;
  // An embedded type is alone in its line.
  if (at >= close || reading.isFirst(at)) return false;
  const type = reading.text(at);
  return type === "func" || (reading.isWord(at) && !keywords.has(type) && !builtins.has(type));
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
    // `Set[int]` is a type, `xs []int` has a name.
    const isType = reading.text(at + 1) === "[" && reading.isTight(at + 1);
    if (at + 1 < close && !isType && /^(?:\w+|[*[(~]|\.\.\.|<-)$/.test(reading.text(at + 1))) isNamed = true;
  }
  if (isNamed) for (const first of firsts) names.add(first);
}
