// One example while it is typed: its figures, its code and its keys.

import { type ReactNode, useEffect } from "react";
import { queryClient } from "../../shell/data/query-client.ts";
import type { SessionUser } from "../../shell/session/session.ts";
import type { Example, Lesson } from "../flow.ts";
import { FirstLine } from "../first-days/first-line.tsx";
import { OfferCheck } from "../first-days/offer-check.tsx";
import { knownBoard, noteCompletion } from "../queries.ts";
import { loadRulesWhileTyping } from "../result/run-syntax.ts";
import { bestRunOf, type CompletedRun, completedRun, countedTimeMs } from "../result/shown-result.ts";
import { StageParts, type StageSurroundings } from "./stage-parts.tsx";
import { useGhost } from "./use-ghost.ts";
import { useRunSaving } from "./use-run-saving.ts";
import { useStageElements, useTypingArea, useTypingStage } from "./use-typing-stage.ts";

/** Mount it again for another example. */
export function TypingStage({
  user,
  lesson,
  example,
  onCompleted,
  ...surroundings
}: StageSurroundings & {
  readonly user: SessionUser;
  readonly lesson: Lesson;
  readonly example: Example;
  readonly onCompleted: (run: CompletedRun) => void;
}): ReactNode {
  const { stage, typed, run } = useTypingStage(example);
  const elements = useStageElements();
  // Before the area, so that a run that is left is saved before its area is removed.
  useRunSaving(user.id, typed, run, (result) => {
    onCompleted(completedRun(typed, example, result, knownBoard(queryClient, user.id, typed.id), run));
    noteCompletion(queryClient, user.id, lesson, typed.id, {
      timeMs: countedTimeMs(typed, example, result),
      run: bestRunOf(result),
    });
  });
  useEffect(() => loadRulesWhileTyping(run), [run]);
  useTypingArea({ stage, run, elements }, surroundings);
  useGhost(user.id, typed, { stage, run, elements });
  return (
    <StageParts
      stage={stage}
      elements={elements}
      surroundings={surroundings}
      firstLine={<FirstLine userId={user.id} run={run} place="figures" />}
      line={<FirstLine userId={user.id} run={run} place="below-code" />}
    >
      <OfferCheck userId={user.id} />
      <span>
        <kbd>Tab</kbd> types two spaces
      </span>
      <span className="is-spare">
        <kbd>Backspace</kbd> moves back
      </span>
    </StageParts>
  );
}
