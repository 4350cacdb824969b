// Kotlin.

import type { Reader } from "../found.ts";
import { scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { after, before, cLike, type Context, either } from "./c-like/core.ts";
import {
  addAfter,
  addEnumConstants,
  addWordsIn,
  isInBracesOf,
  nothingOwn,
  type Own,
} from "./c-like/declared.ts";
import { startsValue } from "./c-like/forms.ts";
import { commonOperators } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { commonEscapes, readDirectives } from "./c-like/texts.ts";
import { infixes, keywords, members, modifiers, names } from "./words/kotlin-words.ts";

const directives = wordSet("d s f x X c b n e E o S B h");
const hole = { open: "${", close: "}" };

export const kotlin: Reader = cLike({
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/", isNested: true },
    quoteAt: (code, at) => {
      if (code.startsWith('"""', at)) return { open: 3, close: '"""', hole };
      if (code[at] === '"') return { open: 1, close: '"', escape: "\\", isOneLine: true, hole };
      if (code[at] === "'") return { open: 1, close: "'", escape: "\\", isOneLine: true };
      return code[at] === "`" ? { open: 1, close: "`", isOneLine: true } : undefined;
    },
    symbols: [
      ...commonOperators.filter((one) => one !== "<<" && one !== ">>"),
      ..."-> ?. ?: !! .. ..< :: === !==".split(" "),
    ],
    wordStart: "\\p{L}_",
    wordPart: "\\p{L}\\p{M}\\p{N}_",
  }),
  join: /^(?:as\?|(?:break|continue|return|this)@)$/,
  angle: (tokens, index) => tokens[index - 1]?.text === "fun",
  keywords,
  contextual: {
    ...Object.fromEntries([...modifiers].map((word) => [word, isModifier])),
    ...Object.fromEntries([...infixes].map((word) => [word, isInfix])),
    it: (_reading, _index, own) => !own.names.has("it"),
    field: (reading, index, own) => !own.names.has("field") && isInAccessor(reading, index),
    by: either(after(")"), (reading, index) => reading.isWord(index - 1) || reading.angles.has(index - 1)),
    catch: before("("),
    finally: before("{"),
    constructor: before("("),
    init: before("{"),
    get: (reading, index) => reading.text(index + 1) === "(" && isAccessor(reading, index),
    set: (reading, index) => reading.text(index + 1) === "(" && isAccessor(reading, index),
    import: (reading, index) => reading.isWord(index + 1),
    where: (reading, index) => reading.isWord(index + 1),
  },
  names,
  members,
  hasStatics: true,
  memberMarks: new Set([".", "?.", "::", "!!."]),
  declared,
  isOwn: (reading, index) =>
    // A named argument; a part of the name of a package.
    (reading.text(index + 1) === "=" && /^[(,]$/.test(reading.text(index - 1))) ||
    (reading.text(index + 1) === ":" && !keywords.has(reading.text(index))) ||
    reading.text(index - 1) === "package" ||
    (reading.text(index - 1) === "@" && reading.isTight(index) && reading.text(index - 2).endsWith("@")),
  special: readOwnSigns,
  text: {
    escapes: (open) => (open === '"""' || open === "`" ? null : escapes),
    more: ({ reading, index: at, start, text }, opener, found) => {
      if (!reading.text(opener).startsWith('"')) return;
      for (const { index } of text.matchAll(/(?<!\\)\$(?=[a-zA-Z_])/g))
        found.symbol("$", start + index, start + index + 1);
      const close = reading.partners.get(opener) ?? -2;
      if (reading.text(close + 2) === "format")
        readDirectives({ reading, index: at, start, text }, directives, found);
    },
  },
  numberSuffix: /(?:(?<=\d)(?:[uU]?L|[uU])|(?<=^[\d._]+(?:[eE][+-]?\d+)?)[fF])$/,
  lineMarks: ["//"],
  forms: [
    ["val (a, b) =", "val ( … ) ="],
    ["fun f( ) =", "fun x ( … ) =", "fun x ( … ) : T ="],
    ["fun T.f( )", "fun x . x (", "fun x < … > . x (", "fun < … > x < … > . x ("],
    ["fun <T>", "fun < … >"],
    ["when { -> }", "when { … -> … }"],
    ["when (x) { -> }", "when ( … ) { … -> … }"],
    ["else ->", "else ->"],
    ["is T ->", "is T ->"],
    ["in a..b ->", "in … .. ‥ ->"],
    ["else if", "else if"],
    ["= if else", "= if ( … ) ‥ else"],
    ["for (x in xs)", "for ( x in … )"],
    ["for ((a, b) in xs)", "for ( ( … ) in … )"],
    ["{ x -> }", "{ x -> … }", "{ x : T -> … }", "{ ( … ) -> … }"],
    ["{ a, b -> }", "{ x , x -> … }", "{ x : T , x : T -> … }"],
    ["(T) -> U", ": ( … ) -> T"],
    ["?.let { }", "?. let { … }"],
    ["?: return", "?: return"],
    ["?: throw", "?: throw"],
    ["data class T( )", "data class x ( … )"],
    ["class T( ) : U", "class x ( … ) : x"],
    ["interface T { }", "interface x { … }"],
    ["enum class", "enum class"],
    ["sealed class", "sealed class"],
    ["sealed interface", "sealed interface"],
    ["companion object", "companion object"],
    ["object : T", "object : x"],
    ["data object", "data object"],
    ["fun interface", "fun interface"],
    ["operator fun", "operator fun"],
    ["infix fun", "infix fun"],
    ["override fun", "override fun"],
    ["const val", "const val"],
    ["lateinit var", "lateinit var"],
    ["by lazy { }", "by lazy { … }"],
    ["get( ) =", "get ( ) ="],
    ["set(value) { }", "set ( x ) { … }"],
    ["try catch", "try { … } catch ( … )"],
    ["<T : U>", "< x : … >"],
    ["<out T>", "< out x >"],
    ["<in T>", "< in x >"],
    ["<reified T>", "< reified x >"],
    ["do while", "do { … } while ( … )"],
    ["downTo step", "downTo n step", "downTo x step"],
    ["T::class", ":: class"],
    ["init { }", "init { … }"],
  ],
});

