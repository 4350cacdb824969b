// Creates courses for a test with requests of an admin, and sends a learner's requests about them.

import type { APIRequestContext, Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { RunningServer } from "./running-server.ts";
import { storedSession } from "./accounts.ts";
import { expect } from "./test.ts";
import { freshName } from "./typing.ts";

/** Lessons, in them chapters, in them examples: the titles are the keys, the codes the values. */
export type CourseText = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

export type TestCourse = {
  readonly title: string;
  readonly courseId: number;
  lesson(title: string): number;
  chapter(title: string): number;
  example(title: string): number;
  /** The path at which the lesson, or one of its examples, is practised. */
  address(lesson: string, example?: string): string;
};

/** Sends requests of one user. Fails the test at a status other than 2xx. */
export class ApiClient {
  readonly token: string;
  readonly #request: APIRequestContext;
  readonly #origin: string;

  constructor(request: APIRequestContext, origin: string, token: string) {
    this.#request = request;
    this.#origin = origin;
    this.token = token;
  }

  async request<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, data?: unknown): Promise<T> {
    const response = await this.#request.fetch(`${this.#origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}` },
      ...(data === undefined ? {} : { data }),
    });
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
    return (await response.json()) as T;
  }
}

const admins = new WeakMap<RunningServer, Promise<ApiClient>>();

/** The client of the server's admin, who is logged in once per server. */
export function adminApiClient(server: RunningServer, request: APIRequestContext): Promise<ApiClient> {
  const known = admins.get(server);
  if (known) return known;
  const login = (async () => {
    const response = await request.post(`${server.url}/api/auth/login`, { data: server.admin });
    expect(response.ok()).toBe(true);
    const { token } = (await response.json()) as ResponseOf<"login">;
    // A test's own context ends with the test; this one serves later tests too.
    const { request: own } = await import("@playwright/test");
    return new ApiClient(await own.newContext(), server.url, token);
  })();
  admins.set(server, login);
  return login;
}

/** The client of the learner who is logged in on this page. */
export async function apiClientOf(page: Page, server: RunningServer): Promise<ApiClient> {
  return new ApiClient(page.request, server.url, (await storedSession(page))?.token ?? "");
}

let courses = 0;

/**
 * Creates a published course. Its own title gets a suffix, so that it is no part of another course's; the other titles are
 * as given.
 * @param options.outputs what the code of an example prints, by its title
 */
export async function createCourse(
  admin: ApiClient,
  text: CourseText,
  {
    language = "text",
    level = "beginner",
    name = "Course",
    outputs = {} as Readonly<Record<string, string>>,
  } = {},
): Promise<TestCourse> {
  courses += 1;
  const title = `${name} ${process.pid}-${String(courses).padStart(4, "0")}`;
  const post = async (kind: string, data: Record<string, unknown>) =>
    (await admin.request<{ id: number }>("POST", `/admin/${kind}`, data)).id;
  const lessons = new Map<string, number>();
  const chapters = new Map<string, number>();
  const examples = new Map<string, number>();
  const courseId = await post("courses", {
    title,
    difficulty_level: level,
    description: "Made for a test.",
    order_index: 500,
  });
  for (const [lessonPlace, [lesson, inLesson]] of Object.entries(text).entries()) {
    const lessonId = await post("lessons", { title: lesson, course_id: courseId, order_index: lessonPlace });
    lessons.set(lesson, lessonId);
    for (const [chapterPlace, [chapter, inChapter]] of Object.entries(inLesson).entries()) {
      const chapterId = await post("chapters", {
        title: chapter,
        lesson_id: lessonId,
        order_index: chapterPlace,
      });
      chapters.set(chapter, chapterId);
      for (const [place, [example, code]] of Object.entries(inChapter).entries()) {
        const output = outputs[example] ?? "";
        const data = { title: example, code_content: code, language, order_index: place, output };
        examples.set(example, await post("examples", { ...data, chapter_id: chapterId }));
      }
    }
  }
  const idOf = (ids: Map<string, number>, name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new RangeError(`${name} is not in ${[...ids.keys()]}`);
    return id;
  };
  return {
    title,
    courseId,
    lesson: (name) => idOf(lessons, name),
    chapter: (name) => idOf(chapters, name),
    example: (name) => idOf(examples, name),
    address: (lesson, example) =>
      `/courses?lessonId=${idOf(lessons, lesson)}${example === undefined ? "" : `&exampleId=${idOf(examples, example)}`}`,
  };
}

/** Registers another learner, who has no page. */
export async function newApiClient(server: RunningServer, request: APIRequestContext): Promise<ApiClient> {
  const username = freshName("olu");
  const response = await request.post(`${server.url}/api/auth/register`, {
    data: { username, email: `${username}@example.com`, password: "correct horse" },
  });
  expect(response.status()).toBe(201);
  return new ApiClient(request, server.url, ((await response.json()) as ResponseOf<"register">).token);
}

/** Reports a completion of the example in this time. @param more further fields of the body */
export function completeExample(
  caller: ApiClient,
  exampleId: number,
  timeMs: number,
  more: { readonly finishedMsAgo?: number } = {},
): Promise<unknown> {
  const body = { status: "completed", time_ms: timeMs, ...more };
  return caller.request("POST", `/courses/progress/${exampleId}`, body);
}

export async function leaderboardOf(
  caller: ApiClient,
  exampleId: number,
): Promise<ResponseOf<"getLeaderboard">> {
  return caller.request("GET", `/courses/leaderboard/${exampleId}`);
}

/** The example with this learner's progress, as the lesson's response contains it. */
export async function exampleOf(caller: ApiClient, lessonId: number, exampleId: number) {
  const lesson = await caller.request<ResponseOf<"getLesson">>("GET", `/courses/lessons/${lessonId}`);
  const example = lesson.chapters.flatMap(({ examples }) => examples).find(({ id }) => id === exampleId);
  if (!example) throw new RangeError(`example ${exampleId} is not in lesson ${lessonId}`);
  return example;
}
