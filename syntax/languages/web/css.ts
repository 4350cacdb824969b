// CSS: selectors, properties, values with their units and functions, at-rules with their conditions. Names of classes,
// ids, custom properties, grid areas and animations are the author's; elements and attributes count as those of HTML. The
// space between two selectors is shown: it has no text of its own.

import type { Found } from "../../found.ts";
import { functions, properties, pseudos } from "./css-names.ts";
import { type Token, tokensOf } from "./css-tokens.ts";
import { colors, conditions, units, values } from "./css-words.ts";
import { wordSet } from "../../word-set.ts";
import { attributePattern, attributes, elements } from "./html-words.ts";

/** At-rules with a condition, and those without one. */
const rules = wordSet(
  "@media @container @supports @import @layer @scope @charset @namespace @page @starting-style",
);
const plainRules = wordSet(
  "@keyframes @font-face @property @counter-style @font-feature-values @view-transition @position-try",
);
/** Properties whose values are names of the author, and the words that are none. */
const naming = wordSet(`
  animation-name container-name counter-increment counter-reset counter-set grid-area grid-column grid-column-end
  grid-column-start grid-row grid-row-end grid-row-start page view-transition-name`);
const notNamed = wordSet("auto span none inherit initial unset revert");

export function cssConstructs(code: string, found: Found): void {
  const tokens = tokensOf(code, found);
  const own = ownNames(tokens);
  const open: Token[] = [];
  let head: Token[] = [];
  for (const token of tokens) {
    const { text, start, end } = token;
    if (token.kind !== "symbol" || !"{};".includes(text)) {
      head.push(token);
      continue;
    }
    const isAtRule = head.find(({ kind }) => kind !== "space")?.kind === "at";
    if (isAtRule) readAtRule(head, found);
    else if (text === "{") readSelector(head, found);
    else readDeclaration(head, own, found);
    head = [];
    if (text === "{") open.push(token);
    else if (text === ";") found.symbol(";", start, end);
    else {
      const opener = open.pop();
      if (opener !== undefined) found.symbol("{ }", opener.start, opener.end, start, end);
    }
  }
  if (head.some(({ kind }) => kind === "at")) readAtRule(head, found);
  else readDeclaration(head, own, found);
}

/** The names of animations. */
function ownNames(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap(({ text }, index) => (text === "@keyframes" ? [tokens[index + 2]?.text ?? ""] : [])),
  );
}

/** Words with a parenthesis, until it is closed. */
class Calls {
  readonly #open: (readonly [name: string, start: number, end: number] | null)[] = [];
  readonly #found: Found;

  constructor(found: Found) {
    this.#found = found;
  }

  /** @param call null for a parenthesis without a word */
  open(call: readonly [name: string, start: number, end: number] | null): void {
    this.#open.push(call);
  }

  close({ start, end }: Token): void {
    const call = this.#open.pop();
    if (call === undefined || call === null) return;
    if (call[0] === "( )") this.#found.symbol(call[0], call[1], call[2], start, end);
    else this.#found.word(call[0], call[1], call[2], start, end);
  }

