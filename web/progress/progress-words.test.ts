import { expect, test } from "vitest";
import {
  accuracyText,
  isBlank,
  minutesText,
  noCopies,
  readName,
  speedText,
  streakSentence,
  timeText,
  yearText,
} from "./progress-words.ts";

test("a time is in hours and minutes, cut off", () => {
  expect([0, 59_999, 60_000, 3_599_999, 3_600_000, 25_920_000, 4_320_000_000].map(timeText)).toEqual([
    ...["0 min", "0 min", "1 min", "59 min", "1 h 0 min", "7 h 12 min", "1,200 h 0 min"],
  ]);
  expect([1, 59_999, 60_000, 1_499_999, 6_000_000].map(minutesText)).toEqual([
    ...["less than a minute", "less than a minute", "1 minute", "24 minutes", "100 minutes"],
  ]);
});

test("what was not measured is not a number", () => {
  expect([speedText(57), speedText(0), speedText(null)]).toEqual(["57 wpm", "0 wpm", "N/A"]);
  expect([accuracyText(98), accuracyText(0), accuracyText(null)]).toEqual(["98%", "0%", "N/A"]);
});

test.each([
  [0, [], null],
  [1, [], "Your streak is 1 day."],
  [13, ["2026-11-22"], "Your streak is 13 days. A day off on 22 November kept it."],
  [13, ["2026-11-22", "2026-11-15"], "Your streak is 13 days. Days off on 15 and 22 November kept it."],
  [
    40,
    ["2026-11-22", "2026-11-08", "2026-10-30"],
    "Your streak is 40 days. Days off on 30 October, 8 and 22 November kept it.",
  ],
  [
    1_000,
    ["2026-11-22", "2025-10-30", "2025-09-01"],
    "Your streak is 1,000 days. Days off on 1 September, 30 October and 22 November kept it.",
  ],
])("a streak of %d days with %j off", (days, off, sentence) => {
  expect(streakSentence({ days, off })).toBe(sentence);
});

test("the year says how many days have practice, and the longest streak", () => {
  expect(yearText(191, 29)).toBe("191 days with practice, longest streak 29 days");
  expect(yearText(1, 1)).toBe("1 day with practice, longest streak 1 day");
});

test("a period without copies names the language if one is chosen", () => {
  expect(noCopies(null)).toBe("No copies in this period.");
  expect(noCopies("cpp")).toBe("No copies of C++ in this period.");
});

test("a sign is read with its spoken name", () => {
  expect(readName({ name: "??", spoken: "nullish coalescing" })).toBe("nullish coalescing ??");
  expect(readName({ name: "for", spoken: null })).toBe("for");
});

test("only who has neither practised nor met anything has nothing to see", () => {
  const blank = {
    ...{ today: "2026-11-28", languages: [], days: [], year: [], knowledge: [], slips: [] },
    figures: { completed: 0, ms: 0, wpm: null, accuracy: null },
    streak: { days: 0, since: null, off: [], longest: 0 },
    costs: { median_ms_per_character: null, slowest: [] },
  };
  const counts = { known: 0, learning: 1, fading: 0, not_met: 3 };
  expect(isBlank(blank)).toBe(true);
  expect(isBlank({ ...blank, languages: ["python"] })).toBe(false);
  expect(isBlank({ ...blank, year: [{ day: "2026-01-02", ms: 0 }] })).toBe(false);
  expect(isBlank({ ...blank, streak: { ...blank.streak, longest: 1 } })).toBe(false);
  expect(isBlank({ ...blank, figures: { ...blank.figures, completed: 1 } })).toBe(false);
  expect(isBlank({ ...blank, knowledge: [{ language: "go", ...counts }] })).toBe(false);
});
