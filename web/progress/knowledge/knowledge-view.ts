// What the screen says of each construct of a language, and of the choice of some of them.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { ConstructState, Grade } from "@tabstop/contract/vocabulary";
import { gradeWords } from "../../learning/grade-words.ts";
import { whenText } from "../../learning/when-text.ts";
import { type ShownState, shownStates, type StateCounts, totalOf } from "../stock.tsx";

export type Knowledge = ResponseOf<"getKnowledge">;
type Construct = Knowledge["constructs"][number];

export const filters = ["all", ...shownStates] as const;
export type Filter = (typeof filters)[number];

export const filterNames: Readonly<Record<Filter, string>> = {
  all: "All",
  known: "Known",
  learning: "Learning",
  fading: "Fading",
  not_met: "Not met",
};

const stateWords: Readonly<Record<ConstructState, string>> = {
  known: "known",
  learning: "learning",
  fading: "fading",
  resting: "resting",
  not_met: "not met",
};

/** The filter that the address names; an unknown one counts as all. */
export function readFilter(text: string | null): Filter {
  return filters.find((filter) => filter === text) ?? "all";
}

export function countOf(counts: StateCounts, filter: Filter): number {
  return filter === "all" ? totalOf(counts) : counts[filter];
}

/** In the order in which they are given. */
export function chosen(constructs: readonly Construct[], filter: Filter): readonly Construct[] {
  return filter === "all" ? constructs : constructs.filter(({ state }) => shownStateOf(state) === filter);
}

/** The sentence in place of the table; `name` is that of the language. */
export function emptySentence(filter: Filter, name: string): string {
  switch (filter) {
    case "all":
      return `No published example has any syntax of ${name}.`;
    case "known":
      return "Nothing known yet. It takes about three weeks.";
    case "learning":
      return "Nothing is being learned.";
    case "fading":
      return "Nothing is fading.";
    case "not_met":
      return "Nothing is left to meet.";
  }
}

/** How many marks a row has. */
const mostGrades = 10;
/** In characters, as long as 'on 13 March'. */
const longNext = 11;

export type RowView = {
  readonly id: number;
  readonly name: string;
  /** Read before the name; null where the name says it. */
  readonly spoken: string | null;
  readonly mark: ShownState;
  readonly stateWord: string;
  /** Ten, the oldest first; null for days that it does not have yet. Empty when it was never asked. */
  readonly marks: readonly (Grade | null)[];
  /** The marks in words. */
  readonly marksSaid: string;
  readonly next: string;
  readonly isToday: boolean;
  /** A long date may be on two lines where there is little room. */
  readonly isLong: boolean;
  /** What it was last asked in, or for what is not met or rests the lesson that brings it in. */
  readonly lastIn: { readonly title: string; readonly to: string } | null;
  /** What is there without one. */
  readonly lastInWord: string;
};

/** `today` is as `2026-12-01`. */
export function rowView(construct: Construct, today: string): RowView {
  const { id, name, spoken, state, grades, due_day: due } = construct;
  const some = grades.slice(-mostGrades);
  const next = due === null ? (state === "not_met" ? "not yet" : "soon") : whenText(due, today);
  return {
    ...{ id, name, spoken, mark: shownStateOf(state), stateWord: stateWords[state], next },
    marks: some.length === 0 ? [] : [...Array<null>(mostGrades - some.length).fill(null), ...some],
    marksSaid: `Last ten, oldest first: ${some.map((grade) => gradeWords[grade]).join("; ")}`,
    isToday: next === "today",
    isLong: next.length > longNext,
    lastIn: lastInOf(construct),
    lastInWord: state === "not_met" || grades.length === 0 ? "" : "no longer there",
  };
}

function lastInOf({ state, lesson, last_example }: Construct): RowView["lastIn"] {
  const brings = state === "not_met" || state === "resting";
  if (brings && lesson !== null) return { title: lesson.title, to: `/courses?lessonId=${lesson.id}` };
  if (last_example === null) return null;
  const { id, lesson_id, title } = last_example;
  return { title, to: `/courses?lessonId=${lesson_id}&exampleId=${id}` };
}

/** What rests is still being learned. */
function shownStateOf(state: ConstructState): ShownState {
  return state === "resting" ? "learning" : state;
}
