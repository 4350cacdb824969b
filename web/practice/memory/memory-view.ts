// What the panel and the result say about a run from memory.

import type { MemoryGrade } from "@tabstop/engine/memory/grades";
import { piecesOf } from "../../typing/memory/hidden-text.ts";
import { spokenConstruct } from "../../typing/memory/spoken-text.ts";
import { gradeWords } from "../../learning/grade-words.ts";
import { counted } from "../../ui/words.ts";
import type { MemoryNow } from "./memory-store.ts";
import type { CompletedMemoryRun, MemoryAnswer, MemoryTask, ReviewConstruct } from "./memory-task.ts";
import { whenText } from "../../learning/when-text.ts";

/** In the order of the panel. */
const grades = ["again", "hard", "good"] as const;

const groupNames: Readonly<Record<MemoryGrade, string>> = {
  again: "Shown",
  hard: "Slipped, then found",
  good: "Came back",
};

type AskedNow = { readonly id: number; readonly name: string; readonly grade: MemoryGrade };

export type PanelView = {
  /** In the order of the text. */
  readonly soFar: readonly AskedNow[];
  /** How many constructs are to come; nothing says which. */
  readonly toCome: number;
  /** In Gaps the columns of each construct that is to come, in the order of the text; null in Recall. */
  readonly widths: readonly number[] | null;
};

/** A construct has been asked when help has shown it, or its first hidden place is typed. */
export function panelView({
  task,
  grades,
  places,
  shown,
}: Extract<MemoryNow, { kind: "under-way" }>): PanelView {
  const names = namesOf(task);
  const soFar: AskedNow[] = [];
  const widths: number[] = [];
  const seen = new Set<number>();
  for (const { constructId: id, pieces, isTyped } of places) {
    const grade = id === null ? undefined : grades.get(id);
    if (id === null || grade === undefined || seen.has(id)) continue;
    seen.add(id);
    if (isTyped || shown.includes(id)) soFar.push({ id, name: names.get(id)?.name ?? "", grade });
    else widths.push(piecesOf(pieces).reduce((sum, [start, end]) => sum + end - start, 0));
  }
  return { soFar, toCome: widths.length, widths: task.way === "gaps" ? widths : null };
}

export type Group = {
  readonly grade: MemoryGrade;
  readonly heading: string;
  /** Soonest first. `when` is null while the next day is not known. */
  readonly entries: readonly { readonly id: number; readonly name: string; readonly when: string | null }[];
};

/** The groups that have entries. `today` is as `2026-12-01`. */
export function groupsOf(
  { task, grades: given }: CompletedMemoryRun,
  answer: MemoryAnswer | null,
  today: string,
): readonly Group[] {
  const names = namesOf(task);
  const days = new Map(answer?.constructs.map(({ id, due_day }) => [id, due_day]));
  const entries = [...given].map(([id, grade]) => {
    const { name = "", due_day = null } = names.get(id) ?? {};
    return { id, name, grade, day: answer === null ? null : (days.get(id) ?? due_day) };
  });
  return grades.flatMap((grade) => {
    const own = entries.filter((entry) => entry.grade === grade);
    if (own.length === 0) return [];
    const inOrder = own.toSorted((one, other) => (one.day ?? "9").localeCompare(other.day ?? "9"));
    return {
      grade,
      heading: groupNames[grade],
      entries: inOrder.map(({ id, name, day }) => ({
        ...{ id, name },
        when: day !== null ? whenText(day, today) : answer === null && grade === "again" ? "tomorrow" : null,
      })),
    };
  });
}

export type MemoryResultView = {
  readonly title: string;
  /** Constructs that did not have to be shown, of all that were asked. */
  readonly cameBack: number;
  readonly asked: number;
  /** The names of what was shown, and when it comes back; null when nothing was. */
  readonly shown: { readonly names: readonly string[]; readonly sentence: string } | null;
  /** What a screen reader says of the run. */
  readonly said: string;
  /** Why the run counts for nothing; null when it counts. */
  readonly remark: string | null;
};

export const nothingHidden = "Nothing is hidden here today.";