  /** Those that are never closed. */
  finish(): void {
    for (const call of this.#open) if (call !== null && call[0] !== "( )") this.#found.word(...call);
  }
}

function readSelector(head: readonly Token[], found: Found): void {
  const calls = new Calls(found);
  for (let index = 0; index < head.length; index++) {
    const token = head[index] as Token;
    const next = head[index + 1];
    const { kind, text, start, end } = token;
    if (kind === "hash") found.symbol("#id", start, start + 1);
    else if (kind === "number" && text.endsWith("%")) found.word("n% { }", end - 1, end);
    else if (kind === "word") {
      if (text === "from" || text === "to") found.word("from and to", start, end);
      else if (text === "even" || text === "odd") found.word(text, start, end);
      else if (elements.has(text)) found.word(`<${text}>`, start, end);
    } else if (kind !== "symbol") continue;
    else if (text.startsWith(":") && next?.kind === "word") {
      index += 1;
      if (head[index + 1]?.text === "(") {
        index += 1;
        calls.open(
          pseudos.has(next.text) ? [`${text}${next.text}()`, start, (head[index] as Token).end] : null,
        );
      } else if (pseudos.has(next.text)) found.word(`${text}${next.text}`, start, next.end);
    } else if (text === ".") {
      if (next?.kind !== "word") continue;
      found.symbol(".class", start, end);
      index += 1;
    } else if (text === "[") index = readAttribute(head, index, found);
    else if (text === "(") calls.open(null);
    else if (text === ")") calls.close(token);
    else if (">+~&*,".includes(text)) found.symbol(`selector ${text}`, start, end);
  }
  calls.finish();
}

/** Returns the number of the last token of the attribute. */
function readAttribute(head: readonly Token[], index: number, found: Found): number {
  const opening = head[index] as Token;
  const name = head[index + 1];
  const operator = head[index + 2];
  if (name?.kind !== "word") return index;
  if (attributes.has(name.text) || attributePattern.test(name.text))
    found.word(`[${name.text}]`, name.start, name.end);
  if (operator?.text === "]") {
    found.symbol("[attribute]", opening.start, opening.end, operator.start, operator.end);
    return index + 2;
  }
  if (operator?.kind !== "symbol" || !operator.text.endsWith("=")) return index + 1;
  let close = index + 3;
  while (close < Math.min(head.length, index + 8) && head[close]?.text !== "]") close += 1;
  const closing = head[close];
  const after = closing?.text === "]" ? [closing.start, closing.end] : [];
  found.symbol(
    `[attribute${operator.text}]`,
    opening.start,
    opening.end,
    operator.start,
    operator.end,
    ...after,
  );
  return after.length > 0 ? close : index + 2;
}

function readAtRule(head: readonly Token[], found: Found): void {
  const at = head.findIndex(({ kind }) => kind === "at");
  const { text: rule, start, end } = head[at] as Token;
  if (!rules.has(rule) && !plainRules.has(rule)) return;
  found.word(rule, start, end);
  const calls = new Calls(found);
  const rest = head.slice(at + 1);
  for (const [index, token] of rest.entries()) {
    const next = rest[index + 1];
    const before = rest[index - 1];
    if (token.kind === "word" && next?.text === "(" && functions.has(token.text))
      calls.open([`${token.text}()`, token.start, next.end]);
    else if (token.text === "(") {
      if (before?.kind !== "word" || !functions.has(before.text)) calls.open(["( )", token.start, token.end]);
    } else if (token.text === ")") calls.close(token);
    else if (token.text === ",") found.symbol(`${rule} ,`, token.start, token.end);
    else if (token.kind === "number") readNumber(token, found);
    else if (token.kind === "word" && token.text.startsWith("--"))
      found.symbol("--name", token.start, token.start + 2);
    else if (token.kind === "word" && rules.has(rule) && conditions.has(token.text))
      found.word(`${rule} ${token.text}`, token.start, token.end);
    else if (token.kind === "symbol" && /^(?:[<>]=?|:)$/.test(token.text))
      found.symbol(token.text, token.start, token.end);
  }
  calls.finish();
}

function readDeclaration(head: readonly Token[], own: ReadonlySet<string>, found: Found): void {
  const first = head.findIndex(({ kind }) => kind !== "space");
  const property = head[first];
  const colon = head[first + 1]?.kind === "space" ? first + 2 : first + 1;
  if (property?.kind !== "word" || head[colon]?.text !== ":") return;
  if (property.text.startsWith("--")) found.symbol("--name", property.start, property.start + 2);
  else if (properties.has(property.text)) found.word(property.text, property.start, property.end);
  else return;
  found.symbol(":", (head[colon] as Token).start, (head[colon] as Token).end);
  const isNaming = naming.has(property.text);
  let isOfLine = false;
  const calls = new Calls(found);
  for (let index = colon + 1; index < head.length; index++) {
    const token = head[index] as Token;
    const { kind, text, start, end } = token;
    const next = head[index + 1];
    // The names of grid lines are between brackets.
    if (text === "[") isOfLine = true;
    else if (text === "]") isOfLine = false;
    if (isOfLine) continue;
    if (kind === "number") readNumber(token, found);
    else if (kind === "hash") {
      if (/^#[\da-f]{3,8}$/i.test(text)) found.symbol("#rgb", start, start + 1);
    } else if (kind === "word") {
      if (next?.text === "(") {
        if (functions.has(text)) calls.open([`${text}()`, start, next.end]);
        else calls.open(null);
        index += 1;
      } else if (text.startsWith("--")) found.symbol("--name", start, start + 2);
      else if (isNaming ? notNamed.has(text) : values.has(text) && !own.has(text))
        found.word(text, start, end);
      else if (!isNaming && colors.has(text) && !own.has(text)) found.word("a color's name", start, end);
    } else if (kind !== "symbol") continue;
    else if (text === "(") calls.open(null);
    else if (text === ")") calls.close(token);
    else if (text === "!" && next?.text === "important") found.word("!important", start, next.end);
    else if (",/*".includes(text)) found.symbol(`value ${text}`, start, end);
    else if ("+-".includes(text) && next?.kind === "space") found.symbol("value + or -", start, end);
  }
  calls.finish();
}

/** What is written with a number; its digits are the author's. */
function readNumber({ text, start, end, digits }: Token, found: Found): void {
  const written = text.slice(digits).toLowerCase();
  if (units.has(written)) found.word(`unit ${written}`, end - written.length, end);
  if (text.startsWith("-")) found.symbol("-1", start, start + 1);
  const point = text.indexOf(".");
  if (point >= 0) found.symbol("0.5", start + point, start + point + 1);
}
