import { expect, test } from "vitest";
import { atLeast, atMost } from "./figures.ts";
import { addRun, type Results, type Run } from "./results.ts";

const none: Results = { runs: {}, goals: [], tables: [] };
const run = (commit: string): Run => ({ date: "2026-12-01 10:00", commit, command: "c", machine: "m" });
const figures = ({ goals }: Results) =>
  goals.map(({ name, latest, best }) => [
    name,
    latest.figure,
    latest.run.slice(-1),
    best.figure,
    best.run.slice(-1),
  ]);

test("a new figure replaces the latest one, and the best one only if it is better", () => {
  const first = addRun(none, run("a"), [atMost("K", 1.2, 1.3), atLeast("S", 0.7, 0.6)], []);
  const second = addRun(first, run("b"), [atMost("K", 1.25, 1.3), atLeast("S", 0.8, 0.6)], []);
  expect(figures(second)).toEqual([
    ["K", 1.25, "b", 1.2, "a"],
    ["S", 0.8, "b", 0.8, "b"],
  ]);
});

test("a run of a part leaves the other figures, and a run whose figures are all replaced is deleted", () => {
  const table = (title: string) => ({ title, lines: [`line of ${title}`] });
  const all = addRun(none, run("a"), [atMost("K", 1, 2), atMost("L", 1, 2)], [table("k"), table("l")]);
  const part = addRun(all, run("b"), [atMost("L", 0.5, 2)], [table("l")]);
  expect(figures(part).map(([name, figure]) => [name, figure])).toEqual([
    ["K", 1],
    ["L", 0.5],
  ]);
  expect(part.tables.map(({ title, run: key }) => [title, key.slice(-1)])).toEqual([
    ["k", "a"],
    ["l", "b"],
  ]);
  expect(Object.keys(part.runs)).toHaveLength(2);
  const rest = addRun(part, run("c"), [atMost("K", 0.5, 2)], [table("k")]);
  expect(Object.values(rest.runs).map(({ commit }) => commit)).toEqual(["b", "c"]);
});

test("a figure that could not be measured is never the best", () => {
  const missing = addRun(none, run("a"), [atMost("K", Number.NaN, 2)], []);
  expect(figures(addRun(missing, run("b"), [atMost("K", 3, 2)], []))).toEqual([["K", 3, "b", 3, "b"]]);
  const measured = addRun(none, run("a"), [atMost("K", 1, 2)], []);
  expect(figures(addRun(measured, run("b"), [atMost("K", Number.NaN, 2)], []))).toEqual([
    ["K", null, "b", 1, "a"],
  ]);
});
