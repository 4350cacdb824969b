// SQL. Reserved words count however they are written; a word that may also name a column counts where it is none. Names
// of constructs are in capitals: who knows `select` knows `SELECT`.

import type { Found } from "../../found.ts";
import { pairsOf, type Quote, scanner, type Token } from "../../scan.ts";
import { wordSet } from "../../word-set.ts";
import { type Names, namesOf } from "./names.ts";
import { functions, phrases, reserved, types, unreserved } from "./words.ts";

const operators = wordSet("|| <> != <= >= :: -> ->> #> #>> @> <@ ~* !~ !~* := => << >> && ?| ?&");
const signs = wordSet("< > = + - * / % , ; . & | ^ ~ # @");
const dollars = /\$(?:[A-Za-z_]\w{0,62})?\$/y;

function quoteAt(code: string, at: number): Quote | undefined {
  const mark = code[at];
  if (mark === "'" || mark === '"' || mark === "`") return { open: 1, close: mark, isDoubled: true };
  if ((mark === "E" || mark === "e") && code[at + 1] === "'" && !/\w/.test(code[at - 1] ?? ""))
    return { open: 2, close: "'", isDoubled: true, escape: "\\" };
  if (mark !== "$") return undefined;
  dollars.lastIndex = at;
  const dollar = dollars.exec(code)?.[0];
  return dollar === undefined ? undefined : { open: dollar.length, close: dollar };
}

const scan = scanner({
  line: ["--"],
  block: { open: "/*", close: "*/", isNested: true },
  quoteAt,
  symbols: [...operators],
  wordStart: "\\p{L}_",
});

const byFirstWord = new Map<string, (readonly string[])[]>();
for (const phrase of phrases) {
  const first = phrase[0] as string;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), phrase]);
}

/** Words that count in small letters outside of phrases too, unless the author has something of that name. */
const inSmallLetters = wordSet(`
  SET OVER FILTER ADD BEGIN COMMIT ROLLBACK CASCADE RESTRICT DO PRECEDING FOLLOWING AUTOINCREMENT AUTO_INCREMENT COLUMN VIEW
  INDEX RECURSIVE ESCAPE MATERIALIZED TEMPORARY TEMP TRIGGER FUNCTION PROCEDURE RETURNS LANGUAGE SAVEPOINT TRUNCATE RENAME
  EXPLAIN ANALYZE GLOB REGEXP RLIKE XOR PRAGMA MERGE UNSIGNED KEY PARTITION`);
/** A word between one of the first and one of the second is a value, such as a column. */
const beforeValue = wordSet(
  "( , = < > <= >= <> != + - / % || SELECT DISTINCT WHERE AND OR NOT ON BY HAVING CASE WHEN THEN ELSE SET",
);
const afterValue = wordSet(
  ") , ; = < > <= >= <> != + - * / % || FROM AS AND OR IS IN NOT LIKE BETWEEN ASC DESC THEN ELSE END GROUP ORDER",
);

export function sqlConstructs(code: string, found: Found): void {
  const tokens = scan(code).filter(({ kind, start, end }) => {
    if (kind !== "comment") return kind !== "line";
    if (code.startsWith("--", start)) found.symbol("--", start, start + 2);
    else if (end - start >= 4 && code.startsWith("*/", end - 2))
      found.symbol("/* */", start, start + 2, end - 2, end);
    return false;
  });
  findMarks(tokens, found);
  const names = namesOf(tokens);
  const reader = new Words(tokens, names, found);
  reader.read();
}

/** Operators, parentheses, and the marks of quoted texts with what is in them. */
function findMarks(tokens: readonly Token[], found: Found): void {
  const pairs = pairsOf(tokens);
  for (const [index, { kind, start, end, text }] of tokens.entries()) {
    const close = tokens[pairs.get(index) ?? -1];
    if (kind === "symbol") {
      if (close !== undefined && (text === "(" || text === "["))
        found.symbol(text === "(" ? "( )" : "[ ]", start, end, close.start, close.end);
      else if (operators.has(text) || signs.has(text)) found.symbol(text, start, end);
    } else if (kind === "quote-open") {
      const closing = tokens.slice(index + 1, index + 3).find((one) => one.kind === "quote-close");
      const mark = text.startsWith("$") ? "$$" : text.slice(-1);
      if (closing !== undefined) {
        if (text.length === 1 || mark === "$$")
          found.symbol(`${mark} ${mark}`, start, end, closing.start, closing.end);
        else {
          found.symbol(`${mark} ${mark}`, end - 1, end, closing.start, closing.end);
          found.symbol("E' '", start, start + 1);
        }
      }
      const inside = tokens[index + 1];
      if (inside?.kind !== "text") continue;
      if (mark === "'") findDoubled(inside, found);
      if (/^I?LIKE$/i.test(tokens[index - 1]?.text ?? "")) findWildcards(inside, found);
    }
  }
}

