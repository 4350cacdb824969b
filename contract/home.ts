// The endpoints of what comes before a lesson: the learner's home, the end of a course, and the landing page.

import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { idParam } from "./shapes/common.ts";
import { CourseFigures, Home, Landing } from "./shapes/home.ts";
import { Zone } from "./shapes/review.ts";
import { PathId } from "./text.ts";

const page = {
  tag: "courses",
  kind: "json",
  bodyLimit: 64 * 1024,
  bodyTimeoutMs: 30_000,
  compress: true,
  method: "GET",
  status: 200,
} as const;

export const home = {
  getHome: {
    ...page,
    path: "/courses/home",
    access: "learner",
    rateClass: "others",
    reads: ["content", "results", "memory", "preferences"],
    summary:
      "Where the learner goes on, their week and goal, what is due and their last runs; the courses, for a newcomer",
    query: z.object({ zone: Zone }),
    response: Home,
    errors: [],
  },
  getCourseFigures: {
    ...page,
    path: "/courses/courses/:courseId/summary",
    access: "learner",
    rateClass: "others",
    reads: ["content", "results"],
    summary:
      "What the learner did in a course, or in one of its lessons: time, accuracy, speed of each example",
    params: idParam("courseId"),
    query: z.object({ lessonId: z.optional(PathId) }),
    response: CourseFigures,
    errors: ["NOT_FOUND"],
  },
  getLanding: {
    ...page,
    path: "/courses/landing",
    access: "open",
    rateClass: null,
    reads: ["content"],
    summary: "The published courses as the landing page shows them, and which of its own examples they have",
    response: Landing,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
