// The ghost of the learner's best run, if they turned it on. Its log is loaded only then. A run keeps the ghost that it
// began with, even if a better one is loaded in the middle of it.

import { useEffect, useEffectEvent, useState } from "react";
import type { Run } from "../../typing/run.ts";
import { ghostOf } from "../../typing/race/ghost.ts";
import { type RaceElements, startRace } from "../../typing/race/race.ts";
import { useSetting } from "../device-settings.ts";
import type { Example } from "../flow.ts";
import { useBestLog } from "../queries.ts";
import { useSelected } from "../use-runner.ts";
import type { Stage } from "./stage.ts";
import type { StageElements } from "./use-typing-stage.ts";

/** Call it after `useTypingArea`, which mounts the area that the ghost is drawn in. */
export function useGhost(
  userId: number,
  typed: Example,
  { stage, run, elements }: { readonly stage: Stage; readonly run: Run; readonly elements: StageElements },
): void {
  const best = useBestLog(userId, typed, useSetting("ghost"));
  const [log, setLog] = useState<string | null>(null);
  const take = useEffectEvent(() => {
    if (best === null || log === null || run.attempt.kind === "ready") setLog(best);
  });
  useEffect(() => take(), [best]);
  useEffect(() => run.onStartOrEnd(() => take()), [run]);

  const title = useSelected(stage, (state) => state.typed.title);
  useEffect(() => {
    const area = stage.mounted()?.area;
    const ghost = log === null || area === undefined ? null : ghostOf(run.example, log);
    if (ghost === null || area === undefined) return;
    return startRace(elements.race as RaceElements, run, ghost, area.addRival());
    // Another title mounts another area.
  }, [stage, run, elements, title, log]);
}
