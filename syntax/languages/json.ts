// JSON, also with comments: its signs and literals.

import type { Found } from "../found.ts";
import { pairsOf, scanner } from "../scan.ts";
import { findEscapes } from "./escapes.ts";
import { findCommentMarks } from "./comments.ts";

const scan = scanner({
  line: ["//"],
  block: { open: "/*", close: "*/" },
  quoteAt: (code, at) =>
    code[at] === '"' || code[at] === "'"
      ? { open: 1, close: code[at] as string, escape: "\\", isOneLine: true }
      : undefined,
  symbols: [],
});

const literals: ReadonlySet<string> = new Set(["true", "false", "null"]);
const signs: ReadonlySet<string> = new Set([":", ",", "-", "+"]);

export function jsonConstructs(code: string, found: Found): void {
  const tokens = scan(code);
  const pairs = pairsOf(tokens);
  let quote = -1;
  for (const [index, { kind, start, end, text }] of tokens.entries()) {
    const close = tokens[pairs.get(index) ?? -1];
    if (kind === "quote-open") quote = start;
    else if (kind === "text") findEscapes(code, start, end, found);
    else if (kind === "quote-close") found.symbol(`${text} ${text}`, quote, quote + 1, start, end);
    else if (kind === "comment") findCommentMarks(code, start, end, found);
    else if (kind === "word" && literals.has(text)) found.word(text, start, end);
    else if (kind === "number") findPartsOfNumber(text, start, found);
    else if (kind === "symbol" && signs.has(text)) found.symbol(text, start, end);
    else if (kind === "symbol" && close !== undefined && (text === "{" || text === "["))
      found.symbol(`${text} ${close.text}`, start, end, close.start, close.end);
  }
}

function findPartsOfNumber(text: string, start: number, found: Found): void {
  const [, whole = "", fraction = "", exponent = ""] = /^(\d*)(\.\d*)?([eE][-+]?)?/.exec(text) ?? [];
  const point = start + whole.length;
  if (fraction !== "") found.symbol(".", point, point + 1);
  const power = point + fraction.length;
  if (exponent !== "") found.word("exponent", power, power + exponent.length);
}
