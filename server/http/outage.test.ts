// The database becomes unreachable and returns, or its disk is full. Requests get a 503 or 507 in time, acknowledged
// work is not lost, and the server needs no restart.

import { expect, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { StorageFull, type Store, StoreUnavailable } from "../store/store.ts";
import {
  type Opener,
  openServer,
  openers,
  type Person,
  sqliteOpener,
  type TestServer,
} from "../test/harness.ts";
import { startPostgres } from "../test/postgres.ts";
import { queryPostgres } from "../test/postgres-query.ts";
import { addSampleCourse } from "../test/sample-course.ts";

const run = (exampleId: number, progress: number) => ({
  exampleId,
  progress,
  accuracy: 100,
  errors: 0,
  isComplete: false,
  timeMs: 1_000,
});

type Outcome = { status: number; code: string | null; retryAfter: string | null; ms: number };

async function outcomeOf(
  harness: TestServer,
  person: Person,
  what: "read" | "write" | "login" | "health" | "ready",
): Promise<Outcome> {
  const startedAt = performance.now();
  const response = await harness.app.inject({
    ...(what === "read" && { url: "/api/auth/profile" }),
    ...(what === "health" && { url: "/api/health" }),
    ...(what === "ready" && { url: "/api/ready" }),
    ...(what === "write" && { method: "POST" as const, url: "/api/auth/logout" }),
    ...(what === "login" && {
      method: "POST" as const,
      url: "/api/auth/login",
      payload: { email: person.email, password: person.password },
    }),
    headers: what === "login" ? {} : { authorization: `Bearer ${person.token}` },
  });
  return {
    status: response.statusCode,
    code: response.json().code ?? null,
    retryAfter: (response.headers["retry-after"] as string | undefined) ?? null,
    ms: performance.now() - startedAt,
  };
}

async function within(ms: number, done: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await done()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

test("while PostgreSQL is down requests get a 503 in time, and succeed again when it is back [SEC-126]", {
  timeout: 120_000,
}, async () => {
  const server = await startPostgres();
  // For speed, the tests' PostgreSQL may lose its last commits in a crash. Here it must not.
  await queryPostgres(server.url("postgres"), "alter database postgres set synchronous_commit = on");
  const opener: Opener = {
    name: "postgres",
    async open(log) {
      const url = server.url("postgres");
      const store = await openPostgres({ url, ...(log && { log }) });
      return { store, place: url, reopen: () => openPostgres({ url }), remove: () => store.close() };
    },
  };
  const harness = await openServer(opener);
  try {
    const at = await addSampleCourse(harness.store, harness.clock.now);
    const mira = await harness.register("mira");
    const eve = await harness.register("eve");
    await mira.client("saveProgress", { body: run(at.exampleId, 37) });

    await server.crash();
    for (const what of ["read", "write", "login", "health", "ready"] as const) {
      const response = await outcomeOf(harness, eve, what);
      expect(response).toMatchObject({ status: 503, code: "UNAVAILABLE", retryAfter: "2" });
      expect(response.ms).toBeLessThan(5_000);
    }
    const open = await harness.app.inject({ url: "/api/test" });
    const page = await harness.app.inject({ url: "/courses", headers: { accept: "text/html" } });
    expect([open.statusCode, page.statusCode]).toEqual([200, 200]);

    await server.restart();
    expect(await within(5_000, async () => (await outcomeOf(harness, eve, "read")).status === 200)).toBe(
      true,
    );
    expect((await outcomeOf(harness, eve, "health")).status).toBe(200);
    expect((await outcomeOf(harness, eve, "ready")).status).toBe(200);
    expect((await outcomeOf(harness, eve, "login")).status).toBe(200);
    const lesson = await mira.client("getLesson", { params: { lessonId: at.lessonId } });
    expect(lesson.chapters[0]?.examples[0]?.progress).toBe(37);
    expect((await outcomeOf(harness, eve, "write")).status).toBe(200);
  } finally {
    await harness.close();
    await server.stop();
  }
});

test("while connections are cut repeatedly, requests get 200 or 503, and nothing acknowledged is lost", {
  timeout: 60_000,
}, async () => {
  const harness = await openServer(openers.find(({ name }) => name === "postgres") as Opener);
  try {
    const at = await addSampleCourse(harness.store, harness.clock.now);
    const people = await Promise.all(["ann", "bob", "cat", "dan"].map((name) => harness.register(name)));
    const acknowledged = new Map<Person, number>();
    const statuses = new Map<number, number>();
    // After every few saves of one client, while saves of other clients are in progress.
    let cuts = 0;
    const cut = async () => {
      cuts++;
      await queryPostgres(
        harness.place,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    };
    await Promise.all(
      people.map(async (person, n) => {
        for (let progress = 1; progress <= 100 && cuts < 12; progress++) {
          const response = await harness.app.inject({
            method: "POST",
            url: "/api/courses/progress",
            headers: { authorization: `Bearer ${person.token}` },
            payload: run(at.exampleId, progress),
          });
          statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
          if (response.statusCode === 200) acknowledged.set(person, progress);
          if (n === 0 && progress % 4 === 0) await cut();
        }
      }),
    );
    expect(cuts).toBe(12);
    expect(new Set(statuses.keys())).toEqual(new Set([200, 503]));
    for (const person of people) {
      expect(await within(5_000, async () => (await outcomeOf(harness, person, "read")).status === 200)).toBe(
        true,
      );
      const lesson = await person.client("getLesson", { params: { lessonId: at.lessonId } });
      expect(lesson.chapters[0]?.examples[0]?.progress).toBeGreaterThanOrEqual(acknowledged.get(person) ?? 0);
    }
  } finally {
    await harness.close();
  }
});

/** Wraps the real store so that its reads or writes fail on demand. */
function failing() {
  const fails: { read: Error | null; write: Error | null } = { read: null, write: null };
  const wrapStore = (store: Store): Store => ({
    ...store,
    read: (query) => (fails.read ? Promise.reject(fails.read) : store.read(query)),
    write: (...args) => (fails.write ? Promise.reject(fails.write) : store.write(...args)),
  });
  return { fails, wrapStore };
}

test.each(openers)("with a full disk, saving is refused and reading works ($name)", async (opener) => {
  const { fails, wrapStore } = failing();
  const harness = await openServer(opener, { wrapStore });
  try {
    const at = await addSampleCourse(harness.store, harness.clock.now);
    const mira = await harness.register("mira");
    fails.write = new StorageFull("ENOSPC");
    // The first use of a new token writes to the session. That this fails must not prevent reading.
    expect(await mira.client("getProfile")).toMatchObject({ username: "mira" });
    await expect(mira.client("saveProgress", { body: run(at.exampleId, 5) })).rejects.toMatchObject({
      status: 507,
      code: "STORAGE_FULL",
      message: "The server has no room left to save this.",
    });
    await expect(mira.client("logout")).rejects.toMatchObject({ status: 507 });
    fails.write = null;
    expect(await mira.client("saveProgress", { body: run(at.exampleId, 5) })).toEqual({ saved: true });
  } finally {
    await harness.close();
  }
});

test("a database that does not respond at all makes a server not ready, within the limit of a proxy's check", async () => {
  let isSilent = false;
  const wrapStore = (store: Store): Store => ({
    ...store,
    ping: () => (isSilent ? new Promise<void>(() => {}) : store.ping()),
  });
  const harness = await openServer(sqliteOpener, { wrapStore });
  try {
    const ready = () => harness.app.inject({ url: "/api/ready" });
    expect((await ready()).json()).toEqual({ status: "ready" });
    isSilent = true;
    // It has a limit of its own: without one, this waits for that of the test.
    const response = await ready();
    expect([response.statusCode, response.json().code]).toEqual([503, "UNAVAILABLE"]);
    isSilent = false;
    expect((await ready()).statusCode).toBe(200);
  } finally {
    await harness.close();
  }
});

test.each(openers)("no error message of the store is in a response ($name) [SEC-122]", async (opener) => {
  const { fails, wrapStore } = failing();
  const harness = await openServer(opener, { wrapStore });
  try {
    const mira = await harness.register("mira");
    for (const [error, status, code] of [
      [new StoreUnavailable("connect ECONNREFUSED 10.1.2.3:5432"), 503, "UNAVAILABLE"],
      [new TypeError("select * from account where password_hash = 'x'"), 500, "INTERNAL"],
      [new RangeError("37 of 36"), 500, "INTERNAL"],
    ] as const) {
      fails.read = error;
      const response = await harness.app.inject({
        url: "/api/auth/profile",
        headers: { authorization: `Bearer ${mira.token}` },
      });
      expect([response.statusCode, response.json().code]).toEqual([status, code]);
      expect(response.body).not.toContain(error.message);
      expect(harness.log.join("")).toContain(JSON.stringify(error.message).slice(1, -1));
    }
  } finally {
    await harness.close();
  }
});
