// A learner whose memory is a sum of traces, each of which fades with a power of its age (Pavlik and Anderson, Cognitive
// Science 29, 2005). A trace fades faster the more active the memory was when it was made: this is why practice at one
// sitting lasts less than spaced practice. Nothing in it comes from FSRS.

import { around, normal, numbersOf } from "./random.ts";
import { type TrueMemory, type Worth, worthOf } from "./true-memory.ts";

export type PowerLawParameters = {
  /** How much an active memory hastens the fading of a new trace, and the least power with which a trace fades. */
  readonly hastening: number;
  readonly leastDecay: number;
  /** The activation at which half is recalled, and how far the chance is from a step there. */
  readonly threshold: number;
  readonly noise: number;
  /** Between sessions less interferes, so time counts only this share. */
  readonly timeBetweenSessions: number;
  /** For how easy each construct is. */
  readonly seed: number;
};

type Trace = { at: number; decay: number; weight: number; readonly day: number };
type Traces = { readonly ease: number; readonly traces: Trace[] };

const secondsOfDay = 86_400;
/** A session is at the beginning of each day. */
const sessionSeconds = 1_200;

/** Near the values that the authors found for words of a foreign language. */
export function drawPowerLawParameters(seed: number): PowerLawParameters {
  const random = numbersOf(seed, 1);
  return {
    hastening: around(0.217, 0.15, random),
    leastDecay: around(0.177, 0.15, random),
    threshold: -0.7 + 0.15 * normal(random),
    noise: around(0.255, 0.2, random),
    timeBetweenSessions: around(0.025, 0.4, random),
    seed,
  };
}

export function newPowerLawMemory(parameters: PowerLawParameters, worth: Worth): TrueMemory {
  const { hastening, leastDecay, threshold, noise, timeBetweenSessions, seed } = parameters;
  const memories: (Traces | undefined)[] = [];

  /** In seconds as the memory counts them. */
  const clock = (at: number) => {
    const day = Math.floor(at);
    const seconds = secondsOfDay * (at - day);
    const rest = day * (secondsOfDay - sessionSeconds) + Math.max(0, seconds - sessionSeconds);
    return day * sessionSeconds + Math.min(seconds, sessionSeconds) + rest * timeBetweenSessions;
  };

  /** The exponential of the activation. */
  function strength({ ease, traces }: Traces, now: number): number {
    let sum = 0;
    for (const { at, decay, weight } of traces) sum += weight * Math.max(1, now - at) ** -decay;
    return Math.exp(ease) * sum;
  }

  return {
    chance(construct, at) {
      const memory = memories[construct];
      if (memory === undefined) return 0;
      return 1 / (1 + Math.exp((threshold - Math.log(strength(memory, clock(at)))) / noise));
    },
    meet(construct, at, encounter) {
      const weight = worthOf(encounter, worth);
      if (weight === 0) return;
      const memory = (memories[construct] ??= {
        ease: 0.4 * normal(numbersOf(seed, 2, construct)),
        traces: [],
      });
      const now = clock(at);
      const day = Math.floor(at);
      mergeLastDay(memory.traces, day);
      const decay = leastDecay + hastening * strength(memory, now);
      memory.traces.push({ at: now, decay, weight, day });
    },
  };
}

/** Makes one trace of those of the last day before today, so that the sums stay short. */
function mergeLastDay(traces: Trace[], today: number): void {
  const last = traces.at(-1);
  if (last === undefined || last.day === today) return;
  const from = traces.findIndex(({ day }) => day === last.day);
  const merged = traces.splice(from);
  const weight = merged.reduce((sum, trace) => sum + trace.weight, 0);
  const mean = (value: (trace: Trace) => number) =>
    merged.reduce((sum, trace) => sum + trace.weight * value(trace), 0) / weight;
  traces.push({ at: mean(({ at }) => at), decay: mean(({ decay }) => decay), weight, day: last.day });
}
