import { expect, test } from "vitest";
import { fullTitle } from "./page-title.ts";

test("the product's name is appended unless the title contains it", () => {
  expect(fullTitle("Login")).toBe("Login | Tabstop");
  expect(fullTitle("Tabstop | Programming Syntax Practice")).toBe("Tabstop | Programming Syntax Practice");
});
