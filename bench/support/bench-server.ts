// The server under load, in a different process from the clients, so that its CPU time is not mixed with theirs: three
// apps on one store.
//
// `product` is what `main.ts` serves. `hollow` is the same HTTP layer with the same access check and schemas, but its
// handlers return constants, so it costs what a request costs apart from its use case. `bare` is a route of Fastify and
// nothing else.
//
// server.ts starts it and exchanges messages with it.

import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { createPasswords } from "@tabstop/server/accounts/passwords/passwords";
import { createSession } from "@tabstop/server/accounts/sessions/create-session";
import { createTokens } from "@tabstop/server/accounts/sessions/tokens";
import { openCourseReader } from "@tabstop/server/authoring/course-reader";
import { importBuiltins } from "@tabstop/server/authoring/import-builtins";
import { buildApp } from "@tabstop/server/http/app";
import type { Handlers } from "@tabstop/server/http/endpoints";
import { createLog } from "@tabstop/server/log";
import { readSettings } from "@tabstop/server/settings";
import { openPostgres } from "@tabstop/server/store/postgres/open-postgres";
import { openSqlite } from "@tabstop/server/store/sqlite/open-sqlite";
import { recordCompletion } from "@tabstop/server/store/results/completions";
import { recount } from "@tabstop/server/store/results/recount";
import type { Store, Tx } from "@tabstop/server/store/store";
import { inBulk, insertLearners } from "@tabstop/server/test/many-learners";
import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { webFolder } from "./web-folder.ts";

export type BenchServerOptions = {
  /** null selects SQLite in `folder`, with a full sync at every commit. */
  readonly databaseUrl: string | null;
  readonly folder: string;
  readonly learners: number;
  /** Best times on the board of the first example. */
  readonly times: number;
  /** The folder for CPU profiles. */
  readonly profileFolder: string;
};

export type Ready = {
  readonly kind: "ready";
  readonly urls: Readonly<Record<"product" | "hollow" | "bare", string>>;
  readonly tokens: readonly string[];
  readonly lessonIds: readonly number[];
  readonly exampleIds: readonly number[];
};

/** Sent instead of `Ready`. */
export type Failed = { readonly kind: "failed"; readonly reason: string };

export type Usage = {
  readonly kind: "usage";
  /** User and system, microseconds. */
  readonly cpuUs: number;
  readonly commits: number;
};

/** Few enough that no statement comes near the time limit. */
const timesAtOnce = 250_000;

if (process.send !== undefined)
  await serve(JSON.parse(process.argv[2] ?? "{}") as BenchServerOptions).catch((error: unknown) => {
    // Its log is discarded.
    process.send?.({ kind: "failed", reason: String(error) } satisfies Failed, () => process.exit(1));
  });

async function serve(options: BenchServerOptions): Promise<void> {
  const now = Date.now;
  const log = createLog("info");
  const store =
    options.databaseUrl === null
      ? await openSqlite({ folder: options.folder, log })
      : await openPostgres({ url: options.databaseUrl, log });
  const reader = openCourseReader();
  await importBuiltins({ store, reader, now, log, folder: join(import.meta.dirname, "../../catalogue") });
  const exampleIds = await ids(store, "example");
  const onBoard = exampleIds[0] ?? 0;
  await fillBoard(store, onBoard, options.times);

  const secretKey = "a secret key for the bench, 32 and more";
  const passwords = createPasswords();
  const tokens = await createTokens(secretKey);
  const settings = readSettings({ DATA_DIR: options.folder, RATE_LIMITS: "off" });
  const nothing = () => {};
  const app = (handlers?: Handlers) =>
    buildApp({
      store,
      settings,
      secretKey,
      now,
      log,
      passwords,
      reader,
      codeChanged: nothing,
      contentChanged: nothing,
      colours: async () => null,
      mailQueued: nothing,
      webFolder: webFolder(),
      ...(handlers && { handlers }),
    });
  const learnerTokens = await createLearners(store, tokens, options.learners, onBoard);
  const product = await app();
  const response = await product.inject({
    url: `/api/courses/leaderboard/${onBoard}`,
    headers: { authorization: `Bearer ${learnerTokens[0]}` },
  });
  const board = response.json<ResponseOf<"getLeaderboard">>();
  const hollow = await app({
    saveProgress: async () => ({ saved: true }),
    getLeaderboard: async () => board,
  });

  const ready: Ready = {
    kind: "ready",
    urls: {
      product: await listen(product),
      hollow: await listen(hollow),
      bare: await listen(bareApp()),
    },
    tokens: learnerTokens,
    lessonIds: await ids(store, "lesson"),
    exampleIds,
  };
  let profiler: Session | undefined;
  process.on("message", (message) => {
    if (message === "profile") {
      profiler = startProfile();
      return;
    }
    const cpu = process.cpuUsage();
    const usage: Usage = {
      kind: "usage",
      cpuUs: cpu.user + cpu.system,
      commits: store.counters.commits,
    };
    process.send?.(usage);
  });
  process.on("disconnect", () => {
    const saved = profiler ? saveProfile(profiler, options.profileFolder) : Promise.resolve();
    void saved.finally(() => process.exit(0));
  });
  process.send?.(ready);
}

