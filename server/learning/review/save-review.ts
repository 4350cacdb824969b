// Saves a run from memory: the constructs that were hidden in it get their grades. Nothing that a client sends is believed
// about the code: ids that are no constructs of the example are returned, and the places are the server's own.

import type { HandlerResult, ParsedBody, ParsedParams } from "@tabstop/contract/endpoints";
import type { Grade } from "@tabstop/contract/vocabulary";
import { gradesOf } from "@tabstop/engine/memory/grades";
import { hasRules } from "@tabstop/syntax/constructs-of";
import type { Place } from "@tabstop/syntax/construct";
import { DomainError } from "../../domain-error.ts";
import type { Principal } from "../../principal.ts";
import { codeToReplay } from "../../store/content/code-to-replay.ts";
import {
  constructsOfCode,
  type ExampleConstruct,
  hasConstructs,
  lockCards,
  saveCards,
} from "../../store/memory/cards.ts";
import { addHidden } from "../../store/memory/costs.ts";
import { addPracticeDay, lastZone } from "../../store/memory/days.ts";
import {
  answerOfRun,
  answerReviewRun,
  beginReviewRun,
  languageOfExample,
} from "../../store/memory/review-runs.ts";
import { mayBeForgotten } from "../../store/results/attempts.ts";
import { TooManyRuns } from "../../store/results/completions.ts";
import { lockTarget, recordRun } from "../../store/results/progress-row.ts";
import type { Store, Tx } from "../../store/store.ts";
import { aboutExample, exampleUnknown, refusalAt } from "../attempt.ts";
import { dayOf, knownZone, monthOf, zoneOf } from "../days/calendar.ts";
import { firstKeptMonthIn } from "../days/kept-months.ts";
import type { MemoryRunResult } from "../evidence/memory-run.ts";
import type { Replayer } from "../evidence/replayer.ts";
import { withRun } from "../memory/stored-cards.ts";

export type SaveReviewDeps = {
  readonly store: Store;
  readonly now: () => number;
  readonly replayer: Replayer;
  /** How many runs of a learner count on one day (UTC). */
  readonly runsPerDay: number;
  /** Finds the constructs of an example that has none yet. False when that is not possible now. */
  readonly ensureConstructs: (exampleId: number) => Promise<boolean>;
};

type Input = ParsedParams<"saveReview"> & ParsedBody<"saveReview">;
type Answer = HandlerResult<"saveReview">;

/**
 * Throws DomainError NOT_FOUND, also for examples of unpublished courses, RATE_LIMITED until the next day, and
 * UNAVAILABLE when the constructs of the example cannot be found just now.
 */
export async function saveReview(deps: SaveReviewDeps, { userId }: Principal, input: Input): Promise<Answer> {
  const at = deps.now();
  if (!(await deps.store.read((db) => hasConstructs(db, input))))
    await deps.ensureConstructs(input.exampleId);
  const run = await memoryRun(deps, userId, input);
  const save: Save = { ...input, userId, at, endedAt: at - (input.finishedMsAgo ?? 0), run };
  return deps.store
    .write((tx) => record(tx, save, deps.runsPerDay), aboutExample(input.exampleId))
    .catch(refusalAt(at));
}

type Save = Omit<Input, "log"> & {
  readonly userId: number;
  readonly at: number;
  readonly endedAt: number;
  /** null without a log that completes the code of this version. */
  readonly run: MemoryRunResult;
};

/** What the log shows. A log costs no run its grades: without one that fits, the list of what was shown decides. */
async function memoryRun(
  { store, replayer }: SaveReviewDeps,
  userId: number,
  { exampleId, codeVersion, log }: Input,
): Promise<MemoryRunResult> {
  if ((log ?? "") === "") return null;
  const code = await store.read((db) => codeToReplay(db, { userId, exampleId }));
  if (code === null || code.sends_keystrokes === 0 || code.code_version !== codeVersion) return null;
  const run = await replayer.replayMemoryRun({ kind: "memory", code: code.code_content, log: log ?? "" });
  return run === "busy" ? null : run;
}

