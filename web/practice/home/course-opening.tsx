// The way into a course: to its first lesson with an open example, else to its first one.

import type { ReactNode } from "react";
import { Navigate } from "../../shell/router/router.tsx";
import { LessonLoading, NoExample } from "../empty-stages.tsx";
import type { Course } from "../flow.ts";
import { addressOf, type PlaceState } from "../place-address.ts";
import { useCourse } from "../queries.ts";

export function CourseOpening({
  userId,
  courseId,
  search,
}: {
  readonly userId: number;
  readonly courseId: number;
  readonly search: string;
}): ReactNode {
  const course = useCourse(userId, courseId);
  if (course.data === undefined) return <LessonLoading lesson={course} />;
  const opening = openingOf(course.data);
  if (opening === null) return <NoExample heading={course.data.title}>No lessons found</NoExample>;
  return <Navigate replace to={addressOf({ lessonId: opening.lessonId, search })} state={opening.state} />;
}

/** Of a lesson that the learner has not begun the first example is known without asking the server. */
function openingOf({ lessons }: Course): { readonly lessonId: number; readonly state: PlaceState } | null {
  const withExamples = lessons.filter(({ total_examples }) => total_examples > 0);
  const lesson =
    withExamples.find((each) => each.completed_examples < each.total_examples) ??
    withExamples[0] ??
    lessons[0];
  if (lesson === undefined) return null;
  return { lessonId: lesson.id, state: lesson.completed_examples === 0 ? { review: true } : null };
}
