import { expect, test } from "vitest";
import { lastLanguage } from "./last-language.ts";

const saved = (id: number, language: string, updated_at: string) => ({ id, language, updated_at });

test("a new example starts with the language that was saved last, of equal times that of the later id", () => {
  expect(lastLanguage([])).toBeNull();
  expect(
    lastLanguage([
      saved(3, "python", "2026-01-02T00:00:00.000Z"),
      saved(1, "sql", "2026-01-02T00:00:00.001Z"),
      saved(9, "css", "2026-01-01T23:59:59.999Z"),
    ]),
  ).toBe("sql");
  const at = "2026-01-01T00:00:00.000Z";
  expect(lastLanguage([saved(2, "html", at), saved(3, "css", at), saved(1, "json", at)])).toBe("css");
});
