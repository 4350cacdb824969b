// The review: what is due, asked from memory in a few examples, one after the other.

import "../practice.css";
import "../../typing/code-area.css";
import "./review.css";
import { type ReactNode, useEffect, useRef } from "react";
import { startOutbox } from "../../shell/outbox/outbox.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { type SessionUser, useUser } from "../../shell/session/session.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { followDeliveries } from "../queries.ts";
import { ToCourses } from "../to-courses.tsx";
import type { TypingStageHandle } from "../typing-stage/stage-parts.tsx";
import { useSelected } from "../use-runner.ts";
import { followVisibleHeight } from "../visible-height.ts";
import { NothingDue } from "./nothing-due.tsx";
import { ReviewEnd } from "./review-end.tsx";
import { ReviewLayout, useReviewPanels } from "./review-layout.tsx";
import { ReviewStage } from "./review-stage.tsx";
import { useSession } from "./use-session.ts";

export function ReviewScreen(): ReactNode {
  const user = useUser();
  useEffect(startOutbox, []);
  useEffect(followDeliveries, []);
  useEffect(followVisibleHeight, []);
  // Without a user, they are logging out.
  return user === null ? null : <Review key={user.id} user={user} />;
}

function Review({ user }: { readonly user: SessionUser }): ReactNode {
  usePageHead({ title: "Review", indexed: false });
  const typing = useRef<TypingStageHandle>(null);
  const runner = useSession(user.id, typing);
  const state = useSelected(runner, (now) => now);
  const panels = useReviewPanels();
  const { phase, items, shown, failure } = state;
  if (phase.kind === "nothing") return <NothingDue review={phase.review} />;
  if (phase.kind === "ended") return <ReviewEnd userId={user.id} items={items} review={phase.review} />;
  if (shown !== null)
    return (
      <ReviewLayout user={user} panels={panels} covered={state.result?.run.result.attemptId ?? null}>
        <ReviewStage
          user={user}
          state={state}
          shown={shown}
          runner={runner}
          typing={typing}
          panels={panels}
        />
      </ReviewLayout>
    );
  const problem = phase.kind === "failed" ? phase : failure;
  return (
    <ReviewLayout user={user} panels={panels} covered={null}>
      <div className="stage-in">
        <div className="lesson-bar">
          <h1 className="lesson-title">Review</h1>
        </div>
        <div className="stage-note">
          {problem === null ? (
            <Skeleton widths={[30, 0, 46, 38, 52, 0, 44, 58, 36]} />
          ) : problem.canTryAgain ? (
            <ErrorNotice onRetry={() => runner.dispatch({ kind: "retry" })}>{problem.problem}</ErrorNotice>
          ) : (
            <ErrorNotice action={<ToCourses />}>{problem.problem}</ErrorNotice>
          )}
        </div>
      </div>
    </ReviewLayout>
  );
}
