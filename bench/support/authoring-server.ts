// The product's server for the benches of authoring, in another process, filled with a course of 50 examples that every
// learner has completed. import.ts, dashboard.ts and flood.ts start it.

import { type ChildProcess, fork } from "node:child_process";
import { createPasswords } from "@tabstop/server/accounts/passwords/passwords";
import { createSession } from "@tabstop/server/accounts/sessions/create-session";
import { createTokens } from "@tabstop/server/accounts/sessions/tokens";
import { openCourseReader } from "@tabstop/server/authoring/course-reader";
import { buildApp } from "@tabstop/server/http/app";
import { createLog } from "@tabstop/server/log";
import { readSettings } from "@tabstop/server/settings";
import { insertUser } from "@tabstop/server/store/accounts/accounts";
import { openPostgres } from "@tabstop/server/store/postgres/open-postgres";
import { openSqlite } from "@tabstop/server/store/sqlite/open-sqlite";
import type { Store } from "@tabstop/server/store/store";
import { courseOf } from "@tabstop/server/test/courses";
import { fillStore } from "@tabstop/server/test/many-learners";
import { sql } from "kysely";
import { type DatabasePlace, onEachDatabase } from "./databases.ts";
import { webFolder } from "./web-folder.ts";

export type AuthoringServerOptions = DatabasePlace & {
  /** The number of learners, each with progress in all 50 examples. */
  readonly learners: number;
  /** The number of learners who are logged in, besides one admin. */
  readonly clients: number;
};

type Ready = {
  readonly url: string;
  readonly adminToken: string;
  readonly tokens: readonly string[];
  readonly lessonIds: readonly number[];
  readonly exampleIds: readonly number[];
};

export type AuthoringServer = Ready & { stop(): Promise<void> };

async function startAuthoringServer(options: AuthoringServerOptions): Promise<AuthoringServer> {
  const child = fork(import.meta.filename, [JSON.stringify(options)], {
    execArgv: ["--import", "tsx"],
    // Its log has a line for each request, as in production, and is discarded.
    stdio: ["ignore", "inherit", "ignore", "ipc"],
  });
  const first = await firstMessage(child);
  if ("failed" in first) throw new Error(`The server did not start: ${first.failed}`);
  return {
    ...first,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.disconnect();
      }),
  };
}

/** Measures on a server with SQLite and on one with a PostgreSQL with durable settings, as the options say. */
export function onDatabases(
  chosen: { readonly sqlite?: boolean; readonly postgres: boolean },
  people: Pick<AuthoringServerOptions, "learners" | "clients">,
  measure: (title: string, server: AuthoringServer) => Promise<void>,
): Promise<void> {
  return onEachDatabase(chosen, async (title, place) => {
    const server = await startAuthoringServer({ ...place, ...people });
    try {
      await measure(title, server);
    } finally {
      await server.stop();
    }
  });
}

type Failed = { readonly failed: string };

function firstMessage(child: ChildProcess): Promise<Ready | Failed> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Ready | Failed));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

if (process.send !== undefined)
  await serve(JSON.parse(process.argv[2] ?? "{}") as AuthoringServerOptions).catch((error: unknown) => {
    // Its log is discarded.
    process.send?.({ failed: String(error) } satisfies Failed, () => process.exit(1));
  });

async function serve(options: AuthoringServerOptions): Promise<void> {
  const log = createLog("info");
  const store =
    options.databaseUrl === null
      ? await openSqlite({ folder: options.folder, log })
      : await openPostgres({ url: options.databaseUrl, log });
  await fillStore(store, courseOf("A", [5, 5], [5, 5], [5, 5], [5, 5], [5, 5]), options.learners);
  if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx));
  const secretKey = "a secret key for the bench, 32 and more";
  const tokens = await createTokens(secretKey);
  const openSession = async (name: string, role: "learner" | "admin") => {
    const at = Date.now();
    const account = { username: name, email: `${name}@example.com`, passwordHash: "-", role, at };
    const session = await store.write(async (tx) => {
      const inserted = await insertUser(tx, account);
      if (!inserted.ok) throw new RangeError(`${name} is taken`);
      return createSession(tx, inserted.user.id, { remember: false, userAgent: "bench" }, at);
    });
    return (await tokens.issue(session, at)).token;
  };
  const issued: string[] = [];
  for (let i = 0; i < options.clients; i++) issued.push(await openSession(`client${i}`, "learner"));
  const app = await buildApp({
    store,
    settings: readSettings({ DATA_DIR: options.folder, RATE_LIMITS: "off" }),
    secretKey,
    now: Date.now,
    log,
    passwords: createPasswords(),
    reader: openCourseReader(),
    codeChanged: () => {},
    contentChanged: () => {},
    colours: async () => null,
    mailQueued: () => {},
    webFolder: webFolder(),
  });
  const ready: Ready = {
    url: await app.listen({ host: "127.0.0.1", port: 0 }),
    adminToken: await openSession("admin", "admin"),
    tokens: issued,
    lessonIds: await ids(store, "lesson"),
    exampleIds: await ids(store, "example"),
  };
  process.on("disconnect", () => process.exit(0));
  process.send?.(ready);
}

async function ids(store: Store, table: "lesson" | "example"): Promise<readonly number[]> {
  const rows = await store.read((db) => db.selectFrom(table).select("id").orderBy("id").execute());
  return rows.map(({ id }) => id);
}