function startProfile(): Session {
  const session = new Session();
  session.connect();
  void session.post("Profiler.enable");
  void session.post("Profiler.start");
  return session;
}

async function saveProfile(session: Session, folder: string): Promise<void> {
  const { profile } = await session.post("Profiler.stop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `server-${process.pid}.cpuprofile`), JSON.stringify(profile));
}

function bareApp(): FastifyInstance {
  const app = fastify({ logger: false });
  app.get("/bare", async () => ({ ok: true }));
  return app;
}

async function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ host: "127.0.0.1", port: 0 });
}

async function ids(store: Store, table: "lesson" | "example"): Promise<readonly number[]> {
  const rows = await store.read((db) => db.selectFrom(table).select("id").orderBy("id").execute());
  return rows.map(({ id }) => id);
}

/** Accounts with a best time on the example, spread as people's times are, and all derived rows. */
async function fillBoard(store: Store, exampleId: number, times: number): Promise<void> {
  if (times === 0) return;
  const at = sql.lit(Date.now());
  await store.write((tx) => insertLearners(tx, "typist", times), { long: true });
  // The multiplications spread the times over 20 s to 280 s in an order that looks random.
  const insertTimes = async (tx: Tx) => {
    for (let from = 1; from <= times; from += timesAtOnce)
      await sql`
        insert into progress (user_id, example_id, percent, completed_at, best_time_ms, best_at, last_time_ms, last_at,
          saved_at)
        select id, ${sql.lit(exampleId)}, 100, ${at}, ms, ${at}, ms, ${at}, ${at}
        from (select id, cast(20000 + (id * 7919) % 509 * ((id * 104729) % 511) as integer) as ms
          from (select cast(id as bigint) as id from account
            where id between ${sql.lit(from)} and ${sql.lit(from + timesAtOnce - 1)}) as typist) as timed
        order by id`.execute(tx);
  };
  await store.write((tx) => inBulk(tx, ["progress"], () => insertTimes(tx)), { long: true });
  await store.write((tx) => inBulk(tx, ["learner_lesson", "learner_course"], () => recount(tx)), {
    long: true,
  });
  if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx), { long: true });
}

/** Creates accounts with a session and a time on the example; returns their access tokens. */
async function createLearners(
  store: Store,
  tokens: Awaited<ReturnType<typeof createTokens>>,
  count: number,
  exampleId: number,
): Promise<readonly string[]> {
  const issued: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = Date.now();
    const session = await store.write(async (tx) => {
      const name = `learner${i}`;
      const { id } = await tx
        .insertInto("account")
        .values({
          username: name,
          username_key: name,
          email: `${name}@example.com`,
          email_key: `${name}@example.com`,
          password_hash: "",
          role: "learner",
          profile_photo: null,
          created_at: at,
          updated_at: at,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await recordCompletion(tx, {
        userId: id,
        exampleId,
        attemptId: null,
        codeVersion: null,
        endedAt: at,
        at,
        accuracy: 97,
        errors: 3,
        timeMs: 30_000 + i * 1_500,
      });
      return createSession(tx, id, { remember: false, userAgent: "bench" }, at);
    });
    issued.push((await tokens.issue(session, at)).token);
  }
  return issued;
}
