// The use cases of learning by endpoint.

import type { learning } from "@tabstop/contract/learning";
import type { HandlersOf } from "../handler.ts";
import type { BoardKind } from "../store/results/time-counts.ts";
import type { Store } from "../store/store.ts";
import { adminColourCode } from "./colours/colour-code.ts";
import type { Colours } from "./colours/highlighter.ts";
import { completeExample } from "./complete-example.ts";
import type { Replayer } from "./evidence/replayer.ts";
import type { Starts } from "./evidence/start.ts";
import { getCourse } from "./get-course.ts";
import { getCourseOfLesson } from "./get-course-of-lesson.ts";
import { adminGetBoard, getLeaderboard } from "./get-leaderboard.ts";
import { getLesson } from "./get-lesson.ts";
import { getNextExample } from "./get-next-example.ts";
import { getNextLesson } from "./get-next-lesson.ts";
import { getReplay } from "./get-replay.ts";
import { listCourses } from "./list-courses.ts";
import { saveProgress } from "./save-progress.ts";
import { startAttempt } from "./start-attempt.ts";

export type LearningDeps = {
  readonly store: Store;
  /** The colours of code that is not stored. */
  readonly colours: Colours;
  /** Signs the starts of runs. */
  readonly starts: Starts;
  /** Replays logs. */
  readonly replayer: Replayer;
  /** How many runs of a learner count on one day (UTC). */
  readonly runsPerDay: number;
  /** The times that leaderboards list. */
  readonly board: BoardKind;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
};

export function learningHandlers(deps: LearningDeps): HandlersOf<typeof learning> {
  return {
    startAttempt: async ({ principal, body }) => startAttempt(deps, principal, body),
    saveProgress: ({ principal, body }) => saveProgress(deps, principal, body),
    completeExample: ({ principal, params, body }) =>
      completeExample(deps, principal, { ...params, ...body }),
    listCourses: ({ principal }) => listCourses(deps, principal),
    getCourse: ({ principal, params }) => getCourse(deps, principal, params),
    getLesson: ({ principal, params }) => getLesson(deps, principal, params),
    getCourseOfLesson: ({ params }) => getCourseOfLesson(deps, params),
    getNextExample: ({ principal }) => getNextExample(deps, principal),
    getNextLesson: ({ body }) => getNextLesson(deps, body),
    getLeaderboard: ({ principal, params }) => getLeaderboard(deps, principal, params),
    getReplay: ({ principal, params, query }) => getReplay(deps, principal, { ...params, ...query }),
    adminGetBoard: ({ params }) => adminGetBoard(deps, params),
    adminColourCode: ({ body }) => adminColourCode(deps, body),
  };
}
