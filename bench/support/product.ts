// The built product as an operator runs it, with a course of examples of the lengths to measure and a logged-in
// learner, who registers with the form, so that the browser's storage is what the app writes. They have typed each
// example once, so that a ghost can race.

import type { Browser, Page } from "@playwright/test";
import { type Client, createClient } from "@tabstop/contract/client";
import type { Keystroke } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { logToText, packLog } from "@tabstop/engine/packed-log";
import { printCourse } from "@tabstop/course/markdown/print-markdown";
import { startServer } from "../../e2e/support/running-server.ts";
import { openPage, type StorageState } from "./browser.ts";
import { sampleCode } from "./sample-code.ts";
import type { Subject, Typed } from "./subject.ts";

export type Product = {
  readonly subject: Subject;
  /** The same learner with the ghost of their best run. */
  readonly ghost: Subject;
  /** The same learner in Copy, Gaps and Recall. They completed the examples two days ago, so that constructs are due. */
  readonly ways: readonly Subject[];
  readonly close: () => Promise<void>;
};

export async function startProduct(browser: Browser, lengths: readonly number[]): Promise<Product> {
  const server = await startServer({ CATALOGUE: "off", LOG_LEVEL: "warn", RATE_LIMITS: "off" });
  try {
    const lessons = await addLessons(server.url, server.admin, lengths);
    const storageState = await register(browser, server.url, lessons);
    const subjectOf = (name: keyof typeof addresses): Subject => ({
      name,
      async open(_, length, { isStill = false } = {}) {
        const lesson = lessons.get(length);
        if (lesson === undefined) throw new RangeError(`no example of ${length} characters`);
        const opened = await openPage(browser, { storageState, isStill });
        const { page } = opened;
        const ghost = name === "ghost" ? "on" : "off";
        await page.addInitScript((isOn) => localStorage.setItem("practice-ghost", isOn), ghost);
        await page.goto(`${server.url}/courses?lessonId=${lesson.lessonId}${addresses[name](lesson)}`);
        if (name.includes(" in ")) await page.locator(".code-area .blank").first().waitFor();
        await page.locator(".code-area textarea").focus();
        await page.evaluate(() => document.fonts.ready);
        await page.locator(name === "ghost" ? ".ca-rival" : ".ca-caret").waitFor();
        return { ...opened, text: sampleCode(length), typed: () => typed(page) };
      },
    });
    return {
      subject: subjectOf("product"),
      ghost: subjectOf("ghost"),
      ways: (["product", "product in Gaps", "product in Recall"] as const).map(subjectOf),
      close: () => server.dispose(),
    };
  } catch (error) {
    await server.dispose();
    throw error;
  }
}

type OnlyExample = { readonly lessonId: number; readonly exampleId: number };

/** What each page has in its address beside the lesson. */
const addresses = {
  product: () => "",
  ghost: () => "",
  "product in Gaps": ({ exampleId }: OnlyExample) => `&exampleId=${exampleId}&way=gaps`,
  "product in Recall": ({ exampleId }: OnlyExample) => `&exampleId=${exampleId}&way=recall`,
};

/** Reads the typed progress from the screen. */
async function typed(page: Page): Promise<Typed> {
  const text = await page.locator(".stats").innerText();
  const errors = Number(/(\d+)\s+errors?/.exec(text)?.[1] ?? Number.NaN);
  const percent = Number(
    await page.getByRole("progressbar", { name: "Typed" }).getAttribute("aria-valuenow"),
  );
  return { isDone: percent === 100, percent, errors };
}

/**
 * Imports a lesson of one example for each length and returns their ids by length, once all examples have their colours.
 */
async function addLessons(
  url: string,
  admin: { readonly email: string; readonly password: string },
  lengths: readonly number[],
): Promise<ReadonlyMap<number, OnlyExample>> {
  const entry = createClient({ baseUrl: url, fetch });
  const { token } = await entry("login", { body: { ...admin, rememberMe: false } });
  const session = { token: () => token, renew: async () => null };
  const client = createClient({ baseUrl: url, fetch, session });
  const markdown = printCourse({
    title: "Bench",
    description: "",
    difficulty_level: "beginner",
    order_index: null,
    lessons: lengths.map((length) => ({
      title: `${length} characters`,
      description: "",
      chapters: [
        {
          title: "One",
          description: "",
          examples: [
            {
              title: "Example",
              description: "",
              language: "javascript",
              code_content: sampleCode(length),
              output: "",
            },
          ],
        },
      ],
    })),
  });
  const { courseId } = await client("importCourseMarkdown", { body: { markdown, dryRun: false } });
  if (courseId === null) throw new TypeError("The bench's course was not imported");
  const { lessons } = await client("getCourse", { params: { courseId } });
  const ids = new Map<number, OnlyExample>();
  for (const [index, length] of lengths.entries()) {
    const lessonId = lessons[index]?.id ?? Number.NaN;
    ids.set(length, { lessonId, exampleId: await exampleWithColours(client, lessonId) });
  }
  return ids;
}

/** The id of a lesson's example, once it has its colours. */
async function exampleWithColours(client: Client, lessonId: number): Promise<number> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const lesson = await client("getLesson", { params: { lessonId } });
    const example = lesson.chapters[0]?.examples[0];
    if (example?.tokens) return example.id;
    if (Date.now() > deadline) throw new Error(`lesson ${lessonId} has no colours after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function register(
  browser: Browser,
  url: string,
  lessons: ReadonlyMap<number, OnlyExample>,
): Promise<StorageState> {
  const { page, close } = await openPage(browser);
  await page.goto(`${url}/register`);
  await page.getByLabel("Username").fill("bench");
  await page.getByLabel("Email").fill("bench@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Confirm password").fill("correct horse battery");
  await page.getByRole("button", { name: "Register" }).last().click();
  await page.waitForURL("**/courses");
  const state = await page.context().storageState();
  await close();
  const entry = createClient({ baseUrl: url, fetch });
  const { token } = await entry("login", {
    body: { email: "bench@example.com", password: "correct horse battery", rememberMe: false },
  });
  const client = createClient({
    baseUrl: url,
    fetch,
    session: { token: () => token, renew: async () => null },
  });
  for (const [length, { lessonId }] of lessons) await completeAtPace(client, lessonId, sampleCode(length));
  return state;
}

/** Completes a lesson's example with the log of a run in which a key was pressed every 80 to 200 ms. */
async function completeAtPace(client: Client, lessonId: number, text: string): Promise<void> {
  const { chapters } = await client("getLesson", { params: { lessonId } });
  const example = chapters[0]?.examples[0];
  if (example === undefined) throw new TypeError(`lesson ${lessonId} has no example`);
  let at = 0;
  const log = Array.from(text, (character, index): Keystroke => {
    at += index === 0 ? 0 : 80 + ((index * 7_919) % 120);
    return character === "\n" ? { kind: "enter", at } : { kind: "text", text: character, at };
  });
  const packed = packLog(prepare(text), log);
  if (packed === null) throw new RangeError(`no log of ${text.length} characters`);
  const result = { progress: 100, accuracy: 100, errors: 0, isComplete: true, timeMs: at };
  const evidence = {
    attemptId: crypto.randomUUID(),
    codeVersion: example.code_version,
    log: logToText(packed),
  };
  const finishedMsAgo = 2 * 86_400_000;
  await client("saveProgress", { body: { exampleId: example.id, ...result, ...evidence, finishedMsAgo } });
}
