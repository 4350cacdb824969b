// What the stage shows while there is no example to type: nothing chosen, nothing there, or still loading.

import type { ReactNode } from "react";
import { problemText } from "../shell/data/problem-text.ts";
import { QueryProblem, type ShownQuery } from "../shell/query-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { ToCourses } from "./to-courses.tsx";

export function NothingChosen({
  onContinue,
  onShowCourses,
}: {
  /** null when the server has suggested no lesson. */
  readonly onContinue: (() => void) | null;
  readonly onShowCourses: () => void;
}): ReactNode {
  return (
    <div className="empty">
      <h1 className="sr">Courses</h1>
      <svg className="first-column" width="252" height="44" viewBox="-6 0 252 44" aria-hidden="true">
        {Array.from({ length: 21 }, (_, column) => {
          const height = column % 10 === 0 ? 16 : column % 2 === 0 ? 10 : 6;
          return <rect key={column} x={12 * column} y={44 - height} width="1" height={height} />;
        })}
        <path d="M0 8h9v6l-3.5 4.5V44h-2V18.5L0 14z" transform="translate(-4 0)" />
      </svg>
      <p className="empty-words">Please select a lesson from the sidebar to begin learning.</p>
      <span className="row">
        <span className="show-courses">
          <Button onClick={onShowCourses}>Show courses</Button>
        </span>
        {onContinue !== null ? (
          <Button look="primary" onClick={onContinue}>
            Continue
          </Button>
        ) : null}
      </span>
    </div>
  );
}

export function NoExample({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <h1 className="sr">{heading}</h1>
      <p className="empty-words">{children}</p>
      <ToCourses />
    </div>
  );
}

/** The lesson while it is loaded, or why it cannot be. */
export function LessonLoading({ lesson }: { readonly lesson: ShownQuery | null }): ReactNode {
  return (
    <div className="stage-in">
      <h1 className="sr">Courses</h1>
      <div className="stage-note">
        {lesson === null || lesson.error === null ? (
          <Skeleton widths={[30, 0, 46, 38, 52, 0, 44, 58, 36]} />
        ) : (
          <LessonProblem lesson={lesson} />
        )}
      </div>
    </div>
  );
}

/** A lesson that does not exist leads to the page from which the learner continues elsewhere. */
export function LessonProblem({ lesson }: { readonly lesson: ShownQuery }): ReactNode {
  return <QueryProblem isMild query={lesson} text={(error) => problemText(error)} wayOn={<ToCourses />} />;
}
