// What a learner types from memory, and what came of a finished run.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { HiddenConstruct, MemoryGrade } from "@tabstop/engine/memory/grades";
import type { MemoryWay } from "../../typing/memory/hidden-text.ts";
import type { MemoryRun } from "../../typing/memory/memory-run.ts";
import type { Result } from "../../typing/run.ts";
import type { ReviewExample } from "./memory-queries.ts";

export type ReviewConstruct = ReviewExample["constructs"][number];

/** A way to type an example; in Copy nothing is hidden. */
export type Way = "copy" | MemoryWay;

/** An example with what is hidden of it. It stays the same for as long as it is on the screen. */
export type MemoryTask = { readonly way: MemoryWay; readonly example: ReviewExample };

/** A finished run from memory, with the grades by the server's own rule. */
export type CompletedMemoryRun = {
  readonly task: MemoryTask;
  readonly result: Result;
  /** By the id of the construct. */
  readonly grades: ReadonlyMap<number, MemoryGrade>;
  readonly places: MemoryRun["placeGrades"];
  readonly asked: MemoryRun["asked"];
};

/** The server's answer about a run from memory. */
export type MemoryAnswer = ResponseOf<"saveReview">;

export function hiddenConstructs({ example }: MemoryTask): readonly HiddenConstruct[] {
  return example.constructs.filter(({ hidden }) => hidden);
}

export function completedMemoryRun(
  task: MemoryTask,
  result: Result,
  { grades, placeGrades, asked }: MemoryRun,
): CompletedMemoryRun {
  return { task, result, grades, places: placeGrades, asked };
}

/** The title of the panel beside the code. */
export const memoryPanelTitle = "From memory";
