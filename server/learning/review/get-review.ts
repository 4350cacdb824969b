// Today's review: the examples that ask what is due, and what comes on the next days.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import type { Principal } from "../../principal.ts";
import { practiceDays } from "../../store/memory/days.ts";
import { daysAhead, dueAhead, type DueAhead } from "../../store/memory/due.ts";
import { hasReviewed, recentMemoryRuns } from "../../store/memory/memory-runs.ts";
import { examplesFor, mostForgotten, newInOrder } from "../../store/memory/session.ts";
import type { Read } from "../../store/store.ts";
import { streakOf } from "../days/streak.ts";
import { retrievability } from "../memory/fold.ts";
import { newDaysAhead, newDueToday } from "./new-ones.ts";
import { type Candidate, type Chosen, chooseSession, type DueConstruct } from "./session.ts";
import { type ReviewDeps, withDue } from "./with-due.ts";

/** A review is chosen from this many constructs. */
const mostConstructs = 40;
/** Until the learner has typed from memory. */
const firstMsPerCharacter = 400;
/** What a clock that stood still, or a break, makes of a speed. */
const [leastMsPerCharacter, mostMsPerCharacter] = [20, 5_000];

export function getReview(
  deps: ReviewDeps,
  principal: Principal,
  { zone }: ParsedQuery<"getReview">,
): Promise<HandlerResult<"getReview">> {
  const { userId } = principal;
  return withDue(deps, principal, zone, async (db, today, { graded, begun, fresh: counted }) => {
    const of = { userId, today: today.day };
    const newDue = newDueToday(counted, begun);
    const ahead = await dueAhead(db, of);
    const due = graded + newDue;
    const week = weekOf(today.day, due, newDue, ahead);
    const next = week.find(({ day, due: n }) => day > today.day && n > 0);
    return {
      due,
      waiting: ahead.waiting + newDueToday(ahead.waitingFresh, begun + newDue),
      streak: streakOf(await practiceDays(db, userId, 0), today).days,
      has_reviewed: await hasReviewed(db, userId),
      session: await sessionOf(db, of, newDue),
      week,
      next_due_day: next?.day ?? ahead.later?.day ?? null,
      next_due: next?.due ?? ahead.later?.n ?? 0,
    };
  });
}

function weekOf(today: number, due: number, newDue: number, { fresh, met, days }: DueAhead) {
  const counts = new Map([[today, due]]);
  for (const { day, n } of [...days, ...newDaysAhead(today, fresh - newDue, met, daysAhead)])
    counts.set(day, (counts.get(day) ?? 0) + n);
  return Array.from({ length: daysAhead + 1 }, (_, i) => ({
    day: today + i,
    due: counts.get(today + i) ?? 0,
  }));
}

type Of = { readonly userId: number; readonly today: number };

async function sessionOf(db: Read, of: Of, newDue: number): Promise<readonly Chosen[]> {
  const due = await dueConstructs(db, of, newDue);
  if (due.length === 0) return [];
  const examples = await examplesFor(
    db,
    of.userId,
    due.map(({ id }) => id),
  );
  const candidates: readonly Candidate[] = examples.map(({ places, ...example }) => ({
    ...example,
    sizes: new Map([...places].map(([id, text]) => [id, lengthOf(text)])),
  }));
  return chooseSession(due, candidates, await msPerCharacterOf(db, of.userId));
}

/** The new ones first, since nothing is known of how well they are remembered. */
async function dueConstructs(
  db: Read,
  { userId, today }: Of,
  newDue: number,
): Promise<readonly DueConstruct[]> {
  const fresh = newDue === 0 ? [] : await newInOrder(db, { userId, today, limit: newDue });
  const graded = await mostForgotten(db, { userId, today, limit: mostConstructs - fresh.length });
  return [
    ...fresh.map((id) => ({ id, retrievability: 0, stability: 0, lastExampleId: null })),
    ...graded.map(({ id, stability, last_day: lastDay, last_example_id: lastExampleId }) => ({
      ...{ id, stability, lastExampleId },
      retrievability: retrievability({ stability, lastDay }, today),
    })),
  ];
}

/** How many characters have places in it. */
function lengthOf(places: string): number {
  const read = JSON.parse(places) as readonly (readonly number[])[];
  return read.flat().reduce((sum, at, i) => (i % 2 === 0 ? sum - at : sum + at), 0);
}

async function msPerCharacterOf(db: Read, userId: number): Promise<number> {
  const { ms, characters } = await recentMemoryRuns(db, userId);
  const own = characters > 0 && ms > 0 ? ms / characters : firstMsPerCharacter;
  return Math.min(mostMsPerCharacter, Math.max(leastMsPerCharacter, own));
}
