// Cards as folds over day grades: the clauses of 'Memory'.

import { type Grade, grades } from "@tabstop/contract/vocabulary";
import fc from "fast-check";
import { createEmptyCard, fsrs, Rating, State } from "ts-fsrs";
import { describe, expect, test } from "vitest";
import { modelCard } from "../../test/card-model.ts";
import type { CardState, DayGrade, History } from "./card.ts";
import { foldCard, gradeCard, retrievability } from "./fold.ts";
import { mostDays } from "./history.ts";
import { stateOf } from "./state.ts";

const met = 20_000;

/** A card that got these grades in this order, by days since it was met. */
function cardOf(days: readonly (readonly [day: number, grade: Grade])[], metDay = met) {
  let history: History | null = null;
  for (const [day, grade] of days) ({ history } = gradeCard(metDay, history, { day: met + day, grade }));
  if (history === null) throw new TypeError("no day");
  const state = foldCard(metDay, history);
  return {
    history,
    state,
    due: state.dueDay - met,
    stateOn: (day: number) => stateOf(stored(history, state), met + day),
  };
}

function stored(history: History, state: CardState) {
  return { state, days: history.days };
}

/** The days on which a learner who gives `grade` at each due day is asked, from the day after the first copy. */
function dueDays(grade: Grade, count: number, first = 1) {
  const days: (readonly [number, Grade])[] = [[first, grade]];
  while (days.length < count) days.push([cardOf(days).due, grade]);
  return days.map(([day]) => day);
}

describe("when a card is due", () => {
  test("with Good at each due day a construct is known on day 18", () => {
    expect(dueDays("good", 5)).toEqual([1, 4, 18, 75, 271]);
    const at = (count: number) => cardOf(dueDays("good", count).map((day) => [day, "good"]));
    expect(at(1).state.stability).toBeCloseTo(2.31, 2);
    expect(at(2).state.stability).toBeCloseTo(13.83, 2);
    expect(at(3).state.stability).toBeCloseTo(56.96, 2);
    expect([at(2).stateOn(4), at(2).stateOn(17), at(3).stateOn(18)]).toEqual([
      "learning",
      "learning",
      "known",
    ]);
  });

  test("one that is graded on the day of its first meeting comes back the next day whatever the grade", () => {
    for (const grade of grades) expect(cardOf([[0, grade]]).due).toBe(1);
    expect(dueDays("good", 4, 0)).toEqual([0, 1, 8, 40]);
    // A copy that arrives later, and was made earlier, makes it an ordinary first grade.
    expect(cardOf([[0, "good"]], met - 1).due).toBe(3);
    expect(cardOf([[0, "hard"]], met - 1).due).toBeGreaterThan(1);
    // A grade of a day before the first copy that the server knows of is one of the day of first meeting.
    expect(cardOf([[-3, "good"]]).due).toBe(-2);
  });

  test("what was shown comes back the next day, and nothing else changes by that", () => {
    // FSRS would ask a construct that was known for months in several days.
    const days = dueDays("good", 4).map((day) => [day, "good"] as const);
    const shown = cardOf([...days, [271, "again"]]);
    expect(shown.due).toBe(272);
    expect(shown.state.stability).toBeGreaterThan(2);
    expect(shown.state.lapses).toBe(1);
  });

  test("a grade before the due day counts only if it was shown", () => {
    const before = cardOf([
      [1, "good"],
      [4, "good"],
    ]);
    for (const grade of ["good", "hard"] as const) {
      const early = cardOf([
        [1, "good"],
        [4, "good"],
        [17, grade],
      ]);
      expect(early.state).toEqual(before.state);
      expect(early.history.days).toHaveLength(3);
    }
    const shown = cardOf([
      [1, "good"],
      [4, "good"],
      [5, "again"],
    ]);
    expect(shown.state).toMatchObject({ lastDay: met + 5, dueDay: met + 6, lapses: 1 });
    expect(shown.state.stability).toBeLessThan(before.state.stability);
    const onTime = cardOf([
      [1, "good"],
      [4, "good"],
      [18, "good"],
    ]);
    expect(onTime.state.lastDay).toBe(met + 18);
  });

  test("whether a grade was early is judged at its place in the fold", () => {
    // On day 5 it was early, until the grade of day 4 arrives and says that it was shown.
    const late = cardOf([
      [1, "good"],
      [5, "good"],
      [4, "again"],
    ]);
    expect(late.state).toEqual(
      cardOf([
        [1, "good"],
        [4, "again"],
        [5, "good"],
      ]).state,
    );
    expect(late.state.lastDay).toBe(met + 5);
  });

  test("the worst grade of a day counts, whatever the order of its runs", () => {
    for (const first of grades)
      for (const second of grades) {
        const worst = grades[Math.min(grades.indexOf(first), grades.indexOf(second))] as Grade;
        const both = cardOf([
          [1, first],
          [1, second],
        ]);
        expect([first, second, both.history.days]).toEqual([first, second, [{ day: met + 1, grade: worst }]]);
        expect(both.state).toEqual(cardOf([[1, worst]]).state);
      }
  });
});

