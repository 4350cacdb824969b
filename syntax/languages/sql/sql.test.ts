import { expect, test } from "vitest";
import { constructsOf } from "../../constructs-of.ts";

function words(code: string): string[] {
  return constructsOf(code, "sql")
    .filter(({ kind }) => kind === "word")
    .map(({ name }) => name);
}

test("keywords, functions and types count in small letters too, by their names in capitals", () => {
  const code = "select Count(*) from t where a is not null group by b";
  expect(words(code)).toEqual(words(code.replace(/[a-z]{2,}/gi, (word) => word.toUpperCase())));
  expect(words("create table t (a varchar(3), b double precision)")).toContain("VARCHAR");
});

test("words that name tables, columns and aliases are no constructs in capitals or small letters", () => {
  for (const name of ["KEY", "day", "DATE", "text", "VALUE", "Rank", "position", "FIRST"]) {
    const code = `CREATE TABLE ${name} (${name} INT, x ${name === "DATE" ? "INT" : "REAL"});
      INSERT INTO ${name} (x, ${name}) VALUES (1, 2);
      SELECT ${name}, a.${name}, ${name}.a, 1 AS ${name} FROM ${name} WHERE ${name} > 1 ORDER BY ${name}, x;`;
    const found = words(code).map((word) => word.replace("()", ""));
    expect(found).not.toContain(name.toUpperCase());
  }
});

test("a word in capitals that SQL does not have is the author's", () => {
  expect(words("SELECT PRICE, MY_SUM(A) FROM SHOP")).toEqual(["SELECT", "FROM"]);
});

test("the AND of BETWEEN belongs to it, in its own parentheses", () => {
  const code = "SELECT 1 WHERE a BETWEEN (b AND c) AND d AND e";
  const form = constructsOf(code, "sql").find(({ name }) => name === "BETWEEN AND");
  expect(form?.places.map((place) => place.slice(2))).toEqual([[35, 38]]);
});
