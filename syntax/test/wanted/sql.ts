import type { WantedDifferences } from "./wanted.ts";

const oneThing = "These words are one thing to know and were found as single words only, which stay.";
const wildcard = "What stands for any characters in a text behind `LIKE` is syntax and was not looked at.";
const decimal = { gone: { ".": "It was the point of a number such as `3.5`." } };

export const wantedInSql: WantedDifferences = {
  added: {
    "LIKE %": wildcard,
    "LIKE _": wildcard,
    ...Object.fromEntries(
      [
        "NOT IN",
        "ORDER BY",
        "INNER JOIN",
        "BETWEEN AND",
        "LEFT JOIN",
        "IS NULL",
        "IS NOT NULL",
        "UNION ALL",
        "GROUP BY",
        "INSERT INTO",
        "DELETE FROM",
        "ON CONFLICT",
        "DO NOTHING",
        "DO UPDATE SET",
        "CREATE TABLE",
        "PRIMARY KEY",
        "NOT NULL",
        "FOREIGN KEY",
        "ON DELETE CASCADE",
        "CREATE INDEX",
        "CREATE UNIQUE INDEX",
        "CREATE VIEW",
        "ALTER TABLE",
        "ADD COLUMN",
        "DROP TABLE",
        "RENAME TO",
        "RENAME COLUMN",
        "DROP COLUMN",
        "NOT EXISTS",
        "WITH RECURSIVE",
        "PARTITION BY",
        "ROWS BETWEEN AND",
      ].map((phrase) => [phrase, oneThing]),
    ),
  },
  of: {
    "sql-essentials: INSERT and UPDATE: INSERT with VALUES": decimal,
    "sql-essentials: CREATE TABLE and constraints: CREATE TABLE with column types": decimal,
    "sql-essentials: CREATE TABLE and constraints: PRIMARY KEY, NOT NULL and DEFAULT": decimal,
    "sql-essentials: ALTER TABLE: ADD COLUMN": decimal,
  },
};
