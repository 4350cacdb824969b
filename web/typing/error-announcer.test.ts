import { newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { expect, test } from "vitest";
import {
  type Announcer,
  type AnnouncerEffect,
  foldKey,
  foldTimer,
  nothingAnnounced,
} from "./error-announcer.ts";

/** Types the keys (`⌛`: the timer ends, `↺`: a restart) and returns the effects of each in words. */
function announced(text: string, keys: string): readonly string[] {
  const example = prepare(text);
  let attempt = newAttempt(example);
  let announcer: Announcer = nothingAnnounced;
  const wordsOf = (effect: AnnouncerEffect) =>
    "text" in effect ? `${effect.kind} '${effect.text}'` : effect.kind;
  return [...keys].map((key, at) => {
    if (key === "↺") attempt = newAttempt(example);
    else if (key !== "⌛") attempt = reduce(attempt, { kind: "text", text: key, at });
    const step = key === "⌛" ? foldTimer(announcer, attempt) : foldKey(announcer, attempt);
    announcer = step?.state ?? announcer;
    return step === null ? "-" : step.effects.map(wordsOf).join();
  });
}

test("correct keys change nothing, and errors are announced together when the timer ends", () => {
  expect(announced("let a", "lxxe⌛tx⌛")).toEqual([
    "-",
    "start-timer",
    "",
    "-",
    "announce '2 errors so far'",
    "-",
    "start-timer",
    "announce '3 errors so far'",
  ]);
  expect(announced("let", "x⌛")).toEqual(["start-timer", "announce '1 error so far'"]);
});
test("a run that ended before the timer announces nothing, because its result does", () => {
  expect(announced("le", "xle⌛").at(-1)).toBe("");
});
test("a restart removes the announcement and cancels a pending one", () => {
  expect(announced("let", "x↺").at(-1)).toBe("stop-timer,show-hint '',announce ''");
});
test("a full-width character shows the hint until the next correct character", () => {
  const [wrong, right] = announced("let", "（l");
  expect(wrong).toBe(
    "show-hint 'An input method seems to be on: it typed a full-width character. Switch it to direct input.',start-timer",
  );
  expect(right).toBe("show-hint ''");
});
