// Runs with keystrokes, sent as the app sends them, so that a test need not wait until they are typed.

import { randomUUID } from "node:crypto";
import { type Attempt, type Keystroke, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { logToText, packLog } from "@tabstop/engine/packed-log";
import type { ApiClient } from "./courses.ts";

export type LoggedRun = { readonly timeMs: number; readonly log: string };

/**
 * A run that types the code with one key in each interval, ms, and before the characters at `slips` a wrong key.
 * @param interval the time before the key with this number
 */
export function loggedRun(
  code: string,
  interval: (key: number) => number,
  slips: readonly number[] = [],
): LoggedRun {
  const example = prepare(code);
  const log: Keystroke[] = [];
  let attempt: Attempt = newAttempt(example);
  let at = 0;
  const press = (text: string) => {
    if (log.length > 0) at += interval(log.length);
    const key: Keystroke = text === "\n" ? { kind: "enter", at } : { kind: "text", text, at };
    log.push(key);
    attempt = reduce(attempt, key);
  };
  const open = new Set(slips);
  while (attempt.kind !== "done") {
    if (open.delete(attempt.offset)) press("~");
    press(example.text.charAt(attempt.offset));
  }
  return runOf(code, log);
}

/** A run of these keystrokes, the first at 0, which type the code to its end. */
export function runOf(code: string, log: KeystrokeLog): LoggedRun {
  const packed = packLog(prepare(code), log);
  if (packed === null) throw new RangeError(`no packed log of ${code}`);
  return { timeMs: log.at(-1)?.at ?? 0, log: logToText(packed) };
}

/** Reports the run as a completion. Without a start it is one that was made offline. */
export async function completeWithLog(
  caller: ApiClient,
  exampleId: number,
  { timeMs, log }: LoggedRun,
  { hasStart = true } = {},
): Promise<void> {
  const attempt = { attemptId: randomUUID(), codeVersion: 1 };
  const start = hasStart
    ? (await caller.request<{ start: string }>("POST", "/courses/attempts", { ...attempt, exampleId })).start
    : undefined;
  await caller.request("POST", `/courses/progress/${exampleId}`, {
    ...{ status: "completed", time_ms: timeMs, log },
    ...attempt,
    ...(start === undefined ? {} : { start }),
  });
}
