// The end of a review: what it asked, what comes back tomorrow, the week ahead, and the way on.

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { navigate } from "../../shell/router/router.tsx";
import { isActingAgain, noteActing } from "../../typing/echo.ts";
import { useLazyModule } from "../../shell/browser/use-lazy-module.ts";
import { Button } from "../../ui/button.tsx";
import { EnterIcon } from "../../ui/icons.tsx";
import { isPlainKey } from "../../ui/plain-key.ts";
import { thousands } from "../../ui/words.ts";
import { Construct } from "../../ui/construct.tsx";
import { durationText } from "../duration-text.ts";
import { addressOf } from "../place-address.ts";
import { useCourses, useLesson, useNextExample } from "../queries.ts";
import { useLateClicks } from "../result/use-overlay.ts";
import { UnsentRuns } from "../unsent-runs.tsx";
import { endSentence } from "./review-words.ts";
import { type SessionItem, tallyOf } from "./session-items.ts";

/** With its library it is not needed before the first key. */
const loadWeekChart = () => import("../../learning/week-chart.tsx");

export function ReviewEnd({
  userId,
  items,
  review,
}: {
  readonly userId: number;
  readonly items: readonly SessionItem[];
  /** What the server says after the last run; undefined while it is asked, null when it could not be. */
  readonly review: ResponseOf<"getReview"> | null | undefined;
}): ReactNode {
  const tally = tallyOf(items);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main id="main" tabIndex={-1}>
      <UnsentRuns userId={userId} except={null} lessonProblem={null} />
      <div className="page review-end">
        <h1 ref={heading} tabIndex={-1}>
          Done for today
        </h1>
        <p className="end-words">{endSentence(tally, review?.streak ?? null)}</p>
        <dl className="figures">
          <Figure name="Asked" value={thousands(tally.asked)} />
          <Figure name="Came back" value={thousands(tally.cameBack)} />
          <Figure name="Shown" value={thousands(tally.shown.length)} />
          <Figure name="Time" value={durationText(tally.timeMs)} />
        </dl>
        {tally.shown.length > 0 ? (
          <section className="section is-shown">
            <div className="section-head">
              <h2>Shown</h2>
              <span className="t3 small">
                {tally.shown.length === 1 ? "it comes back tomorrow" : "these come back tomorrow"}
              </span>
            </div>
            <p className="was-asked">
              {tally.shown.map((name) => (
                <Construct key={name} name={name} />
              ))}
            </p>
          </section>
        ) : null}
        <WeekAhead review={review} />
        <WayOn userId={userId} />
      </div>
    </main>
  );
}

function WeekAhead({ review }: { readonly review: ResponseOf<"getReview"> | null | undefined }): ReactNode {
  const chart = useLazyModule(review !== null, loadWeekChart);
  if (review === null || chart === "failed") return null;
  return (
    <section className="section" aria-busy={review === undefined || chart === null}>
      <div className="section-head">
        <h2>The week ahead</h2>
        <span className="t3 small">what comes due each day</span>
      </div>
      {review === undefined || chart === null ? (
        <div className="week-to-come" />
      ) : (
        <chart.WeekChart week={review.week} />
      )}
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The example with which the server lets the learner continue, else the courses. */
function WayOn({ userId }: { readonly userId: number }): ReactNode {
  const next = useNextExample(userId, null, true);
  const { lessonId = null, exampleId = null } = next.data ?? {};
  const name = useLessonName(userId, lessonId);
  const [isPressed, setPressed] = useState(false);
  // What the server suggests may still be on its way.
  const isKnown = !next.isPending;
  const goOn = () => {
    if (!isKnown) setPressed(true);
    else if (lessonId === null) navigate("/courses");
    else navigate(addressOf({ lessonId, search: "" }), { state: exampleId === null ? null : { exampleId } });
  };
  const goOnLate = useEffectEvent(goOn);
  useEffect(() => {
    if (isPressed && isKnown) goOnLate();
  }, [isPressed, isKnown]);
  const press = useLateClicks()(goOn);
  useEnter(press);
  return (
    <div className="way-on">
      <Button look="primary" busy={isPressed ? "Loading..." : false} onClick={press}>
        {isKnown && lessonId === null ? "Go to the courses" : "Continue"}{" "}
        <kbd className="enter-key">
          <EnterIcon size={14} />
        </kbd>
      </Button>
      {name !== null ? <span className="t3 small">{name}</span> : null}
    </div>
  );
}

/** Such as 'Template literals, JavaScript'; null until it is known. */
function useLessonName(userId: number, lessonId: number | null): string | null {
  const lesson = useLesson(userId, lessonId).data;
  const courses = useCourses(userId).data;
  if (lesson === undefined || lesson.id !== lessonId) return null;
  const course = courses?.find(({ id }) => id === lesson.course_id);
  return course === undefined ? lesson.title : `${lesson.title}, ${course.title}`;
}

/** Calls `press` for Enter that no control or dialog takes. The second press of a double one does nothing. */
function useEnter(press: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.repeat || !isPlainKey(event)) return;
    const { target } = event;
    const isTaken =
      document.querySelector("dialog[open]") !== null ||
      (target instanceof Element && target.closest("a, button, input, select, textarea, summary") !== null);
    if (isTaken) return;
    const isAgain = isActingAgain(event);
    noteActing(event);
    if (!isAgain) press();
  });
  useEffect(() => {
    const off = new AbortController();
    document.addEventListener("keydown", (event) => onKey(event), { signal: off.signal });
    return () => off.abort();
  }, []);
}