describe("rest", () => {
  const shownOn = (...days: number[]) => cardOf(days.map((day) => [day, "again"]));

  test("a construct that was shown on four days running rests for a week", () => {
    expect(shownOn(1, 2, 3).due).toBe(4);
    const rests = shownOn(1, 2, 3, 4);
    expect(rests.due).toBe(11);
    expect([4, 10, 11].map(rests.stateOn)).toEqual(["resting", "resting", "learning"]);
    expect(shownOn(1, 2, 3).stateOn(3)).toBe("learning");
  });

  test("days that do not follow one another, and a day on which it came back, begin the count again", () => {
    expect(shownOn(1, 2, 4, 5).due).toBe(6);
    expect(
      cardOf([
        [1, "again"],
        [2, "again"],
        [3, "hard"],
        [4, "again"],
        [5, "again"],
      ]).due,
    ).toBe(6);
    // Also a day that is too early to count.
    const early = cardOf([
      [1, "again"],
      [2, "again"],
      [3, "again"],
      [4, "again"],
      [6, "good"],
    ]);
    expect(early.due).toBe(11);
    expect(
      cardOf([
        [1, "again"],
        [2, "again"],
        [3, "again"],
        [4, "again"],
        [6, "good"],
        [7, "again"],
      ]).due,
    ).toBe(8);
  });

  test("shown again on the next days, it rests on; after a week it is asked again", () => {
    expect(shownOn(1, 2, 3, 4, 5).due).toBe(12);
    expect(
      cardOf([
        [1, "again"],
        [2, "again"],
        [3, "again"],
        [4, "again"],
        [11, "good"],
      ]).stateOn(11),
    ).toBe("learning");
  });

  test("a week until the next review is no rest when it was not shown", () => {
    const days: [number, Grade][] = [
      [0, "good"],
      [1, "good"],
    ];
    expect(cardOf(days).due).toBe(8);
    expect(cardOf(days).stateOn(1)).toBe("learning");
  });
});

describe("what a card is called", () => {
  test("known, fading, learning, new and not met", () => {
    const known = cardOf([
      [1, "good"],
      [4, "good"],
      [18, "good"],
    ]);
    expect([18, 74, 75, 1_000].map(known.stateOn)).toEqual(["known", "known", "fading", "fading"]);
    expect(cardOf([[1, "good"]]).stateOn(1)).toBe("learning");
    expect(stateOf({ state: null, days: [] }, met)).toBe("learning");
    expect(stateOf(null, met)).toBe("not_met");
    const at = (stability: number) =>
      stateOf({ state: { ...known.state, stability, dueDay: met + 9 }, days: known.history.days }, met);
    expect([at(20.99), at(21)]).toEqual(["learning", "known"]);
  });

  test("retrievability is 0 for a new one, 90 % after the stability, and 1 on the day itself or before", () => {
    expect(retrievability(null, met)).toBe(0);
    const card = { lastDay: met, stability: 10 };
    expect([-3, 0, 10].map((day) => retrievability(card, met + day))).toEqual([1, 1, 0.9]);
    expect(retrievability(card, met + 11)).toBeLessThan(0.9);
  });
});

describe("FSRS", () => {
  const scheduler = fsrs({
    request_retention: 0.9,
    enable_short_term: false,
    enable_fuzz: false,
    maximum_interval: 365,
  });
  const instant = (day: number) => new Date(day * 86_400_000);
  const ratings = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const;

  test("the fold is what ts-fsrs's scheduler says, step by step", () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...grades), fc.nat(400)), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (later) => {
        const days: [number, Grade][] = [];
        let card = createEmptyCard(instant(met));
        let due = 1;
        for (const [grade, extra] of later) {
          // From its due day on, so that each counts.
          const day = due + extra;
          ({ card } = scheduler.next(card, instant(met + day), ratings[grade]));
          days.push([day, grade]);
          const { state, due: ours } = cardOf(days);
          const { stability, difficulty, lapses } = card;
          expect(state).toMatchObject({ stability, difficulty, lapses, lastDay: met + day });
          if (grade !== "again") expect(ours).toBe(day + card.scheduled_days);
          due = ours;
        }
        expect(card.state).toBe(State.Review);
      }),
      { numRuns: 300 },
    );
  });
});

