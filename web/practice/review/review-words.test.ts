import { expect, test } from "vitest";
import { endSentence, leaveSentence, nothingDueSentence, rulerOfDays } from "./review-words.ts";

const dayMs = 86_400_000;
/** Today is Saturday, 28 November 2026. */
const day = (ahead: number) => new Date(Date.UTC(2026, 10, 28) + ahead * dayMs).toISOString().slice(0, 10);
const nothing = {
  ...{ due: 0, waiting: 0, has_reviewed: true, next_due: 0, next_due_day: null },
  week: Array.from({ length: 7 }, (_, ahead) => ({ day: day(ahead), due: 0 })),
};
const next = (next_due: number, ahead: number) => ({ ...nothing, next_due, next_due_day: day(ahead) });

test("the end says how many examples were typed, and the streak from its second day on", () => {
  expect(endSentence({ done: 4, left: 0 }, 13)).toBe("Four examples from memory. Day 13 in a row.");
  expect(endSentence({ done: 1, left: 0 }, 2)).toBe("One example from memory. Day 2 in a row.");
  expect(endSentence({ done: 8, left: 0 }, 1)).toBe("Eight examples from memory.");
  expect(endSentence({ done: 8, left: 0 }, null)).toBe("Eight examples from memory.");
  expect(endSentence({ done: 3, left: 1 }, 1_000)).toBe(
    "Three examples from memory, 1 left for later. Day 1,000 in a row.",
  );
});

test("leaving says what is done and what is left", () => {
  expect(leaveSentence({ done: 2, left: 4 })).toBe("Two examples done, 4 left for later.");
  expect(leaveSentence({ done: 1, left: 1 })).toBe("One example done, 1 left for later.");
  expect(leaveSentence({ done: 0, left: 4 })).toBe("Four examples left for later.");
  expect(leaveSentence({ done: 0, left: 1 })).toBe("One example left for later.");
  expect(leaveSentence({ done: 4, left: 0 })).toBe("Four examples done.");
  expect(leaveSentence({ done: 0, left: 0 })).toBeNull();
});

test.each([
  [next(9, 3), "The next 9 come on Tuesday, 1 December."],
  [next(1, 1), "The next one comes on Sunday, 29 November."],
  [next(12, 40), "The next 12 come on Thursday, 7 January."],
  [next(2, 365), "The next 2 come on Sunday, 28 November 2027."],
  [{ ...next(9, 3), has_reviewed: false }, "What you have typed comes back here the day after."],
  [{ ...nothing, has_reviewed: false }, "What you have typed comes back here the day after."],
  [nothing, "What you have typed comes back here the day after."],
  [{ ...next(9, 3), waiting: 3 }, "The next 3 wait until you finish an example that has them."],
  [{ ...nothing, waiting: 1 }, "The next one waits until you finish an example that has it."],
  // All examples that had them have gone since the server chose them.
  [{ ...nothing, due: 2, waiting: 1 }, "The next 3 wait until you finish an example that has them."],
])("%j", (review, sentence) => {
  expect(nothingDueSentence(review)).toBe(sentence);
});

test("the ruler has a pin on a day of the next seven", () => {
  const today = { day: 0, text: "today" };
  const last = { day: 7, text: "Sat" };
  expect(rulerOfDays(next(9, 3))).toEqual({
    pin: { day: 3, count: 9 },
    labels: [today, { day: 3, text: "Tue" }, last],
  });
  expect(rulerOfDays(next(9, 7))).toEqual({ pin: { day: 7, count: 9 }, labels: [today, last] });
  for (const without of [next(9, 8), nothing, { ...nothing, has_reviewed: false }])
    expect(rulerOfDays(without)).toEqual({ pin: null, labels: [today, last] });
});
