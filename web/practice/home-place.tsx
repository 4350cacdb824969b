// The stage without a lesson: the specification's sentence, and under it the learner's home, or the way into a course.
// Their module is loaded only here, so that an example loads sooner.

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useLazyModule } from "../shell/browser/use-lazy-module.ts";
import { useLocation } from "../shell/router/router.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { LessonLoading, NextLoading } from "./empty-stages.tsx";

type PlaceProps = {
  readonly userId: number;
  /** The course to open; null for the home. */
  readonly courseId: number | null;
  /** The filter of the courses. */
  readonly search: string;
};

export function HomePlace(props: PlaceProps): ReactNode {
  const { arrivedBy } = useLocation();
  // After a link the focus is at the start of the page's own content, so that the first Tab reaches 'Continue'.
  const focusStage = useEffectEvent(() => {
    if (arrivedBy === "link") document.getElementById("main")?.focus({ preventScroll: true });
  });
  useEffect(() => focusStage(), []);
  const [tries, setTries] = useState(1);
  const content = <Content key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
  if (props.courseId !== null) return content;
  return (
    <div className="stage-in">
      <p className="home-line">Please select a lesson from the sidebar to begin learning.</p>
      {content}
    </div>
  );
}

function Content({
  userId,
  courseId,
  search,
  onRetry,
}: PlaceProps & { readonly onRetry: () => void }): ReactNode {
  const home = useLazyModule(true, loadHome);
  if (home === null) return courseId === null ? <NextLoading /> : <LessonLoading lesson={null} />;
  if (home === "failed")
    return (
      <>
        <h1 className="sr">Courses</h1>
        <ErrorNotice onRetry={onRetry}>This page could not be loaded.</ErrorNotice>
      </>
    );
  return courseId === null ? (
    <home.HomeStage userId={userId} search={search} />
  ) : (
    <home.CourseOpening userId={userId} courseId={courseId} search={search} />
  );
}

const loadHome = () => import("./home/home-stage.tsx");
