// The replay of one's own best run of an example, in the place where the example is typed.

import "../practice.css";
import "./replay-screen.css";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { ReplayPlayer } from "../../replay/replay-player.tsx";
import { problemText } from "../../shell/data/problem-text.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { navigate, useLocation, useParams } from "../../shell/router/router.tsx";
import { type SessionUser, useUser } from "../../shell/session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { checkedWords } from "../../ui/checked-words.ts";
import { CheckIcon, PodiumIcon } from "../../ui/icons.tsx";
import { longDate } from "../../ui/long-date.ts";
import { Skeleton } from "../../ui/waiting.tsx";
import { isOn } from "../device-settings.ts";
import { placeOf } from "../flow.ts";
import { leaderboardPanel } from "../leaderboard.tsx";
import { addressOf, readAddress } from "../place-address.ts";
import { type Panels, PracticeLayout, usePanels } from "../practice-layout.tsx";
import { useLesson, useReplay } from "../queries.ts";
import { ToCourses } from "../to-courses.tsx";
import { followVisibleHeight } from "../visible-height.ts";

type Replay = ResponseOf<"getReplay">;

export function ReplayScreen(): ReactNode {
  const user = useUser();
  const { exampleId = "" } = useParams();
  useEffect(followVisibleHeight, []);
  // Without a user, they are logging out.
  return user === null ? null : (
    <ReplayOf key={`${user.id} ${exampleId}`} user={user} exampleId={exampleId} />
  );
}

function ReplayOf({
  user,
  exampleId,
}: {
  readonly user: SessionUser;
  /** As in the address. */
  readonly exampleId: string;
}): ReactNode {
  const replay = useReplay(user.id, exampleId);
  const { data } = replay;
  const lessonId = data?.example.lesson_id ?? null;
  const lesson = useLesson(user.id, lessonId);
  const { search } = readAddress(useLocation().search);
  usePageHead({ title: data === undefined ? "Replay" : `Replay of ${data.example.title}`, indexed: false });
  const panels = usePanels(lessonId, data?.example.id ?? null);
  const back =
    lessonId === null ? "/courses" : addressOf({ lessonId, exampleId: data?.example.id ?? null, search });
  useEscape(() => navigate(back));
  const example = lesson.data === undefined ? null : placeOf(lesson.data, data?.example.id ?? null)?.example;
  // Why there is no run is known with the lesson.
  const isReasonUnknown = data?.run === null && lesson.isPending;
  return (
    <PracticeLayout
      userId={user.id}
      lessonId={lessonId}
      courseId={data?.example.course_id ?? null}
      board={lessonId === null ? null : leaderboardPanel(user, example ?? null)}
      panels={panels}
    >
      <div className="stage-in">
        <ReplayBar hasBoard={lessonId !== null} panels={panels} />
        {data === undefined || isReasonUnknown ? (
          <div className="stage-note">
            {replay.error === null ? (
              <Skeleton widths={[30, 0, 46, 38, 52, 0, 44, 58, 36]} />
            ) : (
              <QueryProblem query={replay} text={(error) => problemText(error)} wayOn={<ToCourses />} />
            )}
          </div>
        ) : (
          <>
            <QueryProblem isMild query={replay} text={(error) => problemText(error)} />
            <QueryProblem isMild query={lesson} text={(error) => problemText(error)} />
            <Run
              replay={data}
              hasTime={example === null || example === undefined || example.best_time_ms !== null}
              wayOn={<BackToExample to={back} />}
            />
          </>
        )}
      </div>
    </PracticeLayout>
  );
}

function ReplayBar({ hasBoard, panels }: { readonly hasBoard: boolean; readonly panels: Panels }): ReactNode {
  return (
    <div className="lesson-bar">
      <h1 className="lesson-title">Replay of your best run</h1>
      {hasBoard ? (
        <span className="board-btn">
          <IconButton label="Show leaderboard" onClick={panels.toggleBoard}>
            <PodiumIcon />
          </IconButton>
        </span>
      ) : null}
    </div>
  );
}

function Run({
  replay: { example, run },
  hasTime,
  wayOn,
}: {
  readonly replay: Replay;
  /** False for an example that the learner has not finished since its code was changed, or never. */
  readonly hasTime: boolean;
  readonly wayOn: ReactNode;
}): ReactNode {
  return (
    <>
      <div className="example replay-head">
        <h2>{example.title}</h2>
        {run === null ? null : (
          <p className="replay-facts">
            <span>{`${longDate(run.ended_at)}, ${formatTime(run.time_ms)}`}</span>
            <span className="checked-words">
              {run.checked ? <CheckIcon size={12} weight={2} /> : null}
              {checkedWords(run.unchecked_because)}
            </span>
          </p>
        )}
      </div>
      {run === null ? (
        <div className="replay-gone">
          <p>
            {hasTime
              ? "This run was made before replays were kept."
              : "You have no time yet in the present code of this example."}
          </p>
          {wayOn}
        </div>
      ) : (
        <ReplayPlayer
          text={example.code_content}
          tokens={example.tokens}
          log={run.log}
          look="page"
          areDigitsOn={() => isOn("shortcuts")}
          wayOn={wayOn}
        />
      )}
    </>
  );
}

function BackToExample({ to }: { readonly to: string }): ReactNode {
  return (
    <span className="replay-back">
      <Button look="quiet" onClick={() => navigate(to)}>
        Back to the example{" "}
        <kbd className="hide-small" aria-hidden="true">
          Esc
        </kbd>
      </Button>
    </span>
  );
}

/** Calls `onEscape` for Esc outside fields, menus and dialogs, which have their own use for it. */
function useEscape(onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    const { target } = event;
    const isOnPage =
      target === document.body || (target instanceof Element && target.closest("main") !== null);
    if (isOnPage && document.querySelector("dialog[open]") === null) onEscape();
  });
  useEffect(() => {
    const off = new AbortController();
    document.addEventListener("keydown", (event) => press(event), { signal: off.signal });
    return () => off.abort();
  }, []);
}
