import { prepare } from "@tabstop/engine/example";
import type { HiddenConstruct } from "@tabstop/engine/memory/grades";
import { expect, test } from "vitest";
import { Run } from "../run.ts";
import { hiddenText, type MemoryWay } from "./hidden-text.ts";
import { MemoryRun } from "./memory-run.ts";
import { shownSentence } from "./spoken-text.ts";

const code = "f(a ?? b)\ng(c)";
const pair: HiddenConstruct = {
  id: 1,
  kind: "symbol",
  places: [
    [1, 2, 8, 9],
    [11, 12, 13, 14],
  ],
};
const nullish: HiddenConstruct = { id: 2, kind: "symbol", places: [[4, 6]] };

function begun(way: MemoryWay = "gaps", constructs = [pair, nullish]) {
  const run = new Run(prepare(code));
  const memory = new MemoryRun(run, constructs, hiddenText({ code, tokens: null }, way, constructs));
  const said: string[] = [];
  memory.onShown((places) => said.push(shownSentence(code, places)));
  let at = 1_000;
  const type = (text: string) => {
    for (const character of text) run.press({ kind: "text", text: character, at: (at += 100) });
  };
  const wait = (ms: number) => (at += ms);
  return { run, memory, said, type, wait, help: () => memory.help((at += 100)) };
}

test("help shows the whole place at the caret, both halves of a pair, and no other place of the construct", () => {
  const { memory, said, type, help, run } = begun();
  help();
  expect(said).toEqual([]);
  type("f");
  help();
  expect(said).toEqual(["Shown: left parenthesis, right parenthesis."]);
  help();
  expect(said).toHaveLength(1);
  expect(memory.hidden.places.map((place) => memory.isShown(place))).toEqual([true, false, false]);
  expect(memory.asked).toEqual({ hidden: [1, 2], shown: [1] });
  expect(run.log.map(({ kind }) => kind)).toEqual(["text", "show"]);
});

test("the second wrong try at one character shows its place, two keys within a second do not", () => {
  const { said, type, wait, memory } = begun();
  type("f(a ");
  type("x");
  type("y");
  expect(said).toEqual([]);
  wait(1_000);
  type("z");
  expect(said).toEqual(["Shown: question mark, question mark."]);
  expect([...memory.grades]).toEqual([
    [1, "good"],
    [2, "again"],
  ]);
});

test("a wrong try where nothing is hidden shows nothing, however often", () => {
  const { said, type, wait } = begun();
  for (const _ of [1, 2, 3]) {
    type("~");
    wait(1_500);
  }
  expect(said).toEqual([]);
});

test("in Recall help shows spaces and line ends too, which ask for nothing", () => {
  const { said, type, help, memory } = begun("recall");
  type("f(a");
  help();
  type(" ?? b)");
  help();
  expect(said).toEqual(["Shown: space.", "Shown: enter."]);
  expect(memory.asked.shown).toEqual([]);
  expect([...memory.grades.values()]).toEqual(["good", "good"]);
});

test("a restart asks the same places again", () => {
  const { said, type, help, run, memory } = begun();
  type("f");
  help();
  run.restart();
  expect(said.at(-1)).toBe("");
  expect(memory.asked.shown).toEqual([]);
  type("f");
  help();
  expect(said).toHaveLength(3);
});

test("each place has its grade, and is typed when its last piece is", () => {
  const { type, help, memory } = begun();
  type("f(a ");
  help();
  type("?? b");
  const places = () =>
    memory.placeGrades.map(({ constructId, grade, isTyped }) => [constructId, grade, isTyped]);
  expect(places()).toEqual([
    [1, "good", false],
    [2, "again", true],
    [1, "good", false],
  ]);
  type("~)\ng(c)");
  expect(places()).toEqual([
    [1, "hard", true],
    [2, "again", true],
    [1, "good", true],
  ]);
});

test("help at the end, and after it, does nothing", () => {
  const { type, help, said, run } = begun();
  type(code);
  expect(run.attempt.kind).toBe("done");
  help();
  expect(said).toEqual([]);
});

test("a form and the atoms that it hides are shown as the form's one place", () => {
  const form: HiddenConstruct = { id: 3, kind: "form", places: [[1, 2, 4, 6, 8, 9]] };
  const { type, help, said, memory } = begun("gaps", [pair, nullish, form]);
  type("f(a ");
  help();
  expect(said).toEqual(["Shown: left parenthesis, question mark, question mark, right parenthesis."]);
  expect(memory.asked.shown).toEqual([3]);
});

test("two wrong keys that a packed log keeps 1 s apart are two tries, whatever parts of a ms the log leaves out", () => {
  const { run, memory } = begun();
  run.press({ kind: "text", text: "f", at: 100 });
  run.press({ kind: "text", text: "x", at: 200.9 });
  run.press({ kind: "text", text: "y", at: 1_200.1 });
  expect(memory.asked.shown).toEqual([1]);
});
