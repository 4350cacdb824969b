// What goes on around a run while it is typed: the session waits for its end, its progress is saved on the way, and what
// it came to is put into the outbox.

import { accuracy, elapsedMs, longestResultMs } from "@tabstop/engine/metrics";
import { useEffect, useEffectEvent, useRef } from "react";
import { api } from "../../shell/data/api.ts";
import { outbox, startOutbox } from "../../shell/outbox/outbox.ts";
import { session } from "../../shell/session/session.ts";
import { autosaveEveryMs, isAutosaveDue, isLeavingSaveDue } from "./autosave.ts";
import type { Example } from "../flow.ts";
import { progressOf, type Result, type Run } from "../../typing/run.ts";

/** Follows a run of this example by this learner as long as the component is there. */
export function useRunOf(
  userId: number,
  example: Pick<Example, "id" | "title" | "code_version">,
  run: Run,
  onFinished: (result: Result) => void,
): void {
  const savedPercent = useRef(0);
  const finish = useEffectEvent((result: Result, release: () => void) => {
    onFinished(result);
    const kept = outbox.add({
      attemptId: result.attemptId,
      userId,
      exampleId: example.id,
      exampleTitle: example.title,
      codeVersion: example.code_version,
      accuracy: result.accuracy,
      errors: result.errors,
      timeMs: result.shownMs,
      isTimed: result.timeMs !== null,
      finishedAt: result.finishedAt,
    });
    // The session may end only when the result has been sent, or cannot be for now.
    void kept.then(() => outbox.flush()).finally(release);
  });
  const save = useEffectEvent((isLeaving: boolean) => {
    const { attempt } = run;
    if (attempt.kind !== "typing") return;
    const percent = progressOf(attempt);
    const isDue = isLeaving ? isLeavingSaveDue : isAutosaveDue;
    if (!isDue(percent, savedPercent.current)) return;
    const savedBefore = savedPercent.current;
    savedPercent.current = percent;
    const timeMs = Math.min(longestResultMs, elapsedMs(attempt, performance.now()));
    const body = {
      exampleId: example.id,
      progress: percent,
      accuracy: accuracy(attempt.cursor, attempt.errors),
      errors: attempt.errors,
      isComplete: false,
      timeMs,
    };
    api("saveProgress", { body }, { keepalive: isLeaving }).catch((error: unknown) => {
      // Nobody is told: the next save says the same and more. It is due as if this one had not been.
      if (savedPercent.current === percent) savedPercent.current = savedBefore;
      // oxlint-disable-next-line no-console
      console.warn("Failed to update progress", error);
    });
  });

  useEffect(() => {
    startOutbox();
    let release: (() => void) | null = null;
    const letGo = () => {
      release?.();
      release = null;
    };
    savedPercent.current = 0;
    const unsubscribe = run.onTurn((attempt) => {
      if (attempt.kind === "typing") {
        release ??= session.holdForAttempt();
      } else if (attempt.kind === "ready") {
        savedPercent.current = 0;
        letGo();
      } else if (run.result !== null) {
        const held = release ?? session.holdForAttempt();
        release = null;
        finish(run.result, held);
      }
    });
    const timer = setInterval(() => save(false), autosaveEveryMs);
    const leave = () => save(true);
    // A phone's browser may be ended without another word once it is hidden.
    const hide = () => {
      if (document.visibilityState === "hidden") leave();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    const stopLeaveTaking = session.beforeSignOut(leave);
    return () => {
      leave();
      unsubscribe();
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      stopLeaveTaking();
      letGo();
    };
  }, [run]);
}
