// Java.

import type { Reader } from "../found.ts";
import { scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { after, before, beforeWord, cLike, type Context, either } from "./c-like/core.ts";
import { addEnumConstants, addParameters, declaredByType, addTypeParameters } from "./c-like/declared.ts";
import { commonOperators, quoted } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, commonEscapes, readDirectives } from "./c-like/texts.ts";
import { keywords, members, names, notTypes, paths } from "./words/java-words.ts";

const scan = scanner({
  line: ["//"],
  block: { open: "/*", close: "*/" },
  quoteAt: (code, at) => {
    if (code.startsWith('"""', at)) return { open: 3, close: '"""', escape: "\\" };
    return code[at] === '"' || code[at] === "'" ? quoted(code[at] as string) : undefined;
  },
  symbols: [...commonOperators, "->", "::", "...", ">>>", ">>>="],
});

const directives = wordSet("d s f x X c b n e E o S B h");
const formatters = wordSet("printf format");

export const java: Reader = cLike({
  scan,
  angle: (tokens, index) =>
    /^(?:public|private|protected|static|final|abstract|default|[.;{}])?$/.test(
      tokens[index - 1]?.text ?? "",
    ),
  keywords,
  contextual: {
    var: beforeWord,
    record: (reading, index) =>
      reading.isWord(index + 1) && (reading.text(index + 2) === "(" || reading.angles.has(index + 2)),
    sealed: beforeWord,
    permits: beforeWord,
    // A switch gives a value; `Thread.yield()` is a method.
    yield: (reading, index) =>
      /^(?:[;{}:]|->)$/.test(reading.text(index - 1)) && !/^[.=(]$/.test(reading.text(index + 1)),
    when: either(after(")"), beforeWord),
    non: before("-"),
    serialVersionUID: after("long"),
  },
  names,
  members,
  paths,
  hasStatics: true,
  memberMarks: new Set([".", "::"]),
  declared: (reading) => {
    const own = declaredByType(reading, {
      keywords,
      notTypes,
      typeKeywords: wordSet("class interface enum record"),
    });
    addParameters(reading, "->", own);
    addEnumConstants(reading, own);
    addImports(reading, own.names);
    addTypeParameters(reading, own.names);
    return own;
  },
  isOwn: (reading, index) =>
    (reading.text(index + 1) === ":" &&
      /^[;{}]?$/.test(reading.text(index - 1)) &&
      reading.text(index) !== "default") ||
    isInPackage(reading, index),
  special: readImported,
  text: {
    escapes: () => commonEscapes,
    more: (part, opener, found) => {
      const { reading } = part;
      const close = reading.partners.get(opener) ?? -2;
      const isFormat =
        formatters.has(callee(reading, opener)) ||
        reading.text(close + 2) === "formatted" ||
        (reading.text(opener - 1) === "=" && formatsIn(reading).has(reading.text(opener - 2)));
      if (isFormat) readDirectives(part, directives, found);
    },
  },
  numberSuffix: /(?<=^[\d_.]+(?:[eE]\d+)?)[lLfFdD]$/,
  lineMarks: ["//"],
  forms: [
    ["for (;;)", "for ( … ; … ; … )"],
    ["for (T x : xs)", "for ( T x : … )", "for ( final T x : … )"],
    ["do while", "do { … } while ( … )"],
    ["else if", "else if"],
    ["try catch", "try { … } catch ( … )", "try ( … ) { … } catch ( … )"],
    ["try ( )", "try ( … )"],
    ["catch (A | B e)", "catch ( T | … )"],
    ["} finally {", "} finally {"],
    ["case ->", "case ‥ ->"],
    ["case :", "case x :", "case n :", "case x . x :"],
    ["default:", "default :"],
    ["case a, b ->", "case ‥ , … ->"],
    ["default ->", "default ->"],
    ["x instanceof T t", "instanceof T x"],
    ["a ? b : c", "_ ? … :"],
    ["(T) cast", "^^ ( T ) V"],
    ["( ) ->", "( … ) ->"],
    ["new T[n]", "new x [ ~] … ]"],
    ["new T[ ] { }", "new x [ ] {"],
    ["<T extends >", "< x extends … >"],
    ["<? extends >", "< ? extends … >"],
    ["<? super >", "< ? super … >"],
    ["non-sealed", "non - sealed"],
    ["@interface", "@ interface"],
    ["public static void main(String[ ] )", "public static void x ( String [ ] x )"],
    ["new T( ) { }", "new T ( … ) {"],
  ],
});

/** The word in `Plant.class`; a name of the library in an import, such as `List` in `import java.util.List;`. */
function readImported({ reading, found }: Context, index: number): number {
  const token = reading.tokens[index];
  if (token?.kind !== "word" || reading.text(index - 1) !== ".") return 0;
  // `Plant.class`
  if (token.text === "class") {
    found.word(".class", token.start, token.end);
    return 1;
  }
  if (!names.has(token.text)) return 0;
  let at = index - 1;
  while (reading.text(at) === "." && reading.isWord(at - 1) && at > index - 24) at -= 2;
  if (!/^(?:import|static)$/.test(reading.text(at)) || !/^javax?$/.test(reading.text(at + 1))) return 0;
  found.word(token.text, token.start, token.end);
  return 1;
}

const formats = new WeakMap<Reading, ReadonlySet<string>>();

/** The variables whose texts are formats: `row` in `row.formatted(a)` and `printf(row, a)`. */
function formatsIn(reading: Reading): ReadonlySet<string> {
  const known = formats.get(reading);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (let index = 0; index < reading.tokens.length; index++)
    if (
      reading.text(index + 2) === "formatted" ||
      (reading.text(index - 1) === "(" && formatters.has(reading.text(index - 2)))
    )
      names.add(reading.text(index));
  formats.set(reading, names);
  return names;
}

function isInPackage(reading: Reading, index: number): boolean {
  for (let at = index - 1; at >= 0 && at > index - 12; at--) {
    if (reading.text(at) === "package") return true;
    if (!reading.isWord(at) && reading.text(at) !== ".") return false;
  }
  return false;
}

/** The last name of each import from a package that is not the library's. */
function addImports(reading: Reading, names: Set<string>): void {
  for (let index = 0; index < reading.tokens.length; index++) {
    if (reading.text(index) !== "import") continue;
    let at = index + 1;
    if (reading.text(at) === "static") at += 1;
    if (reading.text(at) === "java" || reading.text(at) === "javax") continue;
    while (at < index + 32 && reading.text(at + 1) === ".") at += 2;
    if (reading.isWord(at)) names.add(reading.text(at));
  }
}
