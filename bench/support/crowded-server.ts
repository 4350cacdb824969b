// The product's server for changes.ts, in another process: some courses that a few learners have practised, and one
// example with very many results, which is planted again before each change.

import { type ChildProcess, fork } from "node:child_process";
import { createPasswords } from "@tabstop/server/accounts/passwords/passwords";
import { createSession } from "@tabstop/server/accounts/sessions/create-session";
import { createTokens } from "@tabstop/server/accounts/sessions/tokens";
import { openClearingWorker } from "@tabstop/server/authoring/clearing-worker";
import { openCourseReader } from "@tabstop/server/authoring/course-reader";
import { buildApp } from "@tabstop/server/http/app";
import { createLog } from "@tabstop/server/log";
import { readSettings } from "@tabstop/server/settings";
import { insertUser } from "@tabstop/server/store/accounts/accounts";
import { insertCourse } from "@tabstop/server/store/content/insert-course";
import { openPostgres } from "@tabstop/server/store/postgres/open-postgres";
import { recount } from "@tabstop/server/store/results/recount";
import { openSqlite } from "@tabstop/server/store/sqlite/open-sqlite";
import type { Store, Tx } from "@tabstop/server/store/store";
import { courseOf } from "@tabstop/server/test/courses";
import { fillStore, inBulk, insertLearners } from "@tabstop/server/test/many-learners";
import { sql } from "kysely";
import type { DatabasePlace } from "./databases.ts";
import { webFolder } from "./web-folder.ts";

export type CrowdedServerOptions = DatabasePlace & {
  /** Results of the crowded example, each of another learner. */
  readonly results: number;
  /** The number of learners who are logged in, besides one admin. */
  readonly clients: number;
};

export const password = "the password of the bench";

/** The crowded example and what it is in; each of these contains nothing else. */
export type Crowd = {
  readonly courseId: number;
  readonly lessonId: number;
  readonly chapterId: number;
  readonly exampleId: number;
};

type Ready = {
  readonly url: string;
  readonly adminToken: string;
  readonly tokens: readonly string[];
  /** Of the other courses. */
  readonly lessonIds: readonly number[];
  readonly exampleIds: readonly number[];
  /** Two other courses to which content can be moved. */
  readonly targets: readonly [Crowd, Crowd];
};

