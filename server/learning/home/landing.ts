// The published courses as the landing page shows them, in the memory of this server. Visitors have
// no account whose requests could be limited, so all of them together cost one read every two seconds.

import { setTimeout } from "node:timers/promises";
import type { HandlerResult } from "@tabstop/contract/endpoints";
import { landingExamples } from "@tabstop/contract/landing-examples";
import { examplesWithCode } from "../../store/content/offered-courses.ts";
import type { Read, Store } from "../../store/store.ts";
import { offersOf } from "./offers.ts";

type LandingData = HandlerResult<"getLanding">;

export type Landing = {
  /** At most two seconds old. Throws StoreUnavailable. */
  read(): Promise<LandingData>;
  /** Never fails and soon responds: with what was read last if the database does not, with null if nothing was. */
  readSoon(): Promise<LandingData | null>;
  /** The next reader reads again. For after a change of content. */
  forget(): void;
};

// A change of content shows at once on the server that made it, and after this time at the latest on every other server
// of the database. So do colours on all of them.
const freshMs = 2_000;
/** How long a page waits for the database. */
const soonMs = 1_000;

type Reading = { readonly at: number; readonly data: Promise<LandingData>; isOpen: boolean };

export function openLanding({ store, now }: { readonly store: Store; readonly now: () => number }): Landing {
  let last: Reading | null = null;
  let known: LandingData | null = null;

  const start = (): Reading => {
    const reading: Reading = { at: now(), data: store.read(readLanding), isOpen: true };
    const settle = (data: LandingData | null) => {
      reading.isOpen = false;
      if (last === reading) known = data ?? known;
    };
    // The callers see the failure.
    reading.data.then(settle, () => settle(null));
    return reading;
  };
  const read = async () => {
    // Whether it failed or not: while the database is unavailable, it is tried as rarely.
    if (last === null || (!last.isOpen && Math.abs(now() - last.at) >= freshMs)) last = start();
    return last.data;
  };
  return {
    read,
    async readSoon() {
      const tooLate = new AbortController();
      try {
        return (await Promise.race([read(), setTimeout(soonMs, null, { signal: tooLate.signal })])) ?? known;
      } catch {
        return known;
      } finally {
        tooLate.abort();
      }
    },
    forget() {
      last = null;
      known = null;
    },
  };
}

async function readLanding(db: Read): Promise<LandingData> {
  const courses = await offersOf(db);
  return {
    courses,
    total_examples: courses.reduce((sum, course) => sum + course.total_examples, 0),
    examples: await examplesWithCode(db, landingExamples),
  };
}
