// Splits CSS into tokens, and adds the marks of comments and quoted texts on the way.

import type { Found } from "../../found.ts";

export type Token = {
  readonly kind: "word" | "at" | "hash" | "number" | "text" | "symbol" | "space" | "url";
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The length of a number without its unit. */
  readonly digits: number;
};

const space = /\s+/y;
const word = /(?:--|-)?(?:[A-Za-z_\u0080-\uffff]|\\[^\n])(?:[\w\u0080-\uffff-]|\\[^\n])*|--/y;
const number = /[-+]?(?:\d+\.\d+|\d+|\.\d+)(?:[eE][-+]?\d+)?/y;
const unit = /%|[A-Za-z]+/y;
const hash = /#[\w-]+/y;
const sign = /::?(?=[a-z-])|[<>]=|[~|^$*]=|[^]/uy;

export function tokensOf(code: string, found: Found): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  /** The next parenthesis that closes, so that each is looked for once. */
  let nextClose = -2;
  const matchEnd = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.test(code) ? pattern.lastIndex : from;
  };
  const add = (kind: Token["kind"], end: number, digits = 0): void => {
    tokens.push({ kind, start: at, end, text: code.slice(at, end), digits });
    at = end;
  };
  while (at < code.length) {
    const character = code[at] as string;
    const spaces = matchEnd(space, at);
    if (spaces > at) add("space", spaces);
    else if (code.startsWith("/*", at)) {
      const close = code.indexOf("*/", at + 2);
      if (close >= 0) found.symbol("/* */", at, at + 2, close, close + 2);
      else found.symbol("/* */", at, at + 2);
      at = close < 0 ? code.length : close + 2;
    } else if (character === '"' || character === "'") {
      const end = endOfText(code, at);
      if (code[end - 1] === character && end > at + 1)
        found.symbol(`${character} ${character}`, at, at + 1, end - 1, end);
      findEscapes(code, at + 1, end - 1, found);
      add("text", end);
    } else if (/^url\(\s*[^"'\s)]/i.test(code.slice(at, at + 10))) {
      if (nextClose !== -1 && nextClose < at) nextClose = code.indexOf(")", at);
      const end = nextClose < 0 ? at + 4 : nextClose + 1;
      if (nextClose >= 0) found.word("url()", at, at + 4, end - 1, end);
      add("url", end);
    } else {
      const isSigned = /[-+]/.test(character) && /[\w)%]/.test(code[at - 1] ?? "");
      const digits = isSigned ? at : matchEnd(number, at);
      if (digits > at) {
        add("number", matchEnd(unit, digits), digits - at);
        continue;
      }
      const hashed = character === "#" ? matchEnd(hash, at) : at;
      if (hashed > at) {
        add("hash", hashed);
        continue;
      }
      const isAt = character === "@";
      const named = matchEnd(word, isAt ? at + 1 : at);
      if (named > at + (isAt ? 1 : 0)) add(isAt ? "at" : "word", named);
      else add("symbol", matchEnd(sign, at));
    }
  }
  return tokens;
}

/** A text ends with its line at the latest. */
function endOfText(code: string, start: number): number {
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === "\\") at += 1;
    else if (code[at] === code[start]) return at + 1;
    else if (code[at] === "\n") return at;
  }
  return code.length;
}

/** Of `\2713` only the backslash is syntax; its name says that a number follows. */
function findEscapes(code: string, start: number, end: number, found: Found): void {
  const text = code.slice(start, end);
  for (let at = text.indexOf("\\"); at >= 0 && at < text.length - 1; at = text.indexOf("\\", at + 2)) {
    const next = text[at + 1] as string;
    if (/[\da-f]/i.test(next)) found.symbol("\\2713", start + at, start + at + 1);
    else if (/["'\\]/.test(next)) found.symbol(`\\${next}`, start + at, start + at + 2);
  }
}
