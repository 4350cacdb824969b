import { languages } from "@tabstop/course/languages";
import { expect, test } from "vitest";
import { outputHeading } from "./output-heading.ts";

test("code prints in every language but SQL and its dialects, whose queries return rows", () => {
  const returning = languages.map(({ id }) => id).filter((id) => outputHeading(id) !== "It prints");
  expect(returning.toSorted()).toEqual(["mysql", "postgresql", "sql", "sqlite"]);
  expect(returning.map(outputHeading)).toEqual(returning.map(() => "It returns"));
  expect(outputHeading("a-language-of-tomorrow")).toBe("It prints");
});
