// What a learner finds before they choose a lesson: where to go on, their week, their goal for the day, what is due and
// their last runs; the courses, for a newcomer.

import "./home.css";
import type { ReactNode } from "react";
import { problemText } from "../../shell/data/problem-text.ts";
import type { QueryResult } from "../../shell/data/query-types.ts";
import { type Kept, KeptNotice } from "../../shell/kept.tsx";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { NextLoading } from "../empty-stages.tsx";
import { useCourses, useLesson, useNextExample } from "../queries.ts";
import { nextExampleOf, plainOffers } from "./home-fallback.ts";
import { useHome } from "./home-queries.ts";
import type { Home } from "./home-words.ts";
import { NextCode } from "./next-code.tsx";
import { Everything, LastRuns } from "./last-runs.tsx";
import { NoCourses, Offers } from "./offers.tsx";
import { ReviewsDue } from "./reviews-due.tsx";
import { ThisWeek } from "./this-week.tsx";
import { TodaysGoal } from "./todays-goal.tsx";

export { CourseOpening } from "./course-opening.tsx";

export function HomeStage({
  userId,
  search,
}: {
  readonly userId: number;
  /** The filter of the courses, which links keep. */
  readonly search: string;
}): ReactNode {
  const query = useHome(userId);
  const home = query.data?.answer;
  return (
    <>
      <KeptNotice query={query} text={problemText} />
      {home !== undefined ? (
        <LoadedHome userId={userId} home={home} search={search} />
      ) : query.error !== null ? (
        <HomeWithoutSummary userId={userId} query={query} search={search} />
      ) : (
        <NextLoading />
      )}
    </>
  );
}

function LoadedHome({
  userId,
  home,
  search,
}: {
  readonly userId: number;
  readonly home: Home;
  readonly search: string;
}): ReactNode {
  const courses = useCourses(userId);
  if (home.courses !== null) return <Offers courses={home.courses} search={search} />;
  return (
    <>
      {home.continue !== null ? (
        <NextCode next={home.continue} search={search} />
      ) : courses.data?.length === 0 ? (
        <NoCourses />
      ) : (
        <Everything due={home.due} last={home.runs[0]} search={search} />
      )}
      <div className={home.has_cards ? "today" : "today is-two"}>
        <ThisWeek home={home} />
        <TodaysGoal userId={userId} home={home} />
        {home.has_cards ? <ReviewsDue home={home} /> : null}
      </div>
      <LastRuns home={home} search={search} />
    </>
  );
}

/** The home could not be loaded: the next example and the courses come from what the practice screen loads anyway. */
function HomeWithoutSummary({
  userId,
  query,
  search,
}: {
  readonly userId: number;
  readonly query: QueryResult<Kept<Home>>;
  readonly search: string;
}): ReactNode {
  return (
    <>
      <NextWithoutSummary userId={userId} search={search} />
      <div className="today-problem">
        <QueryProblem query={query} text={problemText} />
      </div>
    </>
  );
}

function NextWithoutSummary({
  userId,
  search,
}: {
  readonly userId: number;
  readonly search: string;
}): ReactNode {
  const courses = useCourses(userId);
  const next = useNextExample(userId, null, true);
  const { lessonId, exampleId } = next.data ?? { lessonId: null, exampleId: null };
  const lesson = useLesson(userId, lessonId);
  const isNewcomer = courses.data?.every(({ completed_examples }) => completed_examples === 0) === true;
  const example =
    lesson.data === undefined || exampleId === null
      ? null
      : nextExampleOf(lesson.data, exampleId, courses.data ?? []);
  if (courses.isPending || next.isFetching || (lessonId !== null && lesson.isPending)) return <NextLoading />;
  if (courses.data?.length === 0) return <NoCourses />;
  if (example !== null && !isNewcomer) return <NextCode next={example} search={search} />;
  if (courses.data === undefined) return <h1 className="sr">Courses</h1>;
  if (next.data !== undefined && lessonId === null)
    return <Everything due={0} last={undefined} search={search} />;
  return <Offers courses={plainOffers(courses.data)} search={search} />;
}
