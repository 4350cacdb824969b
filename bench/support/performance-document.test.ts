import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fillDocument } from "./performance-document.ts";
import { benches, readResults } from "./results.ts";
import { pages } from "../write-performance.ts";

test("the pages have the figures of bench/results (npx tsx bench/write-performance.ts writes them)", () => {
  const documents = pages.map(({ file }) => readFileSync(file, "utf8"));
  for (const [index, { benches: shown }] of pages.entries())
    expect(fillDocument(documents[index] ?? "", readResults, shown)).toBe(documents[index]);
  expect(documents[0]?.match(/^\| [KS]\d .* \((?:[0-9a-f]{7})\+?\) \| /gm)?.length).toBeGreaterThan(30);
  expect(pages.flatMap(({ benches: shown }) => shown).toSorted()).toEqual(benches.toSorted());
});

test("every file of results belongs to a bench", () => {
  const names = readdirSync(new URL("../results/", import.meta.url));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(benches.map((bench) => `${bench}.json`)).toContain(name);
});

test("a saved run contains no path and no host name", () => {
  for (const bench of benches)
    for (const { command, machine } of Object.values(readResults(bench).runs)) {
      expect(command).toMatch(/^npx tsx bench\/[a-z-]+\.ts(?: [\w,."=…-]+)*$/);
      expect(machine).toMatch(/^\d+ cores of .*, Node [\d.]+(?:, Chromium [\d.]+)?$/);
    }
});

test("figures are written between their marks, and missed goals are marked", () => {
  const run = {
    date: "2026-12-01 10:00",
    commit: "abcdef0",
    command: "npx tsx bench/flood.ts",
    machine: "2 cores",
  };
  const goal = { name: "K1", bound: "at most", limit: 1.3, unit: " x" } as const;
  const latest = { figure: 1.456, run: "now" };
  const results = {
    runs: { now: run },
    goals: [{ ...goal, latest, best: { figure: 1.2, run: "now" } }],
    tables: [{ title: "T", run: "now", lines: ["a  b", "-  -"] }],
  };
  const before =
    "text\n<!-- figures of flood: made by bench/write-performance.ts -->\n\nold\n\n<!-- end of figures -->\nrest\n";
  expect(fillDocument(before, () => results, ["flood"])).toBe(
    [
      "text",
      "<!-- figures of flood: made by bench/write-performance.ts -->",
      "",
      "| goal | limit | latest | best |  |",
      "| --- | --- | --- | --- | --- |",
      "| K1 | ≤ 1.3 × | 1.46 × (abcdef0) | 1.20 × (abcdef0) | **not met** |",
      "",
      "- abcdef0, 2026-12-01 10:00: `npx tsx bench/flood.ts` on 2 cores",
      "",
      "```text",
      "T (abcdef0)",
      "a  b",
      "-  -",
      "```",
      "",
      "<!-- end of figures -->",
      "rest",
      "",
    ].join("\n"),
  );
  // A bench without goals shows its tables.
  const after = fillDocument(before, () => ({ ...results, goals: [] }), ["flood"]);
  expect(after).toContain("`npx tsx bench/flood.ts` on 2 cores\n\n```text\nT (abcdef0)");
  expect(after).not.toContain("| goal |");
  expect(() => fillDocument("no mark", () => results, ["flood"])).toThrow("no place for flood");
});
