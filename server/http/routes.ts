// Which use case answers which call. A call that is not in this table is not served and not in `/api/openapi.json`.

import type { Tokens } from "../accounts/tokens.ts";
import type { Passwords } from "../accounts/passwords.ts";
import { getProfile } from "../accounts/get-profile.ts";
import { logIn } from "../accounts/log-in.ts";
import { logOut } from "../accounts/log-out.ts";
import { refresh } from "../accounts/refresh.ts";
import { type RegistrationRule, register } from "../accounts/register.ts";
import type { CourseReader } from "../authoring/course-reader.ts";
import { importCourseCsv, importCourseMarkdown } from "../authoring/import-course.ts";
import { completeExample } from "../learning/complete-example.ts";
import { getCourse } from "../learning/get-course.ts";
import { getCourseOfLesson } from "../learning/get-course-of-lesson.ts";
import { getLeaderboard } from "../learning/get-leaderboard.ts";
import { getLesson } from "../learning/get-lesson.ts";
import { getNextExample } from "../learning/get-next-example.ts";
import { getNextLesson } from "../learning/get-next-lesson.ts";
import { listCourses } from "../learning/list-courses.ts";
import { saveProgress } from "../learning/save-progress.ts";
import { getCourseStats } from "../statistics/get-course-stats.ts";
import { getDashboard } from "../statistics/get-dashboard.ts";
import { getExampleStats } from "../statistics/get-example-stats.ts";
import { getLessonStats } from "../statistics/get-lesson-stats.ts";
import { getUserStats } from "../statistics/get-user-stats.ts";
import type { Store } from "../store/store.ts";
import type { Handlers } from "./calls.ts";

/** What the use cases are given; each takes of it what it needs. */
export type Needs = {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly registration: RegistrationRule;
  readonly reader: CourseReader;
  /** Called after COMMIT when there is code that has no colours yet. */
  readonly codeChanged: () => void;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
};

export function routes(needs: Needs): Handlers {
  const { store, now } = needs;
  return {
    register: ({ body, userAgent }) => register(needs, { ...body, userAgent }),
    login: ({ body, userAgent }) => logIn(needs, { ...body, userAgent }),
    refresh: ({ body }) => refresh(needs, body),
    logout: ({ learner }) => logOut(needs, learner),
    getProfile: ({ learner }) => getProfile(needs, learner),

    saveProgress: ({ learner, body }) => saveProgress(needs, learner, body),
    completeExample: ({ learner, params, body }) => completeExample(needs, learner, { ...params, ...body }),
    listCourses: ({ learner }) => listCourses(needs, learner),
    getCourse: ({ learner, params }) => getCourse(needs, learner, params),
    getLesson: ({ learner, params }) => getLesson(needs, learner, params),
    getCourseOfLesson: ({ params }) => getCourseOfLesson(needs, params),
    getNextExample: ({ learner }) => getNextExample(needs, learner),
    getNextLesson: ({ body }) => getNextLesson(needs, body),
    getLeaderboard: ({ learner, params }) => getLeaderboard(needs, learner, params),

    getDashboard: () => getDashboard(needs),
    getUserStats: () => getUserStats(needs),
    getCourseStats: () => getCourseStats(needs),
    getLessonStats: () => getLessonStats(needs),
    getExampleStats: () => getExampleStats(needs),

    importCourseMarkdown: ({ body }) => importCourseMarkdown(needs, body),
    importCourseCsv: ({ body }) => importCourseCsv(needs, body),

    test: async () => ({ message: "Tabstop answers.", method: "GET", time: new Date(now()).toISOString() }),
    testPost: async ({ body }) => ({
      message: "Tabstop answers.",
      method: "POST",
      time: new Date(now()).toISOString(),
      received: body,
    }),
    health: async () => {
      await store.ping();
      return { status: "ok" };
    },
  };
}