const escapes = new RegExp(commonEscapes.source, "g");

/** A modifier stands before a declaration, with other modifiers. */
function isModifier(reading: Reading, index: number): boolean {
  for (let at = index + 1; at < index + 6; at++) {
    const text = reading.text(at);
    if (/^(?:class|interface|object|fun|val|var|constructor|typealias|get|set)$/.test(text)) return true;
    // <out T> and <reified T>
    if (at === index + 1 && /^[<,(]$/.test(reading.text(index - 1)) && reading.isWord(at)) return true;
    if (!modifiers.has(text)) return false;
  }
  return false;
}

/** `1 to 2`: it is between two values. */
function isInfix(reading: Reading, index: number): boolean {
  return (
    (!startsValue(reading, index) && !/^(?:[.=,;)\]}:<({]|\?\.|)$/.test(reading.text(index + 1))) ||
    isBeforeGroup(reading, index)
  );
}

function isBeforeGroup(reading: Reading, index: number): boolean {
  return (
    !startsValue(reading, index) &&
    reading.text(index + 1) === "(" &&
    !reading.isTight(index + 1) &&
    reading.text(index - 1) !== "fun"
  );
}

function isAccessor(reading: Reading, index: number): boolean {
  return reading.isFirst(index) || reading.text(index - 1) === "private";
}

/** `field` in a getter or a setter. */
function isInAccessor(reading: Reading, index: number): boolean {
  let open = reading.around(index);
  for (let steps = 0; steps < 4 && open >= 0; steps++) {
    const close = reading.text(open - 1) === ")" ? reading.partners.get(open - 1) : undefined;
    if (close !== undefined && /^[gs]et$/.test(reading.text(close - 1))) return true;
    open = reading.around(open);
  }
  return (
    reading.text(index - 1) === "=" &&
    reading.text(index - 2) === ")" &&
    /^[gs]et$/.test(reading.text((reading.partners.get(index - 2) ?? 0) - 1))
  );
}

/** Whether the word is in the path after `import`: a name there is no member of a value. */
function isInImport(reading: Reading, index: number): boolean {
  let at = index - 1;
  while (reading.text(at) === "." && reading.isWord(at - 1) && at > index - 24) at -= 2;
  return reading.text(at) === "import";
}

/** Names in templates are read with their text; `!in` and `!is` are one word. */
function readOwnSigns({ reading, own, found }: Context, index: number): number {
  const token = reading.tokens[index];
  const next = reading.tokens[index + 1];
  if (token?.kind === "word" && reading.text(index - 1) === "." && isInImport(reading, index)) {
    if (names.has(token.text) && !own.names.has(token.text)) found.word(token.text, token.start, token.end);
    return 1;
  }
  if (token?.text !== "!" || token.kind !== "symbol" || next === undefined || !reading.isTight(index + 1))
    return 0;
  if ((next.text !== "in" && next.text !== "is") || next.kind !== "word") return 0;
  found.word(`!${next.text}`, token.start, next.end);
  return 2;
}

