import { expect, test } from "vitest";

test("no field is of the browser's own type for numbers, which the wheel changes and which reads 1,5 as 15", () => {
  const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
  expect(Object.keys(sources).length).toBeGreaterThan(60);
  const found = Object.keys(sources).filter((file) => /type=(?:"|\{")number/.test(sources[file] ?? ""));
  expect(found).toEqual([]);
});
