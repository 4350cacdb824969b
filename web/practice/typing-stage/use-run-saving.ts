// Follows a run to save it: ties the fold in run-saving.ts to the session, the server and the outbox.

import { accuracy, elapsedMs, longestResultMs } from "@tabstop/engine/metrics";
import { useEffect, useEffectEvent, useState } from "react";
import { quietApi } from "../../shell/data/api.ts";
import { knownPreferences, loadedPreferences } from "../../shell/data/preferences.ts";
import { outbox, startOutbox } from "../../shell/outbox/outbox.ts";
import { afterEvent, createStarts, evidenceOf } from "../../shell/outbox/run-evidence.ts";
import { session } from "../../shell/session/session.ts";
import { progressOf, type Result, type Run } from "../../typing/run.ts";
import type { Example } from "../flow.ts";
import { createRunner, type Perform } from "../fold.ts";
import { onLeaving } from "./on-leaving.ts";
import {
  autosaveEveryMs,
  foldRunSaving,
  nothingSaved,
  type SavingEffect,
  type SavingEvent,
} from "./run-saving.ts";

/** Saves this learner's run of this example as long as the component is there. */
// Long: what each effect needs of the page; its functions are short.
export function useRunSaving(
  userId: number,
  example: Pick<Example, "id" | "title" | "code_version">,
  run: Run,
  onCompleted: (result: Result) => void,
): void {
  const [starts] = useState(() =>
    createStarts(async (attempt, signal) => {
      // They are on their way in a page that was just opened.
      const isWanted = (await loadedPreferences(userId))?.sendsKeystrokes;
      if (!isWanted || signal.aborted) return null;
      return (await quietApi("startAttempt", { body: attempt }, { signal })).start;
    }),
  );
  const askStart = useEffectEvent(() => {
    starts.ask({ attemptId: run.attemptId, exampleId: example.id, codeVersion: example.code_version });
  });
  const deliver = useEffectEvent((result: Result, release: () => void) => {
    const finished = {
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
    };
    const typed = { example: run.example, log: run.log, start: starts.of(result.attemptId) };
    // Read for each run, so that a change in any tab counts for the next run that ends.
    const sendsKeystrokes = knownPreferences(userId)?.sendsKeystrokes ?? false;
    // Packing takes some ms, which the last key need not wait for. The result is drawn when the run is on its way.
    return afterEvent(() => {
      const sent = outbox.add({ ...finished, ...evidenceOf(typed, sendsKeystrokes) });
      // The session may end only when the result has been sent, or cannot be for now.
      void sent.finally(release);
      onCompleted(result);
    });
  });
  const save = useEffectEvent(({ percent, isLeaving }: Extract<SavingEffect, { kind: "save" }>) => {
    const { attempt } = run;
    if (attempt.kind !== "typing") return Promise.resolve();
    const body = {
      exampleId: example.id,
      progress: percent,
      accuracy: accuracy(attempt.cursor, attempt.errors),
      errors: attempt.errors,
      isComplete: false,
      timeMs: Math.min(longestResultMs, elapsedMs(attempt, performance.now())),
    };
    return quietApi("saveProgress", { body }, { keepalive: isLeaving });
  });

  useEffect(() => {
    startOutbox();
    return followRun(run, {
      askStart: () => askStart(),
      deliver: (result, release) => deliver(result, release),
      save: (effect) => save(effect),
    });
  }, [run]);
}

type Work = {
  readonly askStart: () => void;
  /** Delivers the result soon; the returned function does it now. */
  readonly deliver: (result: Result, release: () => void) => () => void;
  readonly save: (effect: Extract<SavingEffect, { kind: "save" }>) => Promise<unknown>;
};

function followRun(run: Run, work: Work): () => void {
  let deliverNow = () => {};
  const deliver: Work["deliver"] = (...of) => (deliverNow = work.deliver(...of));
  const { dispatch } = createRunner(foldRunSaving, nothingSaved, performSaving(run, { ...work, deliver }));
  const percent = () => (run.attempt.kind === "typing" ? progressOf(run.attempt) : null);

  const stopFollowing = run.onStartOrEnd((attempt) => dispatch({ kind: "run-turned", to: attempt.kind }));
  const timer = setInterval(() => dispatch({ kind: "autosave-tick", percent: percent() }), autosaveEveryMs);
  const leave = () => {
    deliverNow();
    dispatch({ kind: "leaving", percent: percent() });
  };
  const stopLeaving = onLeaving(leave);
  return () => {
    leave();
    stopFollowing();
    clearInterval(timer);
    stopLeaving();
    dispatch({ kind: "closed" });
  };
}

function performSaving(run: Run, { askStart, deliver, save }: Work): Perform<SavingEvent, SavingEffect> {
  let release: (() => void) | null = null;
  const takeRelease = () => {
    const taken = release;
    release = null;
    return taken;
  };
  return (effect, dispatch) => {
    switch (effect.kind) {
      case "hold-session":
        release = session.holdForAttempt();
        return;
      case "release-session":
        takeRelease()?.();
        return;
      case "ask-start":
        askStart();
        return;
      case "save":
        // The next save says the same and more, so the learner need not know that this one failed.
        save(effect).catch((error: unknown) => {
          dispatch({ kind: "save-failed", percent: effect.percent, savedBefore: effect.savedBefore });
          // oxlint-disable-next-line no-console
          console.warn("Failed to update progress", error);
        });
        return;
      case "deliver-result": {
        const held = takeRelease();
        if (run.result !== null && held !== null) deliver(run.result, held);
        return;
      }
    }
  };
}
