// What constructs cost in a run: how long their characters took, at how many places a wrong key was hit, and what was
// typed there instead. All of it comes from the replayed log of a copy.
//
// - The time of a character is the sum of the intervals before the keys that were hit with the caret on it, wrong ones
//   included; a key that types several characters shares its interval among them. An interval of more than 5 s counts as
//   5 s: the learner thought for so long or left the desk, which a log cannot tell apart. The first key has no interval.
// - A form is typed with its atoms, so that its characters count for it and for them. The rows of forms are figures of
//   their own: a sum over constructs leaves them out.
// - A place counts once a run, however often it was deleted and typed again.
// - Wrong keys at one place less than 1 s apart are one wrong try, and a slip in words. Slips belong to atoms only.
//   Characters of an input method are no try.

import type { Attempt, Keystroke } from "@tabstop/engine/attempt";
import { offsetOfStep, pointsBeforeStep, type PreparedExample, stepAtOffset } from "@tabstop/engine/example";
import { oneTryMs, typedInstead, type WrongKey, wrongKey } from "@tabstop/engine/slips";
import type { Construct } from "@tabstop/syntax/construct";
import type { CostFigures } from "../../store/memory/cost-records.ts";

export type Costs = {
  /** A row for each construct, in the order of the text. `slips`: at how many of its places; `characters`: code points. */
  readonly costs: readonly CostFigures[];
  /** `position`: the number of the construct in the order of the text, from 0. */
  readonly slips: readonly { readonly position: number; readonly typed: string; readonly n: number }[];
};

/** In ms. */
const longestInterval = 5_000;
/** Of one run: a log from anywhere may have thousands. */
const mostTries = 1_000;

/** The constructs of an example by the steps of its text. */
export type ConstructSteps = {
  readonly constructs: readonly Construct[];
  /** For each step the number of the place of an atom that it belongs to, from 1; 0 for none. */
  readonly placeAt: Uint32Array;
  /** By the number of the place. */
  readonly places: readonly AtomPlace[];
};
type AtomPlace = {
  readonly construct: number;
  /** Its pieces: the first step of each, and the one after its last. */
  readonly pieces: readonly number[];
};

export function constructSteps(example: PreparedExample, constructs: readonly Construct[]): ConstructSteps {
  const placeAt = new Uint32Array(example.steps);
  const places: AtomPlace[] = [];
  for (const [construct, { kind, places: found }] of constructs.entries()) {
    if (kind === "form") continue;
    for (const place of found) {
      const pieces = place.map((offset) => stepAtOffset(example, offset));
      places.push({ construct, pieces });
      for (let at = 0; at < pieces.length; at += 2) placeAt.fill(places.length, pieces[at], pieces[at + 1]);
    }
  }
  return { constructs, placeAt, places };
}

/** Adds up a run while it is replayed. */
export type CostCounter = {
  /** A keystroke that changed something; times are in ms, whatever their zero. */
  readonly add: (before: Attempt, after: Attempt, keystroke: Keystroke) => void;
  /** When the run is finished. */
  readonly costs: () => Costs;
};

/** @param nameOf the name of the construct that a text is as a whole; null when it is none */
export function costCounter(
  example: PreparedExample,
  steps: ConstructSteps,
  nameOf: (text: string) => string | null,
): CostCounter {
  const ms = new Float64Array(example.steps + 1);
  const isMissed = new Uint8Array(steps.places.length + 1);
  const tries = newTries(example, steps, nameOf);
  let lastAt: number | null = null;

  function add(before: Attempt, after: Attempt, keystroke: Keystroke): void {
    const interval = Math.min(Math.max(keystroke.at - (lastAt ?? keystroke.at), 0), longestInterval);
    lastAt = keystroke.at;
    const typed = Math.max(1, after.step - before.step);
    for (let step = before.step; step < before.step + typed; step++)
      ms[step] = (ms[step] ?? 0) + interval / typed;
    if (after.errors === before.errors) return;
    const wrong = wrongKey(before, after, keystroke);
    const place = wrong === null ? 0 : (steps.placeAt[wrong.step] ?? 0);
    if (wrong === null || place === 0) return;
    isMissed[place] = 1;
    tries.add(place, wrong, keystroke.at);
  }

  function costOf({ places }: Construct): CostFigures {
    const sum = { places: places.length, slips: 0, ms: 0, characters: 0 };
    for (const place of places) {
      let isSlip = false;
      for (let at = 0; at < place.length; at += 2) {
        const [from, to] = [stepAtOffset(example, place[at] ?? 0), stepAtOffset(example, place[at + 1] ?? 0)];
        for (let step = from; step < to; step++) sum.ms += ms[step] ?? 0;
        sum.characters += pointsBeforeStep(example, to) - pointsBeforeStep(example, from);
        isSlip ||= from < to && isMissed[steps.placeAt[from] ?? 0] === 1;
      }
      if (isSlip) sum.slips += 1;
    }
    return { ...sum, ms: Math.round(sum.ms) };
  }

  return { add, costs: () => ({ costs: steps.constructs.map(costOf), slips: tries.slips() }) };
}

function newTries(
  example: PreparedExample,
  { places, constructs }: ConstructSteps,
  nameOf: (text: string) => string | null,
) {
  const lastWrongAt = new Map<number, number>();
  const counts = new Map<string, number>();
  let left = mostTries;
  return {
    add(number: number, { step, text }: WrongKey, at: number): void {
      const last = lastWrongAt.get(number);
      lastWrongAt.set(number, at);
      if (last !== undefined && at - last < oneTryMs) return;
      const { construct, pieces } = places[number - 1] as AtomPlace;
      const start = pieces.findLast((first, index) => index % 2 === 0 && first <= step);
      if (start === undefined || left === 0) return;
      left -= 1;
      const right = example.text.slice(offsetOfStep(example, start), offsetOfStep(example, step));
      const instead = typedInstead(right, text, nameOf);
      if (instead === null || instead === constructs[construct]?.name) return;
      const key = `${construct} ${instead}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    slips: () =>
      [...counts].map(([key, n]) => {
        const space = key.indexOf(" ");
        return { position: Number(key.slice(0, space)), typed: key.slice(space + 1), n };
      }),
  };
}
