// The packed history of a card.

import { type Grade, grades } from "@tabstop/contract/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DayGrade, Folded, History } from "./card.ts";
import { foldCard, gradeCard } from "./fold.ts";
import { mostDays, packHistory, unpackHistory } from "./history.ts";

const dayGrade = (from: number) =>
  fc.record({ day: fc.integer({ min: from, max: from + 20_000 }), grade: fc.constantFrom(...grades) });
const daysAfter = (from: number, most = mostDays) =>
  fc
    .uniqueArray(dayGrade(from), { maxLength: most, selector: ({ day }) => day })
    .map((days) => days.sort((left, right) => left.day - right.day));

/** Base states as folds make them. */
const bases = daysAfter(-1_000, 30)
  .filter((days) => days.length > 0)
  .map((days): Folded => {
    const state = foldCard(days[0]?.day ?? 0, { base: null, days });
    return { ...state, gradedDay: days.at(-1)?.day ?? 0, shownDays: days.length };
  });
const histories = fc
  .option(bases)
  .chain((base) => daysAfter((base?.gradedDay ?? -500) + 1).map((days): History => ({ base, days })))
  .filter(({ base, days }) => base !== null || days.length > 0);

test("what is packed is unpacked", () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(unpackHistory(packHistory(history))).toEqual(history);
    }),
  );
});

test("a day takes 1 to 3 bytes, mostly 1 or 2", () => {
  const bytesOf = (distance: number) => {
    const days = Array.from({ length: mostDays }, (_, n) => ({
      day: 20_000 + n * distance,
      grade: grades[n % 3] as Grade,
    }));
    return packHistory({ base: null, days }).length / mostDays;
  };
  expect(bytesOf(1)).toBeLessThan(1.1);
  expect(bytesOf(41)).toBeLessThan(1.1);
  expect(bytesOf(366)).toBeLessThan(2.1);
  expect(bytesOf(3_660)).toBeLessThan(2.1);
  expect(packHistory({ base: null, days: [{ day: 20_000, grade: "good" }] })).toHaveLength(5);
});

describe("bytes that are no history", () => {
  /** It is null, or a history with which a card can go on. */
  const isHandled = (bytes: Uint8Array) => {
    const history = unpackHistory(bytes);
    if (history === null) return;
    const { days, base } = history;
    const last = days.at(-1)?.day ?? base?.gradedDay ?? 0;
    expect(unpackHistory(packHistory(history))).toEqual(history);
    const { state } = gradeCard(last, history, { day: last + 1, grade: "again" });
    expect(Number.isFinite(state.stability) && state.dueDay > last).toBe(true);
  };

  test("any bytes, and packed histories with a byte changed, cut or more, are null or a history", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), isHandled), { numRuns: 2_000 });
    const prefixed = fc
      .tuple(fc.constantFrom(0, 1), fc.uint8Array({ maxLength: 60 }))
      .map(([hasBase, bytes]) => Uint8Array.of(1, hasBase, ...bytes));
    fc.assert(fc.property(prefixed, isHandled), { numRuns: 2_000 });
    const damaged = fc.tuple(histories, fc.nat(), fc.nat(255), fc.nat()).map(([history, at, byte, cut]) => {
      const bytes = packHistory(history);
      bytes[at % bytes.length] = byte;
      return bytes.slice(0, cut % 4 === 0 ? at % bytes.length : bytes.length);
    });
    fc.assert(fc.property(damaged, isHandled), { numRuns: 1_000 });
  });

  test("each kind of damage is null", () => {
    const history = packHistory({ base: null, days: days(3) });
    const cases: Record<string, number[]> = {
      nothing: [],
      "a version alone": [1],
      "no day": [1, 0],
      "another version": [2, ...history.slice(1)],
      "no such flag": [1, 2, ...history.slice(2)],
      "a day twice": [...history, 1],
      "a number cut": [...history, 128],
      "a number without an end": [...history, ...Array<number>(40).fill(128)],
      "a day too far": [...history, 255, 255, 255, 255, 127],
      "a base cut": [1, 1, 4, 4],
      "a base of zeros": [1, 1, ...Array<number>(22).fill(0)],
      "501 days": [...packHistory({ base: null, days: days(500) }), 5],
    };
    for (const [name, bytes] of Object.entries(cases))
      expect([name, unpackHistory(Uint8Array.from(bytes))]).toEqual([name, null]);
    // A view of a part of a buffer is read from its own start.
    const within = Uint8Array.of(9, 9, ...history, 9).subarray(2, 2 + history.length);
    expect(unpackHistory(within)?.days).toEqual(days(3));
  });

  function days(count: number): DayGrade[] {
    return Array.from({ length: count }, (_, n) => ({ day: 20_000 + n, grade: "hard" as const }));
  }
});
