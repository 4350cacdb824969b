// Finds what the author of a Python text named, so that no rule takes it for a name of the language.

import { keywords, modules } from "./library.ts";
import type { Token } from "./tokens.ts";

export type Names = {
  /** Functions, classes, parameters, variables and imports that are not of the standard library. */
  readonly own: ReadonlySet<string>;
  /** Methods and fields. */
  readonly members: ReadonlySet<string>;
  /** Modules of the standard library that the text imports, and what it imports from them. */
  readonly imported: ReadonlySet<string>;
  /** The author's names for such modules. */
  readonly aliases: ReadonlySet<string>;
};

const openers = new Set(["(", "[", "{"]);
const closers = new Set([")", "]", "}"]);
const augmented = /^(?:\*\*|\/\/|<<|>>|[-+*/%&|^@])=$/;

/**
 * @param lines the tokens of each logical line, without comments
 * @param widths the width of the white space before each line
 */
export function namesOf(lines: readonly (readonly Token[])[], widths: readonly number[]): Names {
  const own = new Set<string>();
  const members = new Set<string>();
  const imported = new Set<string>();
  const aliases = new Set<string>();
  const blocks: { readonly column: number; readonly isClass: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const first = line[0] as Token;
    const column = widths[index] ?? 0;
    while ((blocks.at(-1)?.column ?? -1) >= column) blocks.pop();
    const isInClass = blocks.at(-1)?.isClass === true;
    const head = first.text === "async" ? line[1]?.text : first.text;
    if (head === "class" || head === "def") blocks.push({ column, isClass: head === "class" });
    if (head === "from" || head === "import") readImport(line, { own, imported, aliases });
    else if (head === "global" || head === "nonlocal") readAll(line, own);
    else {
      if (head === "case") readPattern(line, own);
      readDefinitions(line, isInClass, own, members);
      readTargets(line, isInClass, own, members);
    }
  }
  return { own, members, imported, aliases };
}

function isName(token: Token | undefined): token is Token {
  return token?.kind === "word" && !keywords.has(token.text);
}

function readAll(line: readonly Token[], names: Set<string>): void {
  for (const token of line) if (isName(token)) names.add(token.text);
}

type Imports = Readonly<Record<"own" | "imported" | "aliases", Set<string>>>;

function readImport(line: readonly Token[], { own, imported, aliases }: Imports): void {
  const isFrom = line[0]?.text === "from";
  const fromLibrary = isFrom && isName(line[1]) && modules.has(line[1].text);
  let isImporting = !isFrom;
  let isFirst = true;
  let isOfLibrary = fromLibrary;
  for (const [index, token] of line.entries()) {
    const before = line[index - 1];
    if (token.text === "import") isImporting = true;
    else if (token.text === ",") isFirst = true;
    else if (isName(token) && isImporting && before?.text !== ".") {
      if (!isFrom && isFirst) isOfLibrary = modules.has(token.text);
      const isRenamed = line[index + 1]?.text === "as";
      if (before?.text === "as" && isOfLibrary) aliases.add(token.text);
      if (before?.text === "as" || !isOfLibrary) own.add(token.text);
      else if (!isRenamed) imported.add(token.text);
      isFirst = false;
    }
  }
}

/** The names that a pattern gives to parts of a value. */
function readPattern(line: readonly Token[], own: Set<string>): void {
  for (const [index, token] of line.entries()) {
    const next = line[index + 1]?.text ?? "";
    if (token.text === "if") return;
    if (index > 0 && isName(token) && line[index - 1]?.text !== "." && !["(", ".", "="].includes(next))
      own.add(token.text);
  }
}

/** Functions and classes with their parameters, targets of loops, and names behind `as` and before `:=`. */
function readDefinitions(
  line: readonly Token[],
  isInClass: boolean,
  own: Set<string>,
  members: Set<string>,
): void {
  let depth = 0;
  /** The depths at which lists of parameters and targets of loops are open, and what ends each. */
  const open: { readonly kind: "def" | "lambda" | "for"; readonly depth: number }[] = [];
  for (const [index, token] of line.entries()) {
    const before = line[index - 1];
    if (token.kind === "symbol" || token.kind.startsWith("hole")) {
      if (openers.has(token.text)) depth += 1;
      else if (closers.has(token.text)) {
        depth = Math.max(0, depth - 1);
        while ((open.at(-1)?.depth ?? -1) > depth) open.pop();
      } else if (token.text === ":" && open.at(-1)?.kind === "lambda") open.pop();
      continue;
    }
    if (token.kind !== "word") continue;
    if (token.text === "for") open.push({ kind: "for", depth });
    else if (token.text === "in" && open.at(-1)?.kind === "for") open.pop();
    else if (token.text === "lambda") open.push({ kind: "lambda", depth });
    else if (token.text === "as" && line[index + 1]?.text === "(")
      open.push({ kind: "for", depth: depth + 1 });
    if (!isName(token)) continue;
    const scope = open.at(-1);
    if (before?.text === "def" || before?.text === "class") {
      own.add(token.text);
      if (isInClass) members.add(token.text);
      if (before.text === "def") open.push({ kind: "def", depth: depth + 1 });
    } else if (before?.text === "as" || line[index + 1]?.text === ":=") own.add(token.text);
    else if (scope?.kind === "for" && before?.text !== ".") own.add(token.text);
    else if (
      scope !== undefined &&
      depth === scope.depth &&
      ["(", "[", ",", "*", "**", "lambda"].includes(before?.text ?? "")
    )
      own.add(token.text);
  }
}

/** The targets of assignments, and the fields that a class declares. */
function readTargets(
  line: readonly Token[],
  isInClass: boolean,
  own: Set<string>,
  members: Set<string>,
): void {
  const startsOpen = openers.has(line[0]?.text ?? "");
  let depth = 0;
  let targets: (readonly [token: Token, isMember: boolean])[] = [];
  const take = (): void => {
    for (const [{ text }, isMember] of targets) {
      if (isMember || isInClass) members.add(text);
      if (!isMember) own.add(text);
    }
    targets = [];
  };
  for (const [index, token] of line.entries()) {
    if (openers.has(token.text)) depth += 1;
    else if (closers.has(token.text)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && token.kind === "symbol" && (token.text === "=" || augmented.test(token.text)))
      take();
    else if (depth === 0 && token.text === ":" && isName(line[0])) {
      // Before a colon may be a field or variable with its type, which ends the targets.
      if (index === 1 || line[index - 2]?.text === ".") take();
      return;
    } else if (depth === 0 && (token.text === ":" || token.text === ";")) {
      targets = [];
    } else if (isName(token) && (depth === 0 || startsOpen)) {
      const next = line[index + 1]?.text;
      const isTypeStatement = index === 0 && token.text === "type" && isName(line[1]);
      if (next !== "(" && next !== "[" && next !== "." && !isTypeStatement)
        targets.push([token, line[index - 1]?.text === "."]);
    }
  }
}
