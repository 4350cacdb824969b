// Courses in which learners have practised, created with the app's own requests, and the numbers that the dashboard
// must show for them, counted from the individual runs.

import { type Client, createClient } from "@tabstop/contract/client";
import type { RunningServer } from "./running-server.ts";
import { freshName } from "./typing.ts";

export type Learner = { readonly id: number; readonly username: string; readonly client: Client };
export type Example = {
  readonly id: number;
  readonly title: string;
  readonly code: string;
  readonly chapter: string;
  readonly lesson: string;
  readonly course: string;
};
/** `timeMs` is null for a run that was started and not completed. */
type Run = {
  readonly userId: number;
  readonly exampleId: number;
  readonly timeMs: number | null;
  readonly errors: number;
};

export type PracticeHistory = {
  readonly admin: Client;
  readonly learners: readonly Learner[];
  /** In the order of the courses, lessons and chapters. */
  readonly examples: readonly Example[];
  readonly courses: readonly string[];
  readonly lessons: readonly { readonly title: string; readonly course: string }[];
  readonly runs: readonly Run[];
};

const courseCount = 11;
const learnerCount = 6;
/** As long as a title may be, and without a place where a line could break. */
const longTitle = "Declaration".repeat(18).slice(0, 200);

export async function adminClient({ url, admin }: RunningServer): Promise<Client> {
  return clientWith(url, (await anonymousClient(url)("login", { body: admin })).token);
}

/** Creates eleven courses of six examples; in ten of them six learners have practised. */
export async function createPracticeHistory(server: RunningServer): Promise<PracticeHistory> {
  const admin = await adminClient(server);
  for (let i = 1; i <= courseCount; i++)
    await admin("importCourseMarkdown", { body: { markdown: markdownOf(i) } });
  const learners: Learner[] = [];
  for (let i = 0; i < learnerCount; i++) learners.push(await registerLearner(server));

  const { courses } = await admin("adminGetStructure");
  const examples: Example[] = [];
  const lessons: { title: string; course: string }[] = [];
  for (const course of courses)
    for (const lesson of course.lessons) {
      lessons.push({ title: lesson.title, course: course.title });
      for (const chapter of lesson.chapters) {
        const list = await admin("adminListExamples", { params: { chapterId: chapter.id } });
        for (const { id, title, code_content: code } of list.examples)
          examples.push({
            ...{ id, title, code },
            ...{ chapter: chapter.title, lesson: lesson.title, course: course.title },
          });
      }
    }

  const runs: Run[] = [];
  for (const [i, learner] of learners.entries())
    for (const [k, example] of examples.entries())
      for (const run of runsOf(i, k)) {
        const isComplete = run.timeMs !== null;
        await learner.client("saveProgress", {
          body: {
            ...{ exampleId: example.id, progress: isComplete ? 100 : 40, accuracy: 90, errors: run.errors },
            ...{ isComplete, timeMs: run.timeMs ?? 900 },
          },
        });
        runs.push({ userId: learner.id, exampleId: example.id, ...run });
      }
  const titles = courses.map(({ title }) => title);
  return { admin, learners, examples, courses: titles, lessons, runs };
}

/**
 * The runs of learner `i` at example `k`. All learners complete every fourth example. Of the others some learners
 * complete them once or twice and some only start them. No one practises in the last course.
 */
function runsOf(i: number, k: number): Pick<Run, "timeMs" | "errors">[] {
  if (k >= 6 * (courseCount - 1)) return [];
  const timeMs = 1_000 + ((i * 7_919 + k * 104_729) % 90_000);
  const errors = (i + k) % 4;
  const dice = (7 * i + 3 * k + i * k) % 5;
  if (k % 4 === 0 || dice < 2)
    return dice === 1
      ? [
          { timeMs, errors },
          { timeMs: timeMs + 777, errors: errors + 1 },
        ]
      : [{ timeMs, errors }];
  return dice === 2 ? [{ timeMs: null, errors }] : [];
}

export async function registerLearner({ url }: RunningServer): Promise<Learner> {
  const username = freshName("olu");
  const body = { username, email: `${username}@example.com`, password: "correct horse" };
  const { token, user } = await anonymousClient(url)("register", { body });
  return { id: user.id, username, client: clientWith(url, token) };
}

function anonymousClient(url: string): Client {
  return createClient({ baseUrl: url, fetch });
}

function clientWith(url: string, token: string): Client {
  return createClient({ baseUrl: url, fetch, session: { token: () => token, renew: async () => null } });
}

function markdownOf(i: number): string {
  const example = (name: string, code: string) => `### ${name}\n\`\`\`text\n${code}\n\`\`\`\n`;
  const lesson = (j: number) =>
    `# Lesson ${i}.${j}\n## Chapter ${i}.${j}\n${[1, 2, 3]
      .map((k) =>
        example(
          i === 2 && k === 1 ? `${j}${longTitle}`.slice(0, 200) : `Example ${i}.${j}.${k}`,
          `let a = ${i + j + k};`,
        ),
      )
      .join("")}`;
  return `---\ntitle: Course ${i}\ndifficulty_level: beginner\n---\n${lesson(1)}${lesson(2)}`;
}

