// The endpoints of statistics, for admins, and their shapes.

import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Count, Message } from "./shapes/common.ts";
import { Id, PathId, QueryMs, storableText } from "./text.ts";

const rate = z.number().check(z.gte(0), z.lte(100));
const userNumbers = {
  totalUsers: Count,
  dailyActiveUsers: Count,
  weeklyActiveUsers: Count,
  monthlyActiveUsers: Count,
};
const CourseRow = z.object({
  id: Id,
  title: z.string(),
  total_examples: Count,
  completed_examples: Count,
  completion_rate: rate,
});
const LessonRow = z.object({ id: Id, title: z.string(), course_title: z.string(), completion_rate: rate });
const ExampleRow = z.object({
  id: Id,
  title: z.string(),
  chapter_title: z.string(),
  users_completed: Count,
  avg_completion_time: z.nullable(z.number()),
});
const courseLists = { topCourses: z.array(CourseRow), bottomCourses: z.array(CourseRow) };
const lessonLists = { topLessons: z.array(LessonRow), bottomLessons: z.array(LessonRow) };
const exampleLists = { topExamples: z.array(ExampleRow), bottomExamples: z.array(ExampleRow) };

const UserStats = z.object(userNumbers);
const CourseStats = z.object({ totalCourses: Count, ...courseLists });
const LessonStats = z.object({ totalLessons: Count, ...lessonLists });
const ExampleStats = z.object({ totalCompleted: Count, ...exampleLists });
const Dashboard = z.object({
  ...userNumbers,
  totalCourses: Count,
  totalLessons: Count,
  totalCompleted: Count,
  ...courseLists,
  ...lessonLists,
  ...exampleLists,
});
const Insights = z.object({
  examples: z.array(
    z.object({
      id: Id,
      title: z.string(),
      chapter_title: z.string(),
      learners: Count,
      completion_rate: z.nullable(rate),
      median_best_time_ms: z.nullable(z.number()),
      ms_per_character: z.nullable(z.number()),
      error_rate: z.nullable(z.number()),
    }),
  ),
});

/** Of the months that are kept; a month in which fewer than five learners met the construct is left out. */
const ConstructInsights = z.object({
  /** Those that were practised, or of a course those of its examples, in alphabetical order. */
  languages: z.array(z.string()),
  constructs: z.array(
    z.object({
      id: Id,
      name: z.string(),
      spoken: z.nullable(z.string()),
      language: z.string(),
      /** How often learners typed it, at how many of these places with a slip, and the share of these. */
      places: z.nullable(Count),
      slips: z.nullable(Count),
      slip_rate: z.nullable(z.number()),
      /** In how many runs from memory it was hidden, in how many of these it had to be shown, and their share. */
      hidden: z.nullable(Count),
      shown: z.nullable(Count),
      shown_rate: z.nullable(z.number()),
    }),
  ),
});

const admin = {
  tag: "admin",
  kind: "json",
  bodyLimit: 256 * 1024,
  bodyTimeoutMs: 30_000,
  rateClass: "others",
  compress: true,
} as const;

export const statistics = {
  getDashboard: {
    ...admin,
    method: "GET",
    path: "/admin/dashboard",
    access: "admin",
    reads: ["content", "results", "accounts"],
    summary: "All statistics in one response",
    status: 200,
    response: Dashboard,
    errors: [],
  },
  getUserStats: {
    ...admin,
    method: "GET",
    path: "/admin/users/stats",
    access: "admin",
    reads: ["results", "accounts"],
    summary: "Statistics of users",
    status: 200,
    response: UserStats,
    errors: [],
  },
  getCourseStats: {
    ...admin,
    method: "GET",
    path: "/admin/courses/stats",
    access: "admin",
    reads: ["content", "results"],
    summary: "Statistics of courses",
    status: 200,
    response: CourseStats,
    errors: [],
  },
  getLessonStats: {
    ...admin,
    method: "GET",
    path: "/admin/lessons/stats",
    access: "admin",
    reads: ["content", "results"],
    summary: "Statistics of lessons",
    status: 200,
    response: LessonStats,
    errors: [],
  },
  getExampleStats: {
    ...admin,
    method: "GET",
    path: "/admin/examples/stats",
    access: "admin",
    reads: ["content", "results"],
    summary: "Statistics of examples",
    status: 200,
    response: ExampleStats,
    errors: [],
  },
  getInsights: {
    ...admin,
    method: "GET",
    path: "/admin/examples/insights",
    access: "admin",
    reads: ["content", "results"],
    summary: "Completion, times and errors of every example",
    status: 200,
    response: Insights,
    errors: [],
  },
  removeTime: {
    ...admin,
    method: "DELETE",
    path: "/admin/examples/:exampleId/times/:userId",
    access: "admin",
    changes: ["results"],
    summary:
      "Remove one learner's time from a leaderboard. A request that names the time, in ms, removes no other",
    params: z.object({ exampleId: PathId, userId: PathId }),
    query: z.object({ timeMs: z.optional(QueryMs) }),
    status: 200,
    response: Message,
    errors: ["NOT_FOUND"],
  },
  getConstructInsights: {
    ...admin,
    method: "GET",
    path: "/admin/constructs/insights",
    access: "admin",
    reads: ["content", "results", "memory"],
    summary:
      "How often each construct was slipped on, hidden and shown, in one language or all; for a course, those that its examples have. Figures of fewer than five learners are null",
    query: z.object({ language: z.optional(storableText(50)), courseId: z.optional(PathId) }),
    status: 200,
    response: ConstructInsights,
    errors: ["NOT_FOUND"],
  },
} as const satisfies Record<string, Endpoint & { readonly access: "admin" }>;
