import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf } from "./calendar.ts";
import { longestStreak, type PractisedDay, streakOf } from "./streak.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const number = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs;

type Run = { readonly at: string; readonly zone: string };

/** What the runs leave in `practice_day`. */
function daysOf(runs: readonly Run[]): readonly PractisedDay[] {
  return runs.map(({ at, zone }) => {
    const end = Date.parse(at);
    return { day: dayOf(end, zone), zone, first_at: end, last_at: end };
  });
}

/** Of runs at noon UTC on these days of November 2026, seen on a day of it. */
function inNovember(days: readonly number[], today: number) {
  const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T12:00:00Z`;
  const { days: length, off } = streakOf(daysOf(days.map((day) => ({ at: at(day), zone: "UTC" }))), {
    at: Date.parse(at(today)),
    zone: "UTC",
  });
  return { days: length, off: off.map((day) => day - number("2026-11-01") + 1) };
}

describe("a streak", () => {
  test("counts the days with practice, today's included", () => {
    expect(inNovember([], 20)).toEqual({ days: 0, off: [] });
    expect(inNovember([20], 20)).toEqual({ days: 1, off: [] });
    expect(inNovember([20, 18, 19], 20)).toEqual({ days: 3, off: [] });
  });

  test("does not end by a day that is not over", () => {
    expect(inNovember([17, 18, 19], 20)).toEqual({ days: 3, off: [] });
    expect(inNovember([17, 18], 20)).toEqual({ days: 2, off: [19] });
    expect(inNovember([17], 20)).toEqual({ days: 0, off: [] });
  });

  test("allows one missed day in any seven, and does not count it", () => {
    expect(inNovember([15, 16, 17, 18, 20], 20)).toEqual({ days: 5, off: [19] });
    expect(inNovember([10, 11, 13, 14, 15, 16, 17, 18, 20], 20)).toEqual({ days: 9, off: [19, 12] });
    expect(inNovember([10, 11, 12, 14, 15, 16, 17, 18, 20], 20)).toEqual({ days: 6, off: [19] });
    expect(inNovember([10, 11, 12, 13, 14, 15, 16, 17, 20], 20)).toEqual({ days: 1, off: [] });
  });

  test("grows by a run that arrives late", () => {
    expect(inNovember([14, 17, 18, 19, 20], 20).days).toBe(4);
    expect(inNovember([14, 17, 18, 19, 20, 16], 20).days).toBe(6);
  });

  test("is that of all languages", () => {
    const [one] = daysOf([{ at: "2026-11-20T12:00:00Z", zone: "UTC" }]) as [PractisedDay];
    const other = { ...one, first_at: one.first_at - hourMs, last_at: one.last_at + hourMs };
    expect(streakOf([one, other], { at: one.last_at, zone: "UTC" }).days).toBe(1);
  });
});

type Journey = {
  readonly what: string;
  readonly runs: readonly Run[];
  readonly now: Run;
  readonly days: number;
  readonly off: readonly string[];
};

const journeys: readonly Journey[] = [
  {
    what: "a flight west repeats a day",
    // Tuesday in Kiritimati, then Monday and Tuesday in Honolulu, one hour of the clock later.
    runs: [
      { at: "2026-11-16T19:00:00Z", zone: "Pacific/Kiritimati" },
      { at: "2026-11-17T05:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-18T05:00:00Z", zone: "Pacific/Honolulu" },
    ],
    now: { at: "2026-11-18T06:00:00Z", zone: "Pacific/Honolulu" },
    days: 2,
    off: [],
  },
  {
    what: "a day that a flight west begins again is not missed",
    runs: [
      { at: "2026-11-15T19:00:00Z", zone: "Pacific/Kiritimati" },
      { at: "2026-11-17T19:00:00Z", zone: "Pacific/Kiritimati" },
    ],
    // Tuesday, which was missed on the island.
    now: { at: "2026-11-17T20:00:00Z", zone: "Pacific/Honolulu" },
    days: 2,
    off: [],
  },
  {
    what: "a flight east skips a day",
    // Monday evening, ten hours, Wednesday morning; and once more after the way back.
    runs: [
      { at: "2026-11-17T06:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-17T16:00:00Z", zone: "Pacific/Kiritimati" },
      { at: "2026-11-18T16:00:00Z", zone: "Pacific/Kiritimati" },
    ],
    now: { at: "2026-11-18T17:00:00Z", zone: "Pacific/Kiritimati" },
    days: 3,
    off: [],
  },
  {
    what: "a flight east skips a day before today's run too",
    runs: [
      { at: "2026-11-13T06:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-15T06:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-16T06:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-17T06:00:00Z", zone: "Pacific/Honolulu" },
    ],
    now: { at: "2026-11-17T16:00:00Z", zone: "Pacific/Kiritimati" },
    days: 4,
    off: ["2026-11-13"],
  },
  {
    what: "a flight does not explain 36 hours",
    runs: [
      { at: "2026-11-17T06:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-18T18:00:00Z", zone: "Europe/Berlin" },
    ],
    now: { at: "2026-11-18T18:00:00Z", zone: "Europe/Berlin" },
    days: 2,
    off: ["2026-11-17"],
  },
  {
    what: "a flight explains a minute less",
    runs: [
      { at: "2026-11-17T06:00:00Z", zone: "Pacific/Honolulu" },
      { at: "2026-11-18T17:59:00Z", zone: "Europe/Berlin" },
    ],
    now: { at: "2026-11-18T18:00:00Z", zone: "Europe/Berlin" },
    days: 2,
    off: [],
  },
  {
    what: "a day that is missed at home is missed, however short the pause",
    runs: [
      { at: "2026-11-16T22:59:00Z", zone: "Europe/Berlin" },
      { at: "2026-11-17T23:01:00Z", zone: "Europe/Berlin" },
    ],
    now: { at: "2026-11-17T23:01:00Z", zone: "Europe/Berlin" },
    days: 2,
    off: ["2026-11-17"],
  },
  {
    what: "Apia skipped 30 December 2011, however long the pause",
    runs: [
      { at: "2011-12-28T12:00:00Z", zone: "Pacific/Apia" },
      { at: "2011-12-29T10:10:00Z", zone: "Pacific/Apia" },
      { at: "2011-12-31T09:50:00Z", zone: "Pacific/Apia" },
    ],
    now: { at: "2011-12-31T09:50:00Z", zone: "Pacific/Apia" },
    days: 3,
    off: [],
  },
];

describe("on journeys", () => {
  test.each(journeys)("$what", ({ runs, now, days, off }) => {
    const streak = streakOf(daysOf(runs), { at: Date.parse(now.at), zone: now.zone });
    expect({ days: streak.days, off: streak.off }).toEqual({ days, off: off.map(number) });
  });
});

test("a streak is the longest series of days up to today that any seven of it miss one of at most", () => {
  const today = 20_000;
  const now = { at: today * dayMs + 12 * hourMs, zone: "UTC" };
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 45 })), (ago) => {
      const at = (day: number) => day * dayMs + 12 * hourMs;
      const days = ago
        .map((n) => today - n)
        .map((day) => ({ day, zone: "UTC", first_at: at(day), last_at: at(day) }));
      const practised = new Set(days.map(({ day }) => day));
      // Every first day is tried, and every seven days of what follows are looked at.
      const isValid = (from: number) => {
        for (let first = from; first < today; first++) {
          let missed = 0;
          for (let day = first; day < Math.min(first + 7, today); day++) missed += practised.has(day) ? 0 : 1;
          if (missed > 1) return false;
        }
        return true;
      };
      const since = [...practised].toSorted((one, other) => one - other).find(isValid) ?? null;
      const off = [];
      for (let day = today - 1; since !== null && day > since; day--) if (!practised.has(day)) off.push(day);
      const length = since === null ? 0 : [...practised].filter((day) => day >= since).length;
      expect(streakOf(days, now)).toEqual({ days: length, since, off });
    }),
    { numRuns: 500 },
  );
});

describe("the longest streak", () => {
  const inDays = (days: readonly number[]) =>
    longestStreak(days.map((day) => ({ day, zone: "UTC", first_at: day * dayMs, last_at: day * dayMs })));

  test("is that of any time, and none without days", () => {
    expect(inDays([])).toBe(0);
    expect(inDays([5])).toBe(1);
    expect(inDays([1, 2, 3, 10, 11])).toBe(3);
    expect(inDays([1, 2, 10, 11, 12])).toBe(3);
  });

  test("goes on over a missed day, and begins after one when another follows too soon", () => {
    expect(inDays([1, 2, 4, 5, 6, 7, 8, 9, 11, 12])).toBe(10);
    expect(inDays([1, 2, 4, 5, 6, 7, 8, 10, 11])).toBe(7);
    expect(inDays([1, 2, 3, 4, 6, 7, 9])).toBe(6);
  });

  test("is the longest of all series of days of which any seven miss one at most, on journeys too", () => {
    const zones = ["UTC", "Pacific/Kiritimati", "Pacific/Honolulu", "Pacific/Apia"];
    // Around the day that Apia skipped.
    const from = Date.UTC(2011, 11, 1);
    const run = fc.record({ hours: fc.nat({ max: 24 * 45 }), zone: fc.constantFrom(...zones) });
    const isOften = fc.record({
      days: fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 20 }),
      zone: fc.constantFrom(...zones),
    });
    const anyRuns = fc.oneof(
      fc.array(run, { maxLength: 60 }),
      isOften.map(({ days, zone }) => days.map((day) => ({ hours: 24 * day + 12, zone }))),
    );
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const days = daysOf(
          runs.map(({ hours, zone }) => ({ at: new Date(from + hours * hourMs).toISOString(), zone })),
        );
        expect(longestStreak(days)).toBe(longestByTrying(days));
      }),
      { numRuns: 500 },
    );
  });

  /** Tries each first and last day, and looks at every seven days between them. */
  function longestByTrying(days: readonly PractisedDay[]): number {
    const numbers = [...new Set(days.map(({ day }) => day))].toSorted((one, other) => one - other);
    const missed = new Set<number>();
    for (const [index, day] of numbers.entries()) {
      const next = numbers[index + 1] ?? day;
      const on = (which: number) => days.filter((one) => one.day === which);
      const last = on(day).toSorted((a, b) => b.last_at - a.last_at)[0] as PractisedDay;
      const firstAt = Math.min(...on(next).map(({ first_at }) => first_at));
      const nextLast = on(next).toSorted((a, b) => b.last_at - a.last_at)[0] as PractisedDay;
      if (last.zone !== nextLast.zone && firstAt - last.last_at < 36 * hourMs) continue;
      for (let one = day + 1; one < next; one++)
        if (!(last.zone === "Pacific/Apia" && one === number("2011-12-30"))) missed.add(one);
    }
    let longest = 0;
    for (const [index, first] of numbers.entries())
      for (const [more, last] of numbers.slice(index).entries()) {
        let isStreak = true;
        for (let day = first; day <= last; day++) {
          const seven = Array.from({ length: Math.min(7, last - day + 1) }, (_, i) => day + i);
          if (seven.filter((one) => missed.has(one)).length > 1) isStreak = false;
        }
        if (isStreak) longest = Math.max(longest, more + 1);
      }
    return longest;
  }
});
