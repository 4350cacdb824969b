// Finds where SQL has names of the author: tables, columns, aliases.

import { pairsOf, type Token } from "../../scan.ts";
import { wordSet } from "../../word-set.ts";
import { functions, reserved } from "./words.ts";

export type Names = {
  /** The numbers of the tokens that are a name where they stand. */
  readonly at: ReadonlySet<number>;
  /** The numbers of the tokens that are a type where they stand, if they can be one. */
  readonly typesAt: ReadonlySet<number>;
  /** Names as they are spelt. What is spelt so is a name elsewhere too, unless it is a reserved word. */
  readonly own: ReadonlySet<string>;
};

/** A name follows them, or another of them, or `IF NOT EXISTS`. */
const beforeName = wordSet(`
  FROM JOIN INTO UPDATE TABLE VIEW INDEX REFERENCES COLUMN CONSTRAINT TRIGGER FUNCTION PROCEDURE SCHEMA SEQUENCE SAVEPOINT
  DATABASE DOMAIN TYPE WINDOW RECURSIVE WITH OVER ROLE USER EXTENSION POLICY CURSOR ENUM TO OF RENAME ADD`);
const between = wordSet("IF NOT EXISTS ONLY LATERAL CONCURRENTLY MATERIALIZED COLUMN RECURSIVE");
/** The parentheses after them have names only. */
const beforeNames = wordSet("KEY UNIQUE USING");
const constraints = wordSet("PRIMARY FOREIGN UNIQUE CHECK CONSTRAINT KEY INDEX EXCLUDE LIKE");
/** What may follow `TO`, `ADD` and such and is no name. */
const noNames = wordSet(`
  CONSTRAINT COLUMN TIME ORDINALITY TIES SAVEPOINT GRANT ROWS RANGE FIRST LAST EACH UPDATE NOTHING TRANSACTION SET PARTITION
  PRIMARY`);

export function namesOf(tokens: readonly Token[]): Names {
  const at = new Set<number>();
  const typesAt = new Set<number>();
  const own = new Set<string>();
  const pairs = pairsOf(tokens);
  const upper = (index: number): string => {
    const token = tokens[index];
    return token?.kind === "word" ? token.text.toUpperCase() : (token?.text ?? "");
  };
  const isWord = (index: number): boolean => tokens[index]?.kind === "word";
  const take = (index: number): void => {
    if (!isWord(index) || reserved.has(upper(index))) return;
    at.add(index);
    own.add((tokens[index] as Token).text);
  };
  /** The columns that a table is made with. */
  const takeColumns = (open: number): void => {
    const close = pairs.get(open) ?? -1;
    let isFirst = true;
    for (let index = open + 1; index < close; index++) {
      const inner = upper(index) === "(" ? pairs.get(index) : undefined;
      if (inner !== undefined) index = inner;
      else if (upper(index) === ",") isFirst = true;
      else {
        const isIndex =
          /^(?:KEY|INDEX)$/.test(upper(index)) && ![index + 1, index + 2].some((one) => upper(one) === "(");
        if (isFirst && (isIndex || !constraints.has(upper(index)))) {
          take(index);
          typesAt.add(index + 1);
        }
        isFirst = false;
      }
    }
  };
  const takeAll = (open: number): void => {
    const close = pairs.get(open) ?? -1;
    for (let index = open + 1; index < close; index++)
      if (upper(index) === "(") index = pairs.get(index) ?? index;
      else if (upper(index + 1) !== "(") take(index);
  };
  /** How many parentheses of `CAST` are open, by the number of the token that closes each. */
  const casts: number[] = [];
  let statement = "";
  for (let index = 0; index < tokens.length; index++) {
    const text = upper(index);
    if (casts.at(-1) === index) casts.pop();
    if (text === ";") statement = "";
    else if (statement === "" && isWord(index)) statement = text;
    if (text === ".") {
      if (isWord(index - 1)) at.add(index - 1);
      if (isWord(index + 1)) at.add(index + 1);
    } else if (text === "::") typesAt.add(index + 1);
    else if (text === "(" && upper(index - 1) === "CAST") casts.push(pairs.get(index) ?? -1);
    else if (!isWord(index)) continue;
    else if (text === "AS") {
      if (casts.length > 0) typesAt.add(index + 1);
      else if (upper(index + 2) !== "SELECT" && upper(index + 1) !== "MATERIALIZED") take(index + 1);
    } else if (text === "RETURNS") typesAt.add(index + 1);
    else if (beforeNames.has(text) && upper(index + 1) === "(") takeAll(index + 1);
    else if (beforeName.has(text) && !at.has(index)) {
      let name = index + 1;
      while (between.has(upper(name))) name += 1;
      if (tokens[name]?.kind === "quote-open") {
        // CREATE TABLE "order" (
        const open = name + (tokens[name + 1]?.kind === "text" ? 3 : 2);
        if (upper(open) === "(" && text === "TABLE" && statement === "CREATE") takeColumns(open);
        else if (upper(open) === "(" && (text === "INTO" || text === "REFERENCES")) takeAll(open);
        continue;
      }
      const isFunction =
        upper(name + 1) === "(" && (text === "FROM" || text === "JOIN") && functions.has(upper(name));
      if (!isWord(name) || noNames.has(upper(name)) || isFunction || upper(index - 1) === "DISTINCT")
        continue;
      while (upper(name + 1) === ".") {
        take(name);
        name += 2;
      }
      take(name);
      if (upper(name + 1) === "(" && text === "TABLE" && statement === "CREATE") takeColumns(name + 1);
      else if (upper(name + 1) === "(" && (text === "INTO" || text === "REFERENCES" || text === "WITH"))
        takeAll(name + 1);
      else if ((text === "COLUMN" || text === "ADD") && statement === "ALTER") typesAt.add(name + 1);
      else if ((text === "FROM" || text === "JOIN" || text === "UPDATE") && isWord(name + 1))
        takeAlias(name + 1);
    }
  }
  return { at, typesAt, own };

  /** A name without `AS` behind a table. */
  function takeAlias(index: number): void {
    const next = upper(index + 1);
    if (
      [
        "ON",
        "JOIN",
        "WHERE",
        ",",
        ";",
        "",
        ")",
        "USING",
        "LEFT",
        "INNER",
        "CROSS",
        "ORDER",
        "GROUP",
      ].includes(next)
    )
      if (!["SET", "CROSS", "NATURAL"].includes(upper(index))) take(index);
  }
}
