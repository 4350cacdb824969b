import { describe, expect, test } from "vitest";
import { type DueEvent, foldDue, type KnownDue, noteDue, parseDue } from "./due-count.ts";

const mira = 7;
const ben = 8;
const answer = (due: number, hasFinished: boolean, userId = mira): DueEvent => ({
  ...{ kind: "answer", userId, due, hasFinished },
});
const finished: DueEvent = { kind: "finished", userId: mira };
const lost: DueEvent = { kind: "lost", userId: mira };
const after = (...events: readonly DueEvent[]) => events.reduce<KnownDue | null>(foldDue, null);
const seen = (...events: readonly DueEvent[]) => {
  const known = after(...events);
  return known && [known.userId, known.due, known.hasFinished];
};

describe("what is known after", () => {
  test("an answer is what it says", () => {
    expect(seen(answer(0, false))).toEqual([mira, 0, false]);
    expect(seen(answer(12, true), answer(3, true))).toEqual([mira, 3, true]);
    expect(seen(answer(12, true), answer(0, true))).toEqual([mira, 0, true]);
  });

  test("a first finished example counts at once, also when nothing was known, and an older answer takes nothing back", () => {
    expect(seen(finished)).toEqual([mira, 0, true]);
    expect(seen(answer(0, false), finished)).toEqual([mira, 0, true]);
    expect(seen(answer(0, false), finished, answer(0, false), answer(0, false))).toEqual([mira, 0, true]);
    expect(seen(answer(5, true), finished)).toEqual([mira, 5, true]);
  });

  test("a completion that is lost counts until the server says otherwise", () => {
    expect(seen(answer(0, false), finished, lost)).toEqual([mira, 0, true]);
    expect(seen(answer(0, false), finished, lost, answer(0, false))).toEqual([mira, 0, false]);
    expect(seen(answer(4, true), finished, lost, answer(4, true))).toEqual([mira, 4, true]);
    // A later completion is no longer in doubt.
    expect(seen(finished, lost, finished, answer(0, false))).toEqual([mira, 0, true]);
    expect(seen(lost)).toBe(null);
  });

  test("another user's events has nothing of the first", () => {
    expect(seen(finished, answer(0, false, ben))).toEqual([ben, 0, false]);
    expect(seen(answer(9, true), { kind: "finished", userId: ben })).toEqual([ben, 0, true]);
    expect(seen(answer(9, true), { kind: "lost", userId: ben })).toEqual([mira, 9, true]);
  });
});

test("what is stored is read back, and anything else is nothing", () => {
  for (const known of [after(finished), after(answer(12, true)), after(finished, lost)])
    expect(parseDue(JSON.stringify(known))).toEqual(known);
  for (const text of [
    ...[null, "", "null", "7", "[]", "{}", "{", '"tabstop"', '{"userId":7}', '{"userId":"7","due":1}'],
    ...['{"userId":7,"due":-1}', '{"userId":7,"due":"1"}', '{"userId":7,"due":null}'],
  ])
    expect(parseDue(text), String(text)).toBe(null);
  expect(parseDue('{"userId":7,"due":1}')).toEqual({
    ...{ userId: 7, due: 1, hasFinished: false, isDoubtful: false },
  });
});

test("a browser that stores nothing keeps it in the page", () => {
  for (const event of [answer(3, true), answer(3, true), finished])
    expect(() => noteDue(event)).not.toThrow();
});
