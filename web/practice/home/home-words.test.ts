import { expect, test } from "vitest";
import { goalState, nextDueText, placeText, reviewTime, streakText, weekBars } from "./home-words.ts";

const minutes = (count: number) => Math.round(count * 60_000);
const days = [23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`);
const weekOf = (...typed: number[]) => days.map((day, index) => ({ day, ms: minutes(typed[index] ?? 0) }));

test("the place names course, lesson, chapter and example, without what is not known", () => {
  const next = {
    exampleId: 1,
    lessonId: 2,
    title: "unknown and in",
    course: "TypeScript Essentials",
    lesson: "Narrowing",
    chapter: "Type predicates and never",
    place: 2,
    of: 3,
    language: "typescript",
    lines: [],
    tokens: null,
  };
  expect(placeText(next)).toBe("TypeScript Essentials, Narrowing, Type predicates and never, example 2 of 3");
  expect(placeText({ ...next, course: "" })).toBe("Narrowing, Type predicates and never, example 2 of 3");
});

test("each day of the week has a name with its minutes, and a bar as high as they are many", () => {
  const bars = weekBars({
    week: weekOf(12, 21, 0, 0.5, 1),
    today: "2026-11-27",
    kept_by_day_off: "2026-11-25",
  });
  expect(bars.map(({ name }) => name)).toEqual([
    "Monday, 12 minutes",
    "Tuesday, 21 minutes",
    "Wednesday, a day off, which kept the streak",
    "Thursday, less than a minute",
    "Friday, 1 minute",
    "Saturday, to come",
    "Sunday, to come",
  ]);
  expect(bars.map(({ minutes: above }) => above)).toEqual(["12", "21", null, "<1", "1", null, null]);
  expect(bars.map(({ height }) => height)).toEqual([38, 66, 0, 2, 3, 0, 0]);
  expect(bars.map(({ short }) => short).join(" ")).toBe("Mon Tue Wed Thu Fri Sat Sun");
  expect(bars.flatMap(({ day, isToday }) => (isToday ? [day] : []))).toEqual(["2026-11-27"]);
  expect(bars.map(({ dayOff }) => dayOff !== null).indexOf(true)).toBe(2);
});

test("a few minutes in a week are no high bar, and nothing typed is said", () => {
  const bars = weekBars({ week: weekOf(0, 5), today: "2026-11-25", kept_by_day_off: null });
  expect(bars[0]?.name).toBe("Monday, nothing typed");
  expect(bars[1]?.height).toBe(33);
  expect(bars[2]?.name).toBe("Wednesday, nothing typed yet");
});

test("a streak is said from two days on, with the day off that kept it", () => {
  const week = weekOf();
  const said = (streak: number, off: string | null) => streakText({ streak, kept_by_day_off: off, week });
  expect(said(0, null)).toBeNull();
  expect(said(1, null)).toBeNull();
  expect(said(13, null)).toBe("13 days in a row");
  expect(said(13, "2026-11-25")).toBe("13 days in a row, day off on Wednesday");
  expect(said(13, "2026-11-20")).toBe("13 days in a row, day off on 20 November");
});

test("the goal is reached with its last whole minute, and without a goal only minutes are said", () => {
  expect(goalState(minutes(6.9), 10)).toEqual({
    minutes: 6,
    text: "of 10 minutes",
    percent: 69,
    isReached: false,
  });
  expect(goalState(minutes(10) - 1, 10)).toMatchObject({ minutes: 9, percent: 99, isReached: false });
  expect(goalState(minutes(10), 10)).toEqual({
    minutes: 10,
    text: "of 10 minutes, done for today",
    percent: 100,
    isReached: true,
  });
  expect(goalState(minutes(25), 10)).toMatchObject({ minutes: 25, percent: 100, isReached: true });
  expect(goalState(0, 5)).toMatchObject({ minutes: 0, percent: 0, isReached: false });
  expect(goalState(minutes(1), null)).toEqual({
    minutes: 1,
    text: "minute",
    percent: null,
    isReached: false,
  });
  expect(goalState(minutes(2), null).text).toBe("minutes");
});

test("a review takes from about a minute to about five minutes", () => {
  expect([1, 3, 5, 12, 200].map(reviewTime)).toEqual([
    "about a minute",
    "about a minute",
    "about two minutes",
    "about five minutes",
    "about five minutes",
  ]);
});

test("what comes next has the name of its day within a week", () => {
  const next = (day: string | null) => nextDueText(day, "2026-11-28");
  expect(next(null)).toBeNull();
  expect(next("2026-11-28")).toBe("Next today");
  expect(next("2026-11-29")).toBe("Next tomorrow");
  expect(next("2026-11-30")).toBe("Next on Monday");
  expect(next("2026-12-04")).toBe("Next on Friday");
  expect(next("2026-12-05")).toBe("Next in 7 days");
});
