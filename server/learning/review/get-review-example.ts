// An example to type from memory, with its constructs, their places, and which of them are hidden.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import { spokenName } from "@tabstop/syntax/spoken";
import type { Principal } from "../../principal.ts";
import {
  type ConstructOfExample,
  constructsOfExample,
  reviewedExample,
} from "../../store/memory/review-example.ts";
import { newInOrder } from "../../store/memory/session.ts";
import type { Read } from "../../store/store.ts";
import { parseRuns } from "../../store/content/highlights.ts";
import { exampleUnknown } from "../attempt.ts";
import { retrievability } from "../memory/fold.ts";
import { isDue, stateOf } from "../memory/state.ts";
import { cardOfRow } from "../memory/card-of-row.ts";
import { hiddenInGaps } from "./hidden.ts";
import { newDueToday } from "./new-ones.ts";
import { type ReviewDeps, withDue } from "./with-due.ts";

type Input = ParsedParams<"getReviewExample"> & ParsedQuery<"getReviewExample">;
type Result = HandlerResult<"getReviewExample">;

/** Throws DomainError NOT_FOUND, also for examples of unpublished courses. */
export async function getReviewExample(
  deps: ReviewDeps,
  principal: Principal,
  input: Input,
): Promise<Result> {
  const { store, ensureConstructs } = deps;
  const isFilled = await store.read(async (db) => {
    const example = await reviewedExample(db, input.exampleId);
    if (example === null) throw exampleUnknown();
    return example.is_filled === 1;
  });
  // What cannot be found at present leaves an example without constructs, which can still be typed.
  if (!isFilled) await ensureConstructs(input.exampleId);
  return withDue(deps, principal, input.zone, async (db, today, due) => {
    const limit = newDueToday(due.fresh, due.begun);
    const of = { userId: principal.userId, today: today.day, limit };
    const dueNew = new Set(limit === 0 ? [] : await newInOrder(db, of));
    return exampleFor(db, { ...of, dueNew }, input);
  });
}

type Learner = { readonly userId: number; readonly today: number; readonly dueNew: ReadonlySet<number> };

async function exampleFor(
  db: Read,
  { userId, today, dueNew }: Learner,
  { exampleId, way = "gaps" }: Input,
): Promise<Result> {
  const example = await reviewedExample(db, exampleId);
  if (example === null) throw exampleUnknown();
  const { is_filled: _, runs, ...shown } = example;
  const found = await constructsOfExample(db, { exampleId, userId, codeVersion: example.code_version });
  const constructs = found.map((row) => constructOf(row, dueNew, today));
  const hidden = way === "gaps" ? hiddenInGaps(example.code_content, constructs) : null;
  return {
    ...{ ...shown, tokens: parseRuns(runs), way },
    constructs: constructs.map(({ id, name, kind, state, due_day, places, isDue: due }) => ({
      ...{ id, name, spoken: spokenName(name), kind, state, due_day, places, due },
      hidden: hidden?.has(id) ?? true,
    })),
  };
}

function constructOf(row: ConstructOfExample, dueNew: ReadonlySet<number>, today: number) {
  const card = cardOfRow(row);
  const graded = card?.state ?? null;
  return {
    ...{ id: row.id, name: row.name, kind: row.kind, due_day: row.due_day },
    state: stateOf(card, today),
    places: JSON.parse(row.places) as number[][],
    isDue: graded === null ? dueNew.has(row.id) : isDue(graded, today),
    isNew: graded === null,
    retrievability: retrievability(graded, today),
  };
}
