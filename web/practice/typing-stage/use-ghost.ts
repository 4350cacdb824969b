// The ghost of the learner's best run, if they turned it on. Its log and what draws it are loaded only then. A run keeps the ghost that it
// began with, even if a better one is loaded in the middle of it.

import { useEffect, useEffectEvent, useState } from "react";
import { useLazyModule } from "../../shell/browser/use-lazy-module.ts";
import type { Run } from "../../typing/run.ts";
import type { RaceElements } from "../../typing/race/race.ts";
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

  const race = useLazyModule(log !== null, loadRace);
  const title = useSelected(stage, (state) => state.typed.title);
  useEffect(() => {
    const area = stage.mounted()?.area;
    if (log === null || area === undefined || race === null || race === "failed") return undefined;
    const ghost = race.ghostOf(run.example, log);
    if (ghost === null) return undefined;
    return race.startRace(elements.race as RaceElements, run, ghost, area.addRival());
    // Another title mounts another area.
  }, [stage, run, elements, title, log, race]);
}

const loadRace = () => import("./race-parts.ts");