/** A mark in a text, written twice. */
function findDoubled({ start, text }: Token, found: Found): void {
  for (let at = text.indexOf("''"); at >= 0; at = text.indexOf("''", at + 2))
    found.symbol("''", start + at, start + at + 2);
}

function findWildcards({ start, text }: Token, found: Found): void {
  for (const { 0: sign, index } of text.matchAll(/[%_]/g))
    found.symbol(`LIKE ${sign}`, start + index, start + index + 1);
}

class Words {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  readonly #found: Found;
  /** The token at which the phrase ends that is being read. */
  #phraseEnd = 0;
  /** The number of `BETWEEN` for which no `AND` came, in each parenthesis that is open. */
  readonly #betweens: number[][] = [[]];
  readonly #forms: (readonly [name: string, tokens: readonly number[]])[] = [];

  constructor(tokens: readonly Token[], names: Names, found: Found) {
    this.#tokens = tokens;
    this.#names = names;
    this.#found = found;
  }

  read(): void {
    for (const [index, { kind, text }] of this.#tokens.entries()) {
      if (kind === "word") this.#word(index);
      else if (text === "(" && kind === "symbol") this.#betweens.push([]);
      else if (text === ")" && kind === "symbol" && this.#betweens.length > 1) this.#betweens.pop();
    }
    for (const [name, tokens] of this.#forms)
      this.#found.form(
        name,
        ...tokens.flatMap((index) => [this.#tokens[index]?.start ?? 0, this.#tokens[index]?.end ?? 0]),
      );
  }

  /** A word in capitals, any other token as it is. */
  #upper(index: number): string {
    const token = this.#tokens[index];
    return token?.kind === "word" ? token.text.toUpperCase() : (token?.text ?? "");
  }

  #word(index: number): void {
    const { start, end, text } = this.#tokens[index] as Token;
    const word = text.toUpperCase();
    const next = this.#upper(index + 1);
    if (word === "EXCLUDED" && next === ".") {
      this.#found.word("excluded", start, end);
      return;
    }
    if (this.#names.at.has(index) && !(next === "." && (word === "NEW" || word === "OLD"))) return;
    if (index >= this.#phraseEnd) this.#phrase(index, word);
    const name = this.#nameOf(index, word, text, next);
    if (name === undefined) return;
    this.#found.word(name, start, end);
    const betweens = this.#betweens.at(-1);
    if (word === "BETWEEN") betweens?.push(index);
    const between = word === "AND" ? betweens?.pop() : undefined;
    if (between === undefined) return;
    const before = this.#upper(between - 1);
    if (/^(?:ROWS|RANGE|GROUPS)$/.test(before))
      this.#forms.push([`${before} BETWEEN AND`, [between - 1, between, index]]);
    else this.#forms.push(["BETWEEN AND", [between, index]]);
  }

  #nameOf(index: number, word: string, text: string, next: string): string | undefined {
    if (index < this.#phraseEnd) return word;
    const isType = types.has(word);
    if (isType && this.#names.typesAt.has(index)) return word;
    if (next === "(" && functions.has(word)) return `${word}()`;
    if (reserved.has(word)) return word;
    const isInCapitals = text === word && word.length > 1;
    if (!isType && !unreserved.has(word)) return undefined;
    if (this.#upper(index - 1) === "(" && this.#upper(index - 2) === "EXTRACT") return word;
    if (isType && this.#tokens[index + 1]?.kind === "quote-open") return word;
    if (this.#names.own.has(text) || this.#isValue(index)) return undefined;
    const isFrame = /^(?:ROWS|RANGE|GROUPS)$/.test(word) && /^(?:BETWEEN|UNBOUNDED|CURRENT)$/.test(next);
    return isInCapitals || isFrame || inSmallLetters.has(word) ? word : undefined;
  }

  /** Whether a word is where a column is, such as `SELECT day,`. */
  #isValue(index: number): boolean {
    return beforeValue.has(this.#upper(index - 1)) && afterValue.has(this.#upper(index + 1));
  }

  #phrase(index: number, word: string): void {
    for (const phrase of byFirstWord.get(word) ?? []) {
      const isHere = phrase.every(
        (part, at) => this.#upper(index + at) === part && !this.#names.at.has(index + at),
      );
      if (!isHere) continue;
      this.#phraseEnd = index + phrase.length;
      this.#forms.push([phrase.join(" "), phrase.map((_, at) => index + at)]);
      return;
    }
  }
}
