import { ApiError, NetworkError } from "@tabstop/contract/client";
import { errorCodes } from "@tabstop/contract/errors";
import { expect, test } from "vitest";
import { ageText, canTryAgain } from "./query-problem.tsx";

test("another try is offered unless the server itself refused the request for good", () => {
  expect(canTryAgain(new NetworkError("offline"))).toBe(true);
  for (const code of [...errorCodes, null])
    for (let status = 400; status < 600; status++) {
      const error = new ApiError(status, code === null ? "" : { error: "No", code }, null);
      const isFinal = code !== null && status < 500 && ![401, 408, 429].includes(status);
      if (canTryAgain(error) === isFinal) throw new RangeError(`${status} ${code}`);
    }
});

test("the age of older data is the time of its response, with the day if that was another one", () => {
  const now = new Date(2026, 10, 28, 19, 5).getTime();
  expect(ageText(new Date(2026, 10, 28, 8, 4).getTime(), now)).toBe("What is shown is from 08:04.");
  expect(ageText(new Date(2026, 10, 27, 18, 40).getTime(), now)).toBe(
    "What is shown is from 27 November, 18:40.",
  );
  expect(ageText(0, now)).toBe("What is shown is from an earlier visit.");
});

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!**/node_modules/**", "!../.tsbuild/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Uses of queries whose failure needs no word on the screen, or is shown by another file. */
const withoutProblem: Readonly<Record<string, string>> = {
  "./data/query.ts": "defines the hooks",
  "../landing/landing-data.ts": "defines a query",
  "../landing/offered-courses.tsx": "courses that are left out while they are unknown",
  "../landing/try/evidence-of-learner.ts": "evidence that is left out while the choice is unknown",
  "../landing/try/use-fate.ts": "a run that is not offered to be kept while it is unknown whether it can be",
  "../practice/ends/course-complete.tsx": "parts that are left out while they are unknown",
  "../practice/ends/lesson-complete.tsx": "the first lines of the next lesson, which are left out",
  "../practice/ends/use-course-end.ts": "passes what is loaded on to course-complete.tsx",
  "../practice/home/course-opening.tsx": "a course, whose problem LessonLoading shows",
  "../practice/home/home-queries.ts": "defines a query",
  "../practice/queries.ts": "defines queries",
  "../practice/practice-screen.tsx": "keystrokes of a run that are left out while the choice is unknown",
  "../practice/typing-stage/use-ghost.ts": "a ghost that is left out while it is unknown",
  "./data/preferences.ts": "defines a query",
  "../practice/use-place.ts": "passes the lesson on to practice-screen.tsx",
  "../practice/lesson/use-lesson.ts": "another function of the same name",
  "../practice/lesson/lesson-stage.tsx": "the course's counts, which have their own panel",
  "../practice/lesson/copy-result.tsx": "the board's rank, which has its own panel",
  "../practice/memory/memory-queries.ts": "defines queries",
  "../practice/typing-stage/memory-stage.tsx": "colours that are left out while they are unknown",
  "../practice/typing-stage/use-memory-saving.ts":
    "a choice about keystrokes that counts as no while it is unknown",
  "../practice/review/review-end.tsx":
    "the name of the lesson to go on with, which is left out while it is unknown",
  "../progress/progress-queries.ts": "defines queries",
  "../progress/knowledge/knowledge-queries.ts": "defines queries",
  "../accounts/profile/profile-query.ts": "defines a query",
  "../accounts/entry/reset-password-screen.tsx": "asks once, and says why the link could not be checked",
  "../authoring/content-requests.ts": "defines queries",
  "../authoring/structure.ts": "defines a query",
  "../authoring/list/delete-dialog.tsx": "counts that are left out when they are unknown",
  "../authoring/form/use-siblings.ts": "a place that is left out when it may be false",
  "../statistics/queries.ts": "defines queries",
  "./admin-check.ts": "defines a query",
  "./review-link.tsx": "a number that stays as it was",
  "./gate.tsx": "a role once known stays",
  "./nav.tsx": "a link that is left out when the role is unknown",
};

test("every screen that shows loaded data says when it could not be loaded, or not loaded again", () => {
  const files = Object.entries(sources).filter(([file]) => !/\.test\.|\/test\//.test(file));
  expect(files.length).toBeGreaterThan(200);
  // The hooks that end in a query: those of query.ts, and the functions of files that call them.
  const hooks = new Set(["useQuery", "useQueries"]);
  for (const [, text] of files) {
    if (!/\b(?:useQuery|useQueries)\s*[<(]/.test(text)) continue;
    for (const [, name] of text.matchAll(/export function (use\w+)/g)) hooks.add(name as string);
  }
  const using = files.filter(([, text]) =>
    [...hooks].some((hook) => new RegExp(`\\b${hook}\\s*(?:<[^(]*>)?\\(`).test(text)),
  );
  expect(using.length).toBeGreaterThan(15);
  const silent = using.filter(([, text]) => !text.includes("<QueryProblem")).map(([file]) => file);
  expect(silent.filter((file) => withoutProblem[file] === undefined)).toEqual([]);
  expect(Object.keys(withoutProblem).filter((file) => !silent.includes(file))).toEqual([]);
});
