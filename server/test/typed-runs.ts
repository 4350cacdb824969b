// Runs of an example as our client sends them: the keystrokes, their log and the figures.

import { randomUUID } from "node:crypto";
import type { RequestBody, ResponseOf } from "@tabstop/contract/endpoints";
import { type Keystroke, type KeystrokeLog, replay } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { accuracy, resultMs } from "@tabstop/engine/metrics";
import { logToText, packLog } from "@tabstop/engine/packed-log";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";
import type { Person, TestServer } from "./harness.ts";

/** A published course with one example. Returns the example's id. */
export async function plantExample(
  store: Store,
  code: string,
  isPublished = true,
  language = "text",
): Promise<number> {
  const example = { title: "Typed", description: "", language, code_content: code, output: "" };
  const chapter = { title: "C", description: "", examples: [example] };
  const lessons = [{ title: "L", description: "", chapters: [chapter] }];
  const of = { title: "Typing", description: "", difficulty_level: "beginner", order_index: null } as const;
  const course = { ...of, published: isPublished, lessons };
  const { courseId } = await store.write((tx) => insertCourse(tx, { course, at: Date.UTC(2026, 10, 1) }));
  const row = await store.read((db) =>
    db
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
      .select("example.id")
      .where("lesson.course_id", "=", courseId)
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

export type TypedRun = {
  readonly keystrokes: KeystrokeLog;
  /** As it is sent. */
  readonly log: string;
  readonly timeMs: number;
  readonly errors: number;
  readonly accuracy: number;
};

type Typing = {
  readonly msPerKey?: number;
  /** Wrong keys before the first character. */
  readonly errors?: number;
};

/** Types the code character by character, at a pace that differs a little from key to key. */
export function typedRun(code: string, { msPerKey = 120, errors = 0 }: Typing = {}): TypedRun {
  const texts = [...Array.from({ length: errors }, () => "¤"), ...code];
  const keystrokes = texts.map((text, index): Keystroke => {
    const at = index * msPerKey + ((index * 7) % 5);
    return text === "\n" ? { kind: "enter", at } : { kind: "text", text, at };
  });
  return runOf(code, keystrokes);
}

/** The figures of keystrokes that complete the code. */
export function runOf(code: string, keystrokes: KeystrokeLog): TypedRun {
  const attempt = replay(code, keystrokes);
  const packed = packLog(prepare(code), keystrokes);
  if (attempt.kind !== "done" || packed === null) throw new RangeError("these keys complete nothing");
  return {
    keystrokes,
    log: logToText(packed),
    timeMs: resultMs(attempt),
    errors: attempt.errors,
    accuracy: accuracy(attempt.cursor, attempt.errors),
  };
}

type Body = RequestBody<"saveProgress">;
/** Any JSON in the fields of the evidence. */
export type SentBody = Omit<Body, "log" | "start" | "zone"> & {
  readonly log?: unknown;
  readonly start?: unknown;
  readonly zone?: unknown;
};
export type Completed = Extract<ResponseOf<"saveProgress">, { readonly checked: boolean }>;

export function bodyOf(exampleId: number, run: TypedRun, more: Partial<SentBody> = {}): SentBody {
  const { log, timeMs, errors, accuracy: percent } = run;
  const figures = { progress: 100, isComplete: true, timeMs, errors, accuracy: percent };
  return {
    exampleId,
    attemptId: randomUUID(),
    codeVersion: 1,
    ...figures,
    log,
    zone: "Europe/Berlin",
    ...more,
  };
}

export async function send(person: Person, body: SentBody): Promise<Completed> {
  return (await person.client("saveProgress", { body: body as Body })) as Completed;
}

type Timing = {
  /** How much longer than the log the server's clock says the run took, in ms. */
  readonly lateMs?: number;
  readonly more?: Partial<SentBody>;
};

/** Asks for the start, lets the time of the run pass on the server's clock, and sends the result. */
export async function complete(
  { clock }: Pick<TestServer, "clock">,
  person: Person,
  exampleId: number,
  run: TypedRun,
  { lateMs = 100, more = {} }: Timing = {},
): Promise<Completed> {
  const body = bodyOf(exampleId, run, more);
  const { start } = await startOf(person, body);
  clock.now += run.timeMs + lateMs;
  return send(person, { start, ...body });
}

export function startOf(person: Person, { attemptId = "", exampleId, codeVersion = 1 }: SentBody) {
  return person.client("startAttempt", { body: { attemptId, exampleId, codeVersion } });
}

/** The same user with a new session: tokens expire while a test moves the clock. */
export async function loggedIn(harness: TestServer, person: Person): Promise<Person> {
  const { token } = await harness.openSession(person);
  return { ...person, token, client: harness.as(token) };
}
