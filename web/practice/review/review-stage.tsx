// One example of a review: its head, the code, and the result that covers it.

import { type ReactNode, type RefObject, useMemo } from "react";
import { navigate } from "../../shell/router/router.tsx";
import type { SessionUser } from "../../shell/session/session.ts";
import { noteActing } from "../../typing/echo.ts";
import { isOn } from "../device-settings.ts";
import type { Runner } from "../fold.ts";
import type { KeyAction } from "../lesson/lesson-keys.ts";
import { useLessonKeys } from "../lesson/use-lesson-keys.ts";
import { MemoryOverlay } from "../memory/memory-overlay.tsx";
import { focusWayChoice } from "../memory/focus-way-choice.ts";
import { NextFailed } from "../result/next-failed.tsx";
import { MemoryStage } from "../typing-stage/memory-stage.tsx";
import type { TypingStageHandle } from "../typing-stage/stage-parts.tsx";
import { unsentSentence, useUnsavedMemoryRuns } from "../unsaved-runs.ts";
import { ReviewBar, ReviewExampleHead } from "./review-bar.tsx";
import type { ReviewPanels } from "./review-layout.tsx";
import { type ReviewEvent, reviewKeyScreen, type ReviewState, ticksOf } from "./session-fold.ts";

type Props = {
  readonly user: SessionUser;
  readonly state: ReviewState;
  readonly shown: NonNullable<ReviewState["shown"]>;
  readonly runner: Runner<ReviewState, ReviewEvent>;
  readonly typing: RefObject<TypingStageHandle | null>;
  readonly panels: ReviewPanels;
};

// Long: it ties the parts of the screen together.
export function ReviewStage({ user, state, shown, runner, typing, panels }: Props): ReactNode {
  const { result, failure } = state;
  const acts = useMemo(() => actionsOf(runner, typing), [runner, typing]);
  const act = (action: KeyAction) => {
    if (action === "keys") panels.setKeys(true);
    else if (action === "leaderboard") panels.togglePanel();
    else if (isReviewAction(action)) acts[action]();
  };
  useLessonKeys(() => reviewKeyScreen(runner.state(), performance.now(), () => isOn("shortcuts")), act);
  const ticks = ticksOf(state);
  const place = `Example ${ticks.findIndex(({ isCurrent }) => isCurrent) + 1} of ${ticks.length}`;
  return (
    <>
      <div className="stage-in" inert={result !== null}>
        <ReviewBar
          example={shown.task.example}
          way={state.opening?.index === shown.index ? state.opening.way : shown.task.way}
          onWay={(way) => runner.dispatch({ kind: "choose-way", way })}
          onLeave={() => navigate("/courses")}
          onTogglePanel={panels.togglePanel}
        />
        <ReviewExampleHead
          example={shown.task.example}
          state={state}
          onGo={(index) => runner.dispatch({ kind: "go", index })}
          onPrevious={acts.previous}
          onNext={acts.next}
          onKeys={() => panels.setKeys(true)}
        />
        {failure !== null && result === null ? (
          <div className="lesson-problem">
            <NextFailed failure={failure} onRetry={() => runner.dispatch({ kind: "retry" })} />
          </div>
        ) : null}
        <MemoryStage
          key={shown.opened}
          user={user}
          task={shown.task}
          isCovered={result !== null}
          handle={typing}
          onCompleted={(run) => runner.dispatch({ kind: "completed", run, at: performance.now() })}
          onCodeLeft={() => {
            runner.dispatch({ kind: "code-left" });
            // A letter typed now is meant as a shortcut, however soon it follows the same letter.
            noteActing({ key: "Escape", timeStamp: 0 });
          }}
          onCodeEntered={() => runner.dispatch({ kind: "code-entered" })}
          onKeys={() => panels.setKeys(true)}
          onRestart={acts.restart}
          onNext={acts.next}
        />
      </div>
      {result !== null ? <Result state={state} result={result} place={place} acts={acts} /> : null}
    </>
  );
}

function Result({
  state: { opening, failure },
  result: { run, delivered },
  place,
  acts,
}: {
  readonly state: ReviewState;
  readonly result: NonNullable<ReviewState["result"]>;
  readonly place: string;
  readonly acts: Actions;
}): ReactNode {
  const unsaved = useUnsavedMemoryRuns();
  return (
    <MemoryOverlay
      completed={run}
      delivered={delivered}
      place={place}
      unsent={delivered === null ? unsentSentence(unsaved, run.result.attemptId) : null}
      busy={opening !== null}
      failure={failure}
      onTryAgain={acts.restart}
      onNext={acts.next}
    />
  );
}

type Actions = Readonly<Record<(typeof reviewActions)[number], () => void>>;

const reviewActions = ["type", "restart", "next", "previous", "way"] as const;

/** The other keys of a lesson do nothing here. */
function isReviewAction(action: KeyAction): action is (typeof reviewActions)[number] {
  return (reviewActions as readonly KeyAction[]).includes(action);
}

/** What the keys and buttons of the review do. */
function actionsOf(
  runner: Runner<ReviewState, ReviewEvent>,
  typing: RefObject<TypingStageHandle | null>,
): Actions {
  return {
    type: () => typing.current?.focus(),
    restart: () => runner.dispatch({ kind: "restart" }),
    next: () => runner.dispatch({ kind: "next" }),
    previous: () => runner.dispatch({ kind: "previous" }),
    way: focusWayChoice,
  };
}