describe("many days", () => {
  const everyOther = (count: number, from = 1): DayGrade[] =>
    Array.from({ length: count }, (_, n) => ({
      day: met + from + 2 * n,
      grade: grades[(n * 7) % 3] as Grade,
    }));
  const graded = (days: readonly DayGrade[], start: History | null = null): History => {
    let history = start;
    for (const day of days) ({ history } = gradeCard(met, history, day));
    return history as History;
  };

  test("beyond 500 days the oldest 250 become the state that they led to", () => {
    const days = everyOther(mostDays + 1);
    const full = graded(days.slice(0, mostDays));
    expect([full.base, full.days.length]).toEqual([null, 500]);
    const kept = graded(days);
    expect(kept.days).toEqual(days.slice(250));
    expect(kept.base).toMatchObject({ firstDay: met + 1, gradedDay: met + 1 + 2 * 249 });
    // The state is that of all days.
    expect(foldCard(met, kept)).toEqual(foldCard(met, { base: null, days }));
  });

  test("a day that is older than the kept ones is dropped, one among them has its place", () => {
    const kept = graded(everyOther(mostDays + 1));
    const { gradedDay } = kept.base as NonNullable<History["base"]>;
    for (const day of [met - 5, met + 2, gradedDay - 1, gradedDay]) {
      const late = gradeCard(met, kept, { day, grade: "again" });
      expect([late.isChanged, late.history]).toEqual([false, kept]);
    }
    const late = gradeCard(met, kept, { day: gradedDay + 1, grade: "again" });
    expect(late.isChanged).toBe(true);
    expect(late.history.days[0]).toEqual({ day: gradedDay + 1, grade: "again" });
  });

  test("days shown in a row count across the kept and the older days", () => {
    const days = Array.from({ length: mostDays + 1 }, (_, n) => ({ day: met + n, grade: "again" as const }));
    const kept = graded(days);
    expect(kept.base?.shownDays).toBe(250);
    expect(foldCard(met, kept)).toEqual(foldCard(met, { base: null, days }));
    // Only two of the four are among the kept.
    const two = { base: kept.base, days: kept.days.slice(0, 2) };
    expect(foldCard(met, two).dueDay).toBe(met + 251 + 7);
  });

  test("a fold of 500 days takes about as long as two of 250", () => {
    const cpuMs = (history: History) => {
      for (let warm = 0; warm < 20; warm++) foldCard(met, history);
      const start = process.cpuUsage();
      for (let run = 0; run < 40; run++) foldCard(met, history);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 40_000;
    };
    const days = everyOther(mostDays);
    const half = cpuMs({ base: null, days: days.slice(0, 250) });
    const all = cpuMs({ base: null, days });
    expect(all).toBeLessThan(5 * half + 1);
  });
});

test("a card depends on the worst grades of its days, not on their order, grouping or repetition", () => {
  const run = fc.record({
    day: fc.integer({ min: met - 20, max: met + 60 }),
    grade: fc.constantFrom(...grades),
  });
  const runs = fc.array(run, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(runs, fc.infiniteStream(fc.nat(1_000)), (given, chance) => {
      const metDay = Math.min(...given.map(({ day }) => day));
      const fold = (list: readonly DayGrade[]) =>
        list.reduce<History | null>((history, grade) => gradeCard(metDay, history, grade).history, null);
      const shuffled = [...given, ...given.filter((_, index) => index % 3 === 0)]
        .map((one) => [chance.next().value ?? 0, one] as const)
        .sort(([left], [right]) => left - right)
        .map(([, one]) => one);
      const one = fold(given) as History;
      expect(fold(shuffled)).toEqual(one);
      const { first_day, last_day, due_day, stability, difficulty, lapses } = modelCard(
        given.map((run) => ({ ...run, endedAt: 0, exampleId: 1 })),
      );
      expect(foldCard(metDay, one)).toEqual({
        ...{ firstDay: first_day, lastDay: last_day, dueDay: due_day, stability, difficulty, lapses },
      });
    }),
    { numRuns: 2_000 },
  );
});
