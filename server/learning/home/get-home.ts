// A learner's home: where they go on, their week and goal, what is due, and their last runs; for a newcomer the courses.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import { wordsPerMinute } from "@tabstop/engine/metrics";
import type { Principal } from "../../principal.ts";
import { findPreferences } from "../../store/accounts/preferences.ts";
import { exampleInPlace } from "../../store/content/example-in-place.ts";
import { hasFinished, msByDay, practiceDays } from "../../store/memory/days.ts";
import { hasCards } from "../../store/memory/due.ts";
import { lastRuns } from "../../store/results/last-runs.ts";
import { nextExample } from "../../store/results/next-example.ts";
import type { Read, Store } from "../../store/store.ts";
import { streakOf } from "../days/streak.ts";
import { dueOn } from "../review/get-due-count.ts";
import { withDue } from "../review/with-due.ts";
import { beginningOf } from "./beginning.ts";
import { offersOf } from "./offers.ts";

type HomeDeps = {
  readonly store: Store;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
};
type Result = HandlerResult<"getHome">;

const runsShown = 5;
const daysOfWeek = 7;

export function getHome(
  deps: HomeDeps,
  { userId }: Pick<Principal, "userId">,
  { zone }: ParsedQuery<"getHome">,
): Promise<Result> {
  return withDue(deps, { userId }, zone, async (db, today, cards) => {
    const monday = mondayOf(today.day);
    // All at once, so that PostgreSQL gets them in few round trips.
    const [next, days, ms, preferences, hasAnyCards, runs, courses] = await Promise.all([
      exampleToContinue(db, userId),
      practiceDays(db, userId, 0),
      msByDay(db, { userId, from: monday, to: monday + daysOfWeek - 1 }),
      findPreferences(db, userId),
      hasCards(db, userId),
      lastRuns(db, userId, runsShown),
      hasFinished(db, userId).then((has) => (has ? null : offersOf(db))),
    ]);
    const streak = streakOf(days, today);
    return {
      continue: next,
      today: today.day,
      week: Array.from({ length: daysOfWeek }, (_, index) => {
        const day = monday + index;
        return { day, ms: ms.get(day) ?? 0 };
      }),
      streak: streak.days,
      kept_by_day_off: streak.off[0] ?? null,
      goalMinutes: preferences.goal_minutes,
      ...dueOn(today.day, cards),
      has_cards: hasAnyCards,
      runs: runs.map(({ characters, ...run }) => ({
        ...run,
        wpm: characters === null || run.ms === null ? null : wordsPerMinute(characters, run.ms),
      })),
      courses,
    };
  });
}

/** The first day, 1970-01-01, was a Thursday. */
function mondayOf(day: number): number {
  return day - ((day + 3) % daysOfWeek);
}

async function exampleToContinue(db: Read, userId: number): Promise<Result["continue"]> {
  const next = await nextExample(db, userId);
  const found = next && (await exampleInPlace(db, next.exampleId));
  // An admin may have deleted it in this moment.
  if (next === null || found === null) return null;
  const { code_content: code, tokens, ...example } = found;
  return { ...next, ...example, ...beginningOf(code, tokens) };
}
