// What GET /progress should say after some runs, worked out from these runs alone: plain loops over keys and days.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { constructsOf } from "@tabstop/syntax/constructs-of";
import { spokenName } from "@tabstop/syntax/spoken";
import { runOf, type TypedRun } from "../../../test/typed-runs.ts";

type Key = { readonly text: string; readonly ms: number; readonly index: number; readonly isWrong: boolean };

type Run = {
  /** Its place in the list of examples. */
  readonly example: number;
  readonly attemptId: string;
  readonly zone: string;
  readonly endedAt: number;
  readonly hasLog: boolean;
};
export type Copy = Run & {
  readonly kind: "copy";
  readonly typed: TypedRun;
  readonly keys: readonly Key[];
  readonly isTimed: boolean;
};
export type MemoryRun = Run & { readonly kind: "memory" };
export type TriedRun = Copy | MemoryRun;

type Example = { readonly id: number; readonly language: string; readonly code: string };

/**
 * Types the code. With slips: `[` where `(` belongs, and a space after the first `=` of `==`. `extra` wrong keys come
 * before the first character.
 */
export function copyOf(
  code: string,
  {
    msPerKey = 60,
    isSlipping = false,
    extra = 0,
  }: { readonly msPerKey?: number; readonly isSlipping?: boolean; readonly extra?: number },
): { readonly run: TypedRun; readonly keys: readonly Key[] } {
  const keys: Key[] = [];
  for (const [index, text] of [...code].entries()) {
    const isSecond = text === "=" && code[index - 1] === "=";
    const wrong = isSlipping ? (text === "(" ? "[" : isSecond ? " " : null) : null;
    if (wrong !== null) keys.push({ text: wrong, ms: 200 + (index % 3), index, isWrong: true });
    for (let n = 0; index === 0 && n < extra; n++) keys.push({ text: "¤", ms: 1_500, index, isWrong: true });
    keys.push({ text, ms: msPerKey + (index % 5), index, isWrong: false });
  }
  let at = 0;
  const strokes = keys.map(({ text, ms }) => {
    at += ms;
    return text === "\n" ? { kind: "enter" as const, at } : { kind: "text" as const, text, at };
  });
  // The first key starts the clock.
  const [first, ...rest] = keys;
  return { run: runOf(code, strokes), keys: [{ ...(first as Key), ms: 0 }, ...rest] };
}

const dayMs = 86_400_000;

export function dayIn(zone: string, at: number): number {
  return Date.parse(new Date(at).toLocaleDateString("sv-SE", { timeZone: zone })) / dayMs;
}

export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Family and name of each construct of these examples. */
export function constructsIn(examples: readonly Example[]): ReadonlySet<string> {
  const found = examples.flatMap(({ code, language }) => constructsOf(code, language));
  return new Set(found.map(({ family, name }) => `${family} ${name}`));
}

type Request = {
  readonly now: number;
  readonly zone: string;
  readonly from?: string;
  readonly to?: string;
  readonly language?: string;
  /** Of constructs, by family and name. */
  readonly ids: ReadonlyMap<string, number>;
};
type Progress = Omit<ResponseOf<"getProgress">, "knowledge" | "streak">;

export function recountOf(
  runs: readonly TriedRun[],
  examples: readonly Example[],
  request: Request,
): Progress {
  const all = runs.map((run) => {
    const example = examples[run.example] as Example;
    return { ...run, day: dayIn(run.zone, run.endedAt), ...example };
  });
  const firsts = new Map<number, (typeof all)[number]>();
  for (const run of all)
    if (run.kind === "copy" && run.endedAt < (firsts.get(run.id)?.endedAt ?? Number.POSITIVE_INFINITY))
      firsts.set(run.id, run);
  const today = dayIn(request.zone, request.now);
  const [from, to] = [request.from ?? "0000-01-01", request.to ?? "9999-12-31"];
  const inLanguage = all.filter(({ language }) => (request.language ?? language) === language);
  const chosen = inLanguage.filter(({ day }) => from <= dayText(day) && dayText(day) <= to);
  const copies = chosen.filter((run) => run.kind === "copy");
  const msOf = (some: typeof all) =>
    some.reduce((sum, run) => {
      if (run.kind === "copy") return sum + (run.isTimed ? run.typed.timeMs : 0);
      // A key each 100 ms, the first starts the clock.
      return sum + (run.hasLog ? 100 * (run.code.length - 1) : 0);
    }, 0);
  const ratesOf = (some: typeof copies) => {
    const timed = some.filter(({ isTimed }) => isTimed);
    const minutes = msOf(timed) / 60_000;
    const characters = timed.reduce((sum, { code }) => sum + code.length, 0);
    const rated = some.reduce((sum, { code }) => sum + code.length, 0);
    const errors = some.reduce((sum, { typed }) => sum + typed.errors, 0);
    return {
      wpm: timed.length === 0 ? null : Math.floor(characters / 5 / minutes),
      accuracy: some.length === 0 ? null : Math.max(0, Math.floor((100 * (rated - errors)) / rated)),
    };
  };
  const daysOf = (some: readonly { readonly day: number }[]) =>
    [...new Set(some.map(({ day }) => day))].toSorted((a, b) => a - b);
  return {
    today: dayText(today),
    languages: [...new Set(all.map(({ language }) => language))].toSorted(),
    figures: {
      completed: [...firsts.values()].filter((run) => chosen.includes(run)).length,
      ms: msOf(chosen),
      ...ratesOf(copies),
    },
    days: daysOf(copies).map((day) => ({
      day: dayText(day),
      ...ratesOf(copies.filter((run) => run.day === day)),
    })),
    year: daysOf(all)
      .filter((day) => day > today - 365 && day <= today)
      .map((day) => ({ day: dayText(day), ms: msOf(all.filter((run) => run.day === day)) })),
    ...costsOf(
      inLanguage.filter((run) => run.kind === "copy" && run.hasLog) as readonly (Copy & Example)[],
      request,
    ),
  };
}