const types = wordSet("class interface object");

/** Whether the token is in the parentheses after the name of a class. */
function isInHead(reading: Reading, index: number): boolean {
  const open = reading.around(index);
  if (reading.text(open) !== "(") return false;
  const before = reading.angles.has(open - 1) ? (reading.partners.get(open - 1) ?? open) : open;
  return reading.text(before - 2) === "class" || reading.text(before - 1) === "constructor";
}

function declared(reading: Reading): Own {
  const own = nothingOwn();
  const { text, isWord } = reading;
  addAfter(reading, wordSet("class interface object typealias"), (name) => own.names.add(name));
  addEnumConstants(reading, own);
  for (let index = 0; index < reading.tokens.length; index++) {
    if (/^(?:val|var)$/.test(text(index)) && isWord(index + 1)) {
      own.names.add(text(index + 1));
      if (isInHead(reading, index) || isInBracesOf(reading, index, types)) own.members.add(text(index + 1));
    }
    if (text(index) === "fun") addFunction(reading, index, own);
    if (/^(?:val|var|for)$/.test(text(index)) && text(index + 1) === "(")
      addDestructured(reading, index + 1, own.names);
    if (text(index) === "for" && text(index + 1) === "(" && isWord(index + 2)) own.names.add(text(index + 2));
    if (isWord(index) && text(index + 1) === ":" && !keywords.has(text(index))) own.names.add(text(index));
    if (text(index) === "{") addParameters(reading, index, own.names);
    if (text(index) === "import" && !/^(?:kotlin|java)$/.test(text(index + 1)))
      addImported(reading, index, own);
    if (/^(?:class|interface|typealias)$/.test(text(index)) && reading.angles.has(index + 2))
      addNames(reading, index + 2, own.names);
  }
  return own;
}

/** The name of a function and its type parameters; an overriding one has the name of another. */
function addFunction(reading: Reading, index: number, own: Own): void {
  let at = index + 1;
  if (reading.angles.has(at)) {
    addNames(reading, at, own.names);
    at = (reading.partners.get(at) ?? at) + 1;
  }
  let last = "";
  for (let steps = 0; steps < 16; steps++) {
    if (reading.isWord(at)) last = reading.text(at);
    else if (reading.angles.has(at)) at = reading.partners.get(at) ?? at;
    else if (!/^(?:\.|\?|\?\.)$/.test(reading.text(at))) break;
    at += 1;
  }
  for (let before = index - 1; before > index - 6 && before >= 0 && reading.isWord(before); before--)
    if (/^(?:override|operator)$/.test(reading.text(before))) return;
  if (last === "") return;
  own.names.add(last);
  own.members.add(last);
}

function addNames(reading: Reading, open: number, names: Set<string>): void {
  const close = reading.partners.get(open) ?? open;
  for (let at = open + 1; at < close && at < open + 48; at++)
    if (
      reading.isWord(at) &&
      reading.around(at) === open &&
      /^(?:[<,]|reified|in|out)$/.test(reading.text(at - 1))
    )
      names.add(reading.text(at));
}

function addDestructured(reading: Reading, open: number, names: Set<string>): void {
  const inner = reading.text(open + 1) === "(" ? open + 1 : open;
  addWordsIn(reading, reading.partners.get(inner) ?? inner, names);
}

/** The parameters of a lambda: words between its brace and its arrow. */
function addParameters(reading: Reading, open: number, names: Set<string>): void {
  const found: string[] = [];
  for (let at = open + 1; at < open + 24; at++) {
    const text = reading.text(at);
    if (text === "->") {
      for (const name of found) names.add(name);
      return;
    }
    if (reading.isWord(at)) {
      if (text === "_") continue;
      if (keywords.has(text)) return;
      found.push(text);
    } else if (!/^[,()<>:?.*]$/.test(text)) return;
  }
}

/** The last name of an import from the author's own packages. */
function addImported(reading: Reading, index: number, own: Own): void {
  let at = index + 1;
  while (at < index + 24 && reading.text(at + 1) === ".") at += 2;
  if (!reading.isWord(at)) return;
  // A function that extends a type is imported by its name, too.
  own.names.add(reading.text(at));
  own.members.add(reading.text(at));
}