// ---------------------------------------------------------------- expected numbers

type Figures = { readonly learners: number; readonly completions: number; readonly bests: readonly number[] };

/** The dashboard's rows, in the order and the wording of the specification. */
export function expectedDashboard({ courses, lessons, examples, runs }: PracticeHistory) {
  const of = (ids: readonly number[]): Figures => {
    const runsHere = runs.filter(({ exampleId }) => ids.includes(exampleId));
    const bests = new Map<string, number>();
    for (const { userId, exampleId, timeMs } of runsHere)
      if (timeMs !== null) {
        const key = `${userId} ${exampleId}`;
        bests.set(key, Math.min(bests.get(key) ?? Infinity, timeMs));
      }
    return {
      learners: new Set(runsHere.map(({ userId }) => userId)).size,
      completions: bests.size,
      bests: [...bests.values()],
    };
  };
  const rated = <T extends { readonly inside: readonly Example[] }>(rows: readonly T[]) =>
    split(
      rows
        .map((row) => {
          const { learners, completions } = of(row.inside.map(({ id }) => id));
          const rate =
            learners === 0 ? 0 : Math.round((1_000 * completions) / (row.inside.length * learners)) / 10;
          return { ...row, learners, completions, rate };
        })
        .filter(({ learners }) => learners > 0)
        // Rows are created in the order of their ids, and sorting keeps that order among equals.
        .toSorted((a, b) => b.rate - a.rate || b.completions - a.completions),
    );
  const courseLists = rated(
    courses.map((title) => ({ title, inside: examples.filter(({ course }) => course === title) })),
  );
  const lessonLists = rated(
    lessons.map(({ title, course }) => ({
      title,
      course,
      inside: examples.filter(({ lesson }) => lesson === title),
    })),
  );
  const exampleLists = split(
    examples
      .map((example) => ({ ...example, ...of([example.id]) }))
      .filter(({ learners }) => learners > 0)
      .map((row) => ({ ...row, average: mean(row.bests) }))
      .toSorted((a, b) => b.completions - a.completions || (a.average ?? Infinity) - (b.average ?? Infinity)),
  );
  return {
    totalCompleted: of(examples.map(({ id }) => id)).completions,
    active: new Set(runs.map(({ userId }) => userId)).size,
    courses: both(courseLists, ({ title, inside, completions, rate }) => ({
      title,
      examples: inside.length,
      completions,
      rate: `${rate.toFixed(1)}%`,
    })),
    lessons: both(lessonLists, ({ title, course, rate }) => ({ title, course, rate: `${rate.toFixed(1)}%` })),
    examples: both(exampleLists, ({ title, chapter, completions, average }) => ({
      title,
      chapter,
      completions,
      average: formatAverage(average),
    })),
  };
}

/** The rows of the table of insights, in the order of `examples`. */
export function expectedInsights({ examples, runs }: PracticeHistory) {
  return examples.map((example) => {
    const runsHere = runs.filter(({ exampleId }) => exampleId === example.id);
    const learners = new Set(runsHere.map(({ userId }) => userId)).size;
    const completed = runsHere.filter(({ timeMs }) => timeMs !== null);
    const bests = [...new Set(completed.map(({ userId }) => userId))]
      .map((user) =>
        Math.min(...completed.filter(({ userId }) => userId === user).map(({ timeMs }) => timeMs ?? 0)),
      )
      .toSorted((a, b) => a - b);
    const errors = completed.reduce((sum, run) => sum + run.errors, 0);
    const row = { title: example.title, chapter: example.chapter, learners };
    if (learners < 5) return { ...row, figures: null };
    const median = ((bests[(bests.length - 1) >> 1] ?? NaN) + (bests[bests.length >> 1] ?? NaN)) / 2;
    return {
      ...row,
      figures: {
        rate: (100 * bests.length) / learners,
        median,
        perCharacter: median / example.code.length,
        errors: (100 * errors) / (errors + completed.length * example.code.length),
      },
    };
  });
}

/** 'Xm Ys' or 'X.Ys', rounded down. */
export function formatAverage(ms: number | null): string {
  if (ms === null) return "N/A";
  return ms < 60_000
    ? `${(Math.floor(ms / 100) / 10).toFixed(1)}s`
    : `${Math.floor(ms / 60_000)}m ${Math.floor((ms % 60_000) / 1_000)}s`;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The five first rows and the five last, the last one first. Of fewer than ten rows the top gets the larger half. */
function split<T>(sorted: readonly T[]): { readonly top: readonly T[]; readonly bottom: readonly T[] } {
  const top = sorted.slice(0, Math.min(5, Math.ceil(sorted.length / 2)));
  return { top, bottom: sorted.slice(Math.max(top.length, sorted.length - 5)).toReversed() };
}

function both<T, R>(lists: { readonly top: readonly T[]; readonly bottom: readonly T[] }, row: (of: T) => R) {
  return { top: lists.top.map(row), bottom: lists.bottom.map(row) };
}