/** Of this month and the two before, by the calendar of the learner's today. */
function isKept(day: number, today: number): boolean {
  const monthOf = (one: number) => dayText(one).slice(0, 7);
  const first = new Date(`${monthOf(today)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - 2);
  return monthOf(day) >= first.toISOString().slice(0, 7);
}

type Cost = { name: string; places: number; slips: number; ms: number; characters: number };

function costsOf(
  runs: readonly (Copy & Example)[],
  { now, zone, ids }: Request,
): Pick<Progress, "costs" | "slips"> {
  const costs = new Map<number, Cost>();
  const slips = new Map<
    string,
    { id: number; name: string; typed: string; byLanguage: Map<string, number> }
  >();
  for (const run of runs.filter((one) => isKept(dayIn(one.zone, one.endedAt), dayIn(zone, now))))
    for (const { family, name, kind, places } of constructsOf(run.code, run.language)) {
      const id = ids.get(`${family} ${name}`) ?? 0;
      const cost = costs.get(id) ?? { name, places: 0, slips: 0, ms: 0, characters: 0 };
      costs.set(id, cost);
      for (const place of places) {
        const indexes: number[] = [];
        for (let piece = 0; piece < place.length; piece += 2)
          for (let at = place[piece] ?? 0; at < (place[piece + 1] ?? 0); at++) indexes.push(at);
        const keys = run.keys.filter(({ index }) => indexes.includes(index));
        const wrong = keys.filter(({ isWrong }) => isWrong);
        cost.places += 1;
        cost.slips += wrong.length > 0 ? 1 : 0;
        cost.ms += keys.reduce((sum, { ms }) => sum + ms, 0);
        cost.characters += indexes.length;
        for (const { text } of kind === "form" ? [] : wrong) {
          // Only a sign of ASCII is stored. The space follows a right `=`.
          if (text === "¤") continue;
          const typed = text === " " ? "=" : text;
          const key = `${id} ${typed}`;
          const slip = slips.get(key) ?? { id, name, typed, byLanguage: new Map<string, number>() };
          slips.set(key, slip);
          slip.byLanguage.set(run.language, (slip.byLanguage.get(run.language) ?? 0) + 1);
        }
      }
    }
  const often = [...costs].filter(([, { places, characters }]) => places >= 20 && characters > 0);
  const speeds = often.map(([, { ms, characters }]) => ms / characters).toSorted((a, b) => a - b);
  const half = speeds.length / 2;
  const median =
    speeds.length === 0
      ? null
      : Number.isInteger(half)
        ? ((speeds[half - 1] ?? 0) + (speeds[half] ?? 0)) / 2
        : (speeds[half - 0.5] ?? 0);
  const counted = [...slips.values()].map(({ byLanguage, ...slip }) => ({
    ...slip,
    n: [...byLanguage.values()].reduce((sum, n) => sum + n, 0),
    languages: [...byLanguage]
      .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .map(([language]) => language),
  }));
  const inOrder = counted.toSorted(
    (a, b) => b.n - a.n || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.typed < b.typed ? -1 : 1),
  );
  return {
    costs: {
      median_ms_per_character: median,
      slowest: often
        .map(([id, cost]) => ({ id, ...cost, speed: cost.ms / cost.characters }))
        .filter(({ speed }) => median !== null && speed > median)
        .toSorted((a, b) => b.speed - a.speed || a.id - b.id)
        .slice(0, 9)
        .map(({ id, name, speed, slips: n, places }) => ({
          ...{ id, name, spoken: spokenName(name), ms_per_character: speed, slip_rate: n / places },
          typed: inOrder.find((slip) => slip.id === id && slip.n >= 3)?.typed ?? null,
        })),
    },
    slips: inOrder
      .filter(({ n }) => n >= 2)
      .slice(0, 5)
      .map(({ id, name, typed, n, languages }) => ({
        ...{ typed, typed_spoken: spokenName(typed), n, languages },
        expected: { id, name, spoken: spokenName(name) },
      })),
  };
}
