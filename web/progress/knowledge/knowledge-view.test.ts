import { constructStates } from "@tabstop/contract/vocabulary";
import { expect, test } from "vitest";
import { stockSentence } from "../stock.tsx";
import {
  chosen,
  countOf,
  emptySentence,
  filterNames,
  filters,
  type Knowledge,
  readFilter,
  rowView,
} from "./knowledge-view.ts";

type Construct = Knowledge["constructs"][number];

const today = "2026-11-29";
const lesson = { id: 4, title: "Arrays" };
const last_example = { id: 70, lesson_id: 7, title: "Count birds by garden" };
const construct = (change: Partial<Construct> = {}): Construct => ({
  ...{ id: 1, name: "??", spoken: "nullish coalescing", kind: "symbol", family: "javascript" },
  ...{ state: "learning", due_day: "2026-12-08", grades: ["good"], lesson: null, last_example },
  ...change,
});

test("a filter of the address is one of those on the screen, and everything else is all", () => {
  expect(filters.map(readFilter)).toEqual([...filters]);
  for (const text of [null, "", "Fading", "resting", "fading ", "constructor", "all,known", "🙂"])
    expect(readFilter(text), String(text)).toBe("all");
});

test("each filter lists as many constructs as its number says, and what rests is in learning", () => {
  const constructs = constructStates.map((state, id) => construct({ id, state }));
  const counts = { known: 1, learning: 2, fading: 1, not_met: 1 };
  for (const filter of filters)
    expect(chosen(constructs, filter), filter).toHaveLength(countOf(counts, filter));
  expect(chosen(constructs, "learning").map(({ state }) => state)).toEqual(["learning", "resting"]);
  expect(chosen(constructs, "all")).toEqual(constructs);
});

test("the bar says all numbers in the order known, learning, fading, not met", () => {
  expect(stockSentence({ known: 97, learning: 45, fading: 4, not_met: 38 })).toBe(
    "184 constructs: 97 known, 45 learning, 4 fading, 38 not met yet",
  );
  expect(stockSentence({ known: 0, learning: 0, fading: 0, not_met: 1 })).toBe(
    "1 construct: 0 known, 0 learning, 0 fading, 1 not met yet",
  );
});

test("every filter has a name and a sentence for when it is empty", () => {
  expect(filters.map((filter) => filterNames[filter])).toEqual([
    ...["All", "Known", "Learning", "Fading", "Not met"],
  ]);
  expect(filters.map((filter) => emptySentence(filter, "C++"))).toEqual([
    "No published example has any syntax of C++.",
    "Nothing known yet. It takes about three weeks.",
    "Nothing is being learned.",
    "Nothing is fading.",
    "Nothing is left to meet.",
  ]);
});

test("the next day of a row is today, tomorrow, a number of days or a date, and true without one", () => {
  const next = (change: Partial<Construct>) => {
    const row = rowView(construct(change), today);
    return row.isToday ? `${row.next}!` : row.next;
  };
  expect(
    ["2026-11-02", today, "2026-11-30", "2026-12-08", "2027-01-27", "2027-01-28", "2027-03-03"].map(
      (due_day) => next({ due_day }),
    ),
  ).toEqual(["today!", "today!", "tomorrow", "in 9 days", "in 59 days", "on 28 January", "on 3 March"]);
  expect(next({ due_day: null, state: "not_met", grades: [] })).toBe("not yet");
  expect(next({ due_day: null, state: "learning", grades: [] })).toBe("soon");
});

test("a row has ten marks, the oldest first, with dots before fewer, and words only for those that are there", () => {
  const three = rowView(construct({ grades: ["again", "hard", "good"] }), today);
  expect(three.marks).toEqual([...Array(7).fill(null), "again", "hard", "good"]);
  expect(three.marksSaid).toBe("Last ten, oldest first: shown; slipped, then found; came back");
  const twelve = rowView(construct({ grades: ["again", "again", ...Array<"good">(10).fill("good")] }), today);
  expect(twelve.marks).toEqual(Array(10).fill("good"));
  expect(rowView(construct({ grades: [] }), today).marks).toEqual([]);
});

test("a row leads to the example that asked it last, or for what is not met or rests to its lesson", () => {
  const last = (change: Partial<Construct>) => {
    const { lastIn, lastInWord } = rowView(construct(change), today);
    return lastIn?.to ?? lastInWord;
  };
  expect(last({})).toBe("/courses?lessonId=7&exampleId=70");
  expect(last({ state: "resting", lesson })).toBe("/courses?lessonId=4");
  expect(last({ state: "not_met", lesson, last_example: null, grades: [] })).toBe("/courses?lessonId=4");
  expect(last({ last_example: null })).toBe("no longer there");
  expect(last({ last_example: null, grades: [] })).toBe("");
  expect(last({ state: "not_met", last_example: null, grades: [] })).toBe("");
});

test("a row that rests has the mark of learning and its own word", () => {
  const { mark, stateWord } = rowView(construct({ state: "resting", lesson }), today);
  expect([mark, stateWord]).toEqual(["learning", "resting"]);
  expect(constructStates.map((state) => rowView(construct({ state }), today).stateWord)).toEqual([
    ...["known", "learning", "fading", "resting", "not met"],
  ]);
});