export function memoryResultView(
  completed: CompletedMemoryRun,
  answer: MemoryAnswer | null,
): MemoryResultView {
  const { task, grades: given } = completed;
  const names = namesOf(task);
  const shown = [...given].flatMap(([id, grade]) => (grade === "again" ? (names.get(id)?.name ?? []) : []));
  const asked = given.size;
  const cameBack = asked - shown.length;
  const remark =
    asked === 0
      ? "Nothing was hidden in this run, so it counts for nothing."
      : answer?.graded === false
        ? "This run counts for nothing: the text of the example has been changed. Try Again shows the new one."
        : null;
  // What had to be shown comes back the next day, whatever else the server says.
  const comesBack = remark === null && shown.length > 0;
  return {
    title: task.example.title,
    cameBack,
    asked,
    shown: comesBack
      ? { names: shown, sentence: `${shown.length === 1 ? "It comes" : "They come"} back tomorrow.` }
      : null,
    said: asked === 0 ? (remark ?? "") : saidOf(cameBack, asked, comesBack ? shown : []),
    remark,
  };
}

function saidOf(cameBack: number, asked: number, shown: readonly string[]): string {
  const first = `${cameBack} of ${asked} came back.`;
  if (shown.length === 0) return first;
  return `${first} Shown: ${shown.map(spokenConstruct).join("; ")}, tomorrow.`;
}

type PlaceMark = {
  readonly grade: MemoryGrade;
  /** From 0 at the beginning of the code to 1 at its end. */
  readonly at: number;
};

export type RulerView = {
  readonly marks: readonly PlaceMark[];
  /** Where each line begins, 0 to 1; the last one ends at 1. */
  readonly lines: readonly number[];
  /** The picture in words. */
  readonly said: string;
};

/** More places than this are only counted in words. */
const mostNamed = 12;

export function rulerView({ task, places }: CompletedMemoryRun): RulerView {
  const { code_content: code } = task.example;
  const length = Math.max(1, code.length);
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const names = namesOf(task);
  const said =
    places.length > mostNamed
      ? grades.toReversed().flatMap((grade) => {
          const count = places.filter((place) => place.grade === grade).length;
          return count === 0 ? [] : `${count} ${gradeWords[grade]}`;
        })
      : places.map(({ constructId, grade }) => {
          const construct = names.get(constructId ?? 0);
          return `${construct?.spoken ?? construct?.name ?? ""} ${grade === "again" ? "was shown" : gradeWords[grade]}`;
        });
  return {
    marks: places.map(({ grade, pieces }) => ({ grade, at: (pieces[0] ?? 0) / length })),
    lines: starts.map((start) => start / length),
    said: `${counted(places.length, "hidden place")} in the order of the code: ${said.join(", ")}`,
  };
}

/** More marks than this are drawn by the column, each with its worst grade. */
const mostMarkRows = 4;

/** The marks, or where there are too many for a few rows of `perRow`, one for each column that has any. */
export function drawnMarks(marks: readonly PlaceMark[], perRow: number): readonly PlaceMark[] {
  if (marks.length <= mostMarkRows * perRow) return marks;
  const columns = new Map<number, PlaceMark>();
  for (const mark of marks) {
    const column = Math.min(perRow - 1, Math.floor(mark.at * perRow));
    const worst = columns.get(column);
    if (worst === undefined || grades.indexOf(mark.grade) < grades.indexOf(worst.grade))
      columns.set(column, { grade: mark.grade, at: (column + 0.5) / perRow });
  }
  return [...columns.values()];
}

/**
 * The middles of marks (px, in the order of the code) on a ruler of this width, in rows from the ruler upwards: in one row
 * no two are closer than `gap`, and each is as near to its own place as the others let it.
 */
export function placeMarks(
  at: readonly number[],
  width: number,
  gap: number,
): readonly { readonly x: number; readonly row: number }[] {
  const perRow = Math.floor(width / gap) + 1;
  const rows = Math.max(1, Math.ceil(at.length / perRow));
  const placed: { x: number; row: number }[] = at.map((share, index) => ({
    x: share * width,
    row: index % rows,
  }));
  for (let row = 0; row < rows; row++)
    spread(
      placed.filter((mark) => mark.row === row),
      width,
      gap,
    );
  return placed;
}

/** Moves marks apart: to the right, then back from the end. */
function spread(marks: readonly { x: number }[], width: number, gap: number): void {
  let least = 0;
  for (const mark of marks) {
    mark.x = Math.max(mark.x, least);
    least = mark.x + gap;
  }
  let most = width;
  for (const mark of marks.toReversed()) {
    mark.x = Math.min(mark.x, most);
    most = mark.x - gap;
  }
}

function namesOf({ example }: MemoryTask): ReadonlyMap<number, ReviewConstruct> {
  return new Map(example.constructs.map((construct) => [construct.id, construct]));
}
