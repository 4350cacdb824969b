// What the stage shows while there is no example to type: nothing there, or still loading; also what is loading without a
// lesson.

import type { ReactNode } from "react";
import { problemText } from "../shell/data/problem-text.ts";
import { QueryProblem, type ShownQuery } from "../shell/query-problem.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { ToCourses } from "./to-courses.tsx";

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

/** The next example while it is loaded: its two lines, from 200 ms on. */
export function NextLoading(): ReactNode {
  return (
    <div className="next-loading">
      <h1 className="sr">Courses</h1>
      <Skeleton widths={[52, 64]} />
    </div>
  );
}
