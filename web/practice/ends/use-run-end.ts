// Watches the open example for the end that its run will be, and prepares the end of the lesson before it comes.

import { useEffect, useRef, useState } from "react";
import { quietApi } from "../../shell/data/api.ts";
import { queryClient } from "../../shell/data/query-client.ts";
import { useWaitingRuns } from "../../shell/outbox/outbox.ts";
import type { Course, Lesson } from "../flow.ts";
import { lessonQuery } from "../queries.ts";
import { endBy, finishedBy, lessonAfter, type RunEnd } from "./run-end.ts";

export type RunEnds = {
  /** Called with the run that completes the example. */
  readonly note: (attemptId: string) => void;
  /** What this run has ended. An example that is finished again ends nothing. */
  readonly endedBy: (attemptId: string) => RunEnd | null;
  /** The time of all copies in the lesson before this run, ms; null while it is unknown. */
  readonly typedMs: number | null;
};

/** `course` is null while it is loading. */
export function useRunEnd(userId: number, lesson: Lesson, course: Course | null, exampleId: number): RunEnds {
  const waiting = useWaitingRuns();
  const ahead = endBy(lesson, exampleId, finishedBy(userId, waiting));
  const [ended, setEnded] = useState<{ readonly attemptId: string; readonly end: RunEnd } | null>(null);
  const isLast = ahead?.kind === "lesson";
  const nextId = isLast ? (lessonAfter(course, lesson.id)?.id ?? null) : null;
  useEffect(() => {
    if (nextId === null) return undefined;
    return queryClient.observe(lessonQuery(userId, nextId)).subscribe(() => {});
  }, [userId, nextId]);
  return {
    note: (attemptId) => setEnded(ahead === null ? null : { attemptId, end: ahead }),
    endedBy: (attemptId) => (ended?.attemptId === attemptId ? ended.end : null),
    typedMs: useTypedMs(lesson, exampleId, isLast),
  };
}

/**
 * Asked when the lesson's last open example comes on the screen, so that it is the time before its run; null while it is
 * unknown.
 */
function useTypedMs(
  { id: lessonId, course_id: courseId }: Lesson,
  exampleId: number,
  isLast: boolean,
): number | null {
  const [known, setKnown] = useState<{ readonly exampleId: number; readonly ms: number } | null>(null);
  const asked = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      asked.current?.abort();
      asked.current = null;
      setKnown(null);
    },
    [exampleId],
  );
  useEffect(() => {
    // The run completes the example, and the response is still wanted.
    if (!isLast || asked.current !== null) return;
    const abort = new AbortController();
    asked.current = abort;
    const { signal } = abort;
    quietApi("getCourseFigures", { params: { courseId }, query: { lessonId } }, { signal }).then(
      ({ ms }) => signal.aborted || setKnown({ exampleId, ms }),
      // Without it the end of the lesson leaves the time out.
      () => {},
    );
  }, [lessonId, courseId, exampleId, isLast]);
  return known?.exampleId === exampleId ? known.ms : null;
}
