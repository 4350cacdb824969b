// Python. A name counts when Python or its standard library has it and the text does not define it. `indent` is the white
// space before the first line of a block: there it says that the block begins. Before the other lines of a block the
// learner sees it.

import type { Found } from "../../found.ts";
import { Line } from "./line.ts";
import { namesOf } from "./names.ts";
import { type Token, tokensOf } from "./tokens.ts";

export function pythonConstructs(code: string, found: Found): void {
  const lines = logicalLines(code, found);
  const indents = lines.map(([first]) => indentBefore(code, (first as Token).start));
  const names = namesOf(
    lines,
    indents.map((indent) => indent?.width ?? 0),
  );
  const levels: Level[] = [{ width: 0, opener: "", before: "" }];
  let opener: string | null = null;
  for (const [index, line] of lines.entries()) {
    const indent = indents[index];
    const width = indent?.width ?? 0;
    while (levels.length > 1 && (levels.at(-1) as Level).width > width) levels.pop();
    let level = levels.at(-1) as Level;
    if (width > level.width) {
      if (opener !== null && indent !== null && indent !== undefined)
        found.symbol("indent", indent.start, indent.end);
      level = { width, opener: opener ?? "", before: "" };
      levels.push(level);
    }
    const head = (line[0]?.text === "async" ? line[1]?.text : line[0]?.text) ?? "";
    const reader = new Line(line, names, level.opener === "match", found);
    reader.read();
    if (head === "else") findElse(line, level.before, found);
    level.before = head;
    opener = line.at(-1)?.text === ":" ? head : null;
  }
}

/** A level of indentation. */
type Level = {
  readonly width: number;
  /** The first word of the line that opened the block. */
  readonly opener: string;
  /** The first word of the statement before on this level. */
  before: string;
};

/** The tokens of each logical line: it goes on while a bracket is open or a backslash joins the next line to it. */
function logicalLines(code: string, found: Found): readonly (readonly Token[])[] {
  const lines: Token[][] = [];
  let line: Token[] = [];
  let depth = 0;
  let isJoined = false;
  for (const token of tokensOf(code)) {
    const { kind, start, text } = token;
    if (kind === "comment") found.symbol("#", start, start + 1);
    else if (kind === "join") {
      isJoined = code[start + 1] === "\n";
      if (isJoined) found.symbol("\\ at the end of a line", start, start + 1);
    } else if (kind === "line") {
      if (depth === 0 && !isJoined && line.length > 0) {
        lines.push(line);
        line = [];
      }
      isJoined = false;
    } else {
      line.push(token);
      if (kind !== "symbol" && !kind.startsWith("hole")) continue;
      if ("([{".includes(text)) depth += 1;
      else if (")]}".includes(text)) depth = Math.max(0, depth - 1);
    }
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

type Indent = { readonly start: number; readonly end: number; readonly width: number };

/** The white space between a line's start and its first token; null when something else is there. */
function indentBefore(code: string, end: number): Indent | null {
  let start = end;
  while (start > 0 && (code[start - 1] === " " || code[start - 1] === "\t")) start -= 1;
  if (start > 0 && code[start - 1] !== "\n") return null;
  let width = 0;
  for (let at = start; at < end; at++) width += code[at] === "\t" ? 8 - (width % 8) : 1;
  return { start, end, width };
}

/** `else` behind a loop or behind `except` is another thing to know than behind `if`. */
function findElse(line: readonly Token[], before: string, found: Found): void {
  const form =
    before === "for" || before === "while"
      ? "else behind a loop"
      : before === "except"
        ? "else behind except"
        : null;
  const [first, colon] = line;
  if (form !== null && first !== undefined && colon?.text === ":")
    found.form(form, first.start, first.end, colon.start, colon.end);
}