async function record(tx: Tx, save: Save, runsPerDay: number): Promise<Answer> {
  const { userId, exampleId, codeVersion, endedAt, way } = save;
  const key = { user_id: userId, example_id: exampleId, attempt_key: save.attemptId.toLowerCase() };
  const target = await lockTarget(tx, save);
  if (target === null) {
    // A repeat, because the first answer did not arrive before the example went.
    const earlier = await answerOfRun(tx, key);
    if (earlier === null) throw exampleUnknown();
    return JSON.parse(earlier) as Answer;
  }
  const zone = zoneOf(save.zone, await lastZone(tx, userId));
  const day = dayOf(endedAt, zone);
  const isOnCode = codeVersion === target.code_version;
  const run = isOnCode ? save.run : null;
  const first = await beginReviewRun(tx, {
    ...{ ...key, way, zone, day },
    ...{ code_version: codeVersion, ended_at: endedAt, time_ms: run?.timeMs ?? null },
    graded: isOnCode ? 1 : 0,
  });
  if (first !== null) return JSON.parse(first) as Answer;
  if ((await recordRun(tx, { ...save, zone: knownZone(save.zone) })) > runsPerDay) throw new TooManyRuns();
  const language = await languageOfExample(tx, exampleId);
  const of = { ...save, run, zone, day, language };
  const answer = isOnCode ? await grade(tx, of) : notGraded;
  await addToDay(tx, of, answer);
  await answerReviewRun(tx, { ...key, answer: JSON.stringify(answer) });
  return answer;
}

type Graded = Save & { readonly zone: string; readonly day: number; readonly language: string };

/** A run that asked nothing is no review. One that may be a repeat makes its day one with practice, and adds to no figure. */
async function addToDay(tx: Tx, save: Graded, { constructs }: Answer): Promise<void> {
  const { userId, at, endedAt, zone, day, language, hidden, shown, run } = save;
  if (hidden.length + shown.length === 0) return;
  const figures = {
    ...{ reviews: 1, review_ms: run?.timeMs ?? 0, review_characters: run?.characters ?? 0 },
    asked: constructs.length,
    came_back: constructs.filter((one) => one.grade !== "again").length,
  };
  await addPracticeDay(tx, {
    ...{ user_id: userId, day, zone, language, ended_at: endedAt },
    ...(mayBeForgotten({ endedAt, at }) ? {} : figures),
  });
}

const notGraded: Answer = { graded: false, constructs: [], unknown: [] };

async function grade(tx: Tx, save: Graded): Promise<Answer> {
  const { userId, exampleId, day, endedAt, run } = save;
  // What was shown was hidden, whether the client lists it there or not.
  const sent = new Set([...save.hidden, ...save.shown]);
  const all = sent.size === 0 ? [] : await constructsOfExample(tx, save);
  const constructs = all.filter(({ id }) => sent.has(id));
  const known = new Set(constructs.map(({ id }) => id));
  const unknown = [...sent].filter((id) => !known.has(id));
  const hidden = constructs.map(({ id, kind, places }) => ({
    id,
    kind,
    places: JSON.parse(places) as Place[],
  }));
  const graded = gradesOf(hidden, new Set(save.shown), run);
  const grades = new Map<number, Grade>(graded.map(({ id, grade }) => [id, grade]));
  const cards = await lockCards(tx, { userId, exampleId, day, constructIds: [...grades.keys()] });
  const after = cards.map((card) => {
    const its = grades.get(card.construct_id);
    return its === undefined ? card : withRun(card, { exampleId, endedAt, day, grade: its });
  });
  await saveCards(tx, after);
  await countHidden(
    tx,
    save,
    all.map(({ id }) => grades.get(id)),
  );
  const dueDays = new Map(after.map(({ construct_id, due_day }) => [construct_id, due_day]));
  return {
    graded: true,
    constructs: graded.map(({ id, grade }) => ({ id, grade, due_day: dueDays.get(id) ?? null })),
    unknown,
  };
}

/**
 * How often learners have to be shown a construct. What may be a repeat adds nothing, nor does a month that is no longer
 * kept.
 * @param grades of each construct of the example, in their order; undefined where it was not asked
 */
async function countHidden(
  tx: Tx,
  { at, endedAt, zone, day, ...of }: Graded,
  grades: readonly (Grade | undefined)[],
): Promise<void> {
  const month = monthOf(day);
  if (mayBeForgotten({ endedAt, at }) || month < firstKeptMonthIn(at, zone)) return;
  if (grades.every((its) => its === undefined)) return;
  const asked = grades.map((its) => (its === undefined ? "none" : its === "again" ? "shown" : "hidden"));
  await addHidden(tx, { ...of, month, asked });
}

type OfCode = Pick<Graded, "exampleId" | "codeVersion" | "language">;

/** Throws DomainError UNAVAILABLE when the constructs of the code are still not known. */
async function constructsOfExample(tx: Tx, of: OfCode): Promise<readonly ExampleConstruct[]> {
  const constructs = await constructsOfCode(tx, of);
  if (constructs !== null) return constructs;
  // A language without rules has constructs only once its colours are there, and none before.
  if (!hasRules(of.language)) return [];
  throw new DomainError("UNAVAILABLE", "The example is being prepared. Try again in a moment.", {
    retryAfterS: 2,
  });
}
