import { expect, test } from "vitest";
import { outputHeading } from "./output-heading.ts";

test.each(["sql", "sqlite", "postgresql", "mysql"])("a query in %s returns rows", (language) => {
  expect(outputHeading(language)).toBe("It returns");
});

test.each(["javascript", "python", "bash", "html", "plsql", "text", "a-language-of-tomorrow"])(
  "code in %s prints",
  (language) => {
    expect(outputHeading(language)).toBe("It prints");
  },
);
