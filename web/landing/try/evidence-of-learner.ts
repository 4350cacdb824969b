// The evidence of a signed-in learner's run on the landing page: as on the practice screen, with the server's signed start,
// and only if they send their keystrokes.

import { useEffect, useEffectEvent } from "react";
import { quietApi } from "../../shell/data/api.ts";
import { knownPreferences, loadedPreferences, usePreferences } from "../../shell/data/preferences.ts";
import type { Evidence } from "../../shell/outbox/outbox.ts";
import { createStarts, evidenceOf } from "../../shell/outbox/run-evidence.ts";
import { session, useUser } from "../../shell/session/session.ts";
import type { Run } from "../../typing/run.ts";
import type { TryExample } from "../examples.ts";
import { placeOf, useLanding } from "../landing-data.ts";

const starts = createStarts(async (attempt, signal) => {
  const state = session.getSnapshot();
  if (state.kind !== "signed-in") return null;
  const isWanted = (await loadedPreferences(state.user.id))?.sendsKeystrokes;
  if (!isWanted || signal.aborted) return null;
  return (await quietApi("startAttempt", { body: attempt }, { signal })).start;
});

/** Requests the start of the learner's run when it begins. */
export function useAskStart(example: TryExample, run: Run): void {
  const user = useUser();
  const landing = useLanding();
  const place = landing && placeOf(example, landing);
  const ask = useEffectEvent(() => {
    if (user === null || place === undefined) return;
    starts.ask({ attemptId: run.attemptId, exampleId: place.id, codeVersion: place.code_version });
  });
  useEffect(() => run.onStartOrEnd(({ kind }) => kind === "typing" && ask()), [run]);
}

/** Loads what the learner has chosen about their keystrokes. */
export function LearnersChoice({ userId }: { readonly userId: number }): null {
  usePreferences(userId);
  return null;
}

export function learnersEvidence(userId: number, run: Run): Evidence {
  const sendsKeystrokes = knownPreferences(userId)?.sendsKeystrokes ?? false;
  return evidenceOf({ example: run.example, log: run.log, start: starts.of(run.attemptId) }, sendsKeystrokes);
}