export type CrowdedServer = Ready & {
  /** Plants a course with the crowded example. */
  plant(): Promise<Crowd>;
  /** Resolves when everything is cleared behind the last change. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

export async function startCrowdedServer(options: CrowdedServerOptions): Promise<CrowdedServer> {
  const child = fork(import.meta.filename, [JSON.stringify(options)], {
    execArgv: ["--import", "tsx"],
    // Its log has a line for each request, as in production, and is discarded.
    stdio: ["ignore", "inherit", "ignore", "ipc"],
  });
  const ready = await answer<Ready>(child);
  const request = <T>(what: "plant" | "settled"): Promise<T> => {
    child.send(what);
    return answer<T>(child);
  };
  return {
    ...ready,
    plant: () => request<Crowd>("plant"),
    settled: () => request("settled"),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.disconnect();
      }),
  };
}

type Answer<T> = { readonly value: T } | { readonly failed: string };

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`The server ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      const given = message as Answer<T>;
      if ("failed" in given) reject(new Error(`The server failed: ${given.failed}`));
      else resolve(given.value);
    });
  });
}

function reply(work: Promise<unknown>): void {
  work.then(
    (value) => process.send?.({ value }),
    // Its log is discarded.
    (error: unknown) => process.send?.({ failed: String(error) }, () => process.exit(1)),
  );
}

if (process.send !== undefined) reply(serve(JSON.parse(process.argv[2] ?? "{}") as CrowdedServerOptions));

async function serve(options: CrowdedServerOptions): Promise<Ready> {
  const log = createLog("info");
  const store =
    options.databaseUrl === null
      ? await openSqlite({ folder: options.folder, log })
      : await openPostgres({ url: options.databaseUrl, log });
  await fillStore(store, courseOf("A", [5, 5], [5, 5], [5, 5]), 200);
  const [lessonIds, exampleIds] = [await ids(store, "lesson"), await ids(store, "example")];
  await store.write((tx) => insertLearners(tx, "typist", options.results), { long: true });
  const targets = [await plantCourse(store, "Here"), await plantCourse(store, "There")] as const;

  const secretKey = "a secret key for the bench, 32 and more";
  const tokens = await createTokens(secretKey);
  const passwords = createPasswords();
  const passwordHash = await passwords.hash(password);
  const openSession = async (name: string, role: "learner" | "admin") => {
    const at = Date.now();
    const session = await store.write(async (tx) => {
      const account = { username: name, email: `${name}@example.com`, passwordHash, role, at };
      const inserted = await insertUser(tx, account);
      if (!inserted.ok) throw new RangeError(`${name} is taken`);
      return createSession(tx, inserted.user.id, { remember: false, userAgent: "bench" }, at);
    });
    return (await tokens.issue(session, at)).token;
  };
  const issued: string[] = [];
  for (let i = 0; i < options.clients; i++) issued.push(await openSession(`client${i}`, "learner"));
  const worker = openClearingWorker({ store, log });
  const app = await buildApp({
    store,
    settings: readSettings({ DATA_DIR: options.folder, RATE_LIMITS: "off" }),
    secretKey,
    now: Date.now,
    log,
    passwords,
    reader: openCourseReader(),
    codeChanged: () => {},
    contentChanged: () => worker.wake(),
    colours: async () => null,
    mailQueued: () => {},
    webFolder: webFolder(),
  });
  process.on("message", (message) => {
    reply(message === "plant" ? plant(store, options.results) : worker.settled());
  });
  process.on("disconnect", () => process.exit(0));
  return {
    url: await app.listen({ host: "127.0.0.1", port: 0 }),
    adminToken: await openSession("admin", "admin"),
    tokens: issued,
    lessonIds,
    exampleIds,
    targets,
  };
}

async function ids(store: Store, table: "lesson" | "example"): Promise<readonly number[]> {
  const rows = await store.read((db) => db.selectFrom(table).select("id").orderBy("id").execute());
  return rows.map(({ id }) => id);
}

async function plantCourse(store: Store, title: string): Promise<Crowd> {
  const { courseId } = await store.write((tx) =>
    insertCourse(tx, { course: courseOf(title, [1]), at: Date.now() }),
  );
  return store.read((db) =>
    db
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
      .select(["example.id as exampleId", "chapter.id as chapterId"])
      .select(["lesson.id as lessonId", "lesson.course_id as courseId"])
      .where("lesson.course_id", "=", courseId)
      .executeTakeFirstOrThrow(),
  );
}

/** Few enough that no statement comes near the time limit. */
const atOnce = 100_000;

async function plant(store: Store, results: number): Promise<Crowd> {
  const crowd = await plantCourse(store, "Crowded");
  const { first } = await store.read((db) =>
    db
      .selectFrom("account")
      .select((eb) => eb.fn.min("id").as("first"))
      .where("username", "like", "typist%")
      .executeTakeFirstOrThrow(),
  );
  await store.write(
    (tx) => inBulk(tx, ["progress", "attempt"], () => insertResults(tx, crowd.exampleId, first, results)),
    { long: true },
  );
  await store.write((tx) => inBulk(tx, ["learner_lesson", "learner_course"], () => recount(tx)), {
    long: true,
  });
  if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx), { long: true });
  return crowd;
}

// The multiplications spread the times over 20 s to 280 s in an order that looks random.
async function insertResults(tx: Tx, exampleId: number, first: number, results: number): Promise<void> {
  const at = sql.lit(Date.now());
  const example = sql.lit(exampleId);
  for (let from = first; from < first + results; from += atOnce) {
    const these = sql`user_id between ${sql.lit(from)} and ${sql.lit(Math.min(from + atOnce, first + results) - 1)}`;
    await sql`
      insert into progress (user_id, example_id, percent, completed_at, best_time_ms, best_at, best_unchecked_because,
        last_time_ms, last_at, saved_at)
      select user_id, ${example}, 100, ${at}, ms, ${at}, 'none', ms, ${at}, ${at}
      from (select user_id, cast(20000 + (user_id * 7919) % 509 * ((user_id * 104729) % 511) as integer) as ms
        from (select cast(id as bigint) as user_id from account) as typist where ${these}) as timed
      order by user_id`.execute(tx);
    await sql`
      insert into attempt
        (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, code_version, accuracy, errors,
          answer_best_ms, answer_last_ms, answer_is_record)
      select user_id, example_id, '01234567-89ab-4def-8123-' || (100000000000 + user_id), 1, best_time_ms, best_at,
        best_at, 1, 95, 2, best_time_ms, best_time_ms, 1
      from progress where example_id = ${example} and ${these} order by user_id`.execute(tx);
  }
}
