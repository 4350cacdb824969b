// The database goes away and comes back, or its disk is full: requests are answered 503 or 507 in time, what was
// acknowledged is there, and work goes on without a restart.

import { expect, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { StorageFull, type Store, StoreUnavailable } from "../store/store.ts";
import { type Opener, openServer, openers, type Person, type TestServer } from "../test/harness.ts";
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

type Asked = { status: number; code: string | null; retryAfter: string | null; ms: number };

async function asked(
  it: TestServer,
  person: Person,
  what: "read" | "write" | "login" | "health",
): Promise<Asked> {
  const begun = performance.now();
  const answer = await it.app.inject({
    ...(what === "read" && { url: "/api/auth/profile" }),
    ...(what === "health" && { url: "/api/health" }),
    ...(what === "write" && { method: "POST" as const, url: "/api/auth/logout" }),
    ...(what === "login" && {
      method: "POST" as const,
      url: "/api/auth/login",
      payload: { email: person.email, password: person.password },
    }),
    headers: what === "login" ? {} : { authorization: `Bearer ${person.token}` },
  });
  return {
    status: answer.statusCode,
    code: answer.json().code ?? null,
    retryAfter: (answer.headers["retry-after"] as string | undefined) ?? null,
    ms: performance.now() - begun,
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

test("a PostgreSQL that crashes costs 503s in time, and is used again when it is back [SEC-126]", {
  timeout: 120_000,
}, async () => {
  const server = await startPostgres();
  // The tests' server is quick and forgets the last moments when it crashes; here it must not.
  await queryPostgres(server.url("postgres"), "alter database postgres set synchronous_commit = on");
  const opener: Opener = {
    name: "postgres",
    async open(log) {
      const url = server.url("postgres");
      const store = await openPostgres({ url, ...(log && { log }) });
      return { store, place: url, reopen: () => openPostgres({ url }), remove: () => store.close() };
    },
  };
  const it = await openServer(opener);
  try {
    const at = await addSampleCourse(it.store, it.clock.now);
    const mira = await it.register("mira");
    const eve = await it.register("eve");
    await mira.client("saveProgress", { body: run(at.exampleId, 37) });

    await server.crash();
    for (const what of ["read", "write", "login", "health"] as const) {
      const answer = await asked(it, eve, what);
      expect(answer).toMatchObject({ status: 503, code: "UNAVAILABLE", retryAfter: "2" });
      expect(answer.ms).toBeLessThan(5_000);
    }
    const open = await it.app.inject({ url: "/api/test" });
    const page = await it.app.inject({ url: "/courses", headers: { accept: "text/html" } });
    expect([open.statusCode, page.statusCode]).toEqual([200, 200]);

    await server.restart();
    expect(await within(5_000, async () => (await asked(it, eve, "read")).status === 200)).toBe(true);
    expect((await asked(it, eve, "health")).status).toBe(200);
    expect((await asked(it, eve, "login")).status).toBe(200);
    const lesson = await mira.client("getLesson", { params: { lessonId: at.lessonId } });
    expect(lesson.chapters[0]?.examples[0]?.progress).toBe(37);
    expect((await asked(it, eve, "write")).status).toBe(200);
  } finally {
    await it.close();
    await server.stop();
  }
});

test("connections cut again and again in the middle of work: 200 or 503, and nothing acknowledged is lost", {
  timeout: 60_000,
}, async () => {
  const it = await openServer(openers.find(({ name }) => name === "postgres") as Opener);
  try {
    const at = await addSampleCourse(it.store, it.clock.now);
    const people = await Promise.all(["ann", "bob", "cat", "dan"].map((name) => it.register(name)));
    const acknowledged = new Map<Person, number>();
    const statuses = new Map<number, number>();
    // Always in the middle of work: after every few saves, while the others' are under way.
    let cuts = 0;
    const cut = async () => {
      cuts++;
      await queryPostgres(
        it.place,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    };
    await Promise.all(
      people.map(async (person, n) => {
        for (let progress = 1; progress <= 100 && cuts < 12; progress++) {
          const answer = await it.app.inject({
            method: "POST",
            url: "/api/courses/progress",
            headers: { authorization: `Bearer ${person.token}` },
            payload: run(at.exampleId, progress),
          });
          statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
          if (answer.statusCode === 200) acknowledged.set(person, progress);
          if (n === 0 && progress % 4 === 0) await cut();
        }
      }),
    );
    expect(cuts).toBe(12);
    expect(new Set(statuses.keys())).toEqual(new Set([200, 503]));
    for (const person of people) {
      expect(await within(5_000, async () => (await asked(it, person, "read")).status === 200)).toBe(true);
      const lesson = await person.client("getLesson", { params: { lessonId: at.lessonId } });
      expect(lesson.chapters[0]?.examples[0]?.progress).toBeGreaterThanOrEqual(acknowledged.get(person) ?? 0);
    }
  } finally {
    await it.close();
  }
});

/** The real store, whose doors can be told to fail. */
function failing() {
  const fails: { read: Error | null; write: Error | null } = { read: null, write: null };
  const wrapStore = (store: Store): Store => ({
    ...store,
    read: (ask) => (fails.read ? Promise.reject(fails.read) : store.read(ask)),
    write: (...args) => (fails.write ? Promise.reject(fails.write) : store.write(...args)),
  });
  return { fails, wrapStore };
}

test.each(openers)("a full disk refuses what saves and lets read ($name)", async (opener) => {
  const { fails, wrapStore } = failing();
  const it = await openServer(opener, { wrapStore });
  try {
    const at = await addSampleCourse(it.store, it.clock.now);
    const mira = await it.register("mira");
    fails.write = new StorageFull("ENOSPC");
    // The first use of a new pair is noted with a write, which must not keep anybody from reading.
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
    await it.close();
  }
});

test.each(openers)(
  "whatever the store says, nothing of it reaches the answer ($name) [SEC-122]",
  async (opener) => {
    const { fails, wrapStore } = failing();
    const it = await openServer(opener, { wrapStore });
    try {
      const mira = await it.register("mira");
      for (const [error, status, code] of [
        [new StoreUnavailable("connect ECONNREFUSED 10.1.2.3:5432"), 503, "UNAVAILABLE"],
        [new TypeError("select * from account where password_hash = 'x'"), 500, "INTERNAL"],
        [new RangeError("37 of 36"), 500, "INTERNAL"],
      ] as const) {
        fails.read = error;
        const answer = await it.app.inject({
          url: "/api/auth/profile",
          headers: { authorization: `Bearer ${mira.token}` },
        });
        expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
        expect(answer.body).not.toContain(error.message);
        expect(it.log.join("")).toContain(JSON.stringify(error.message).slice(1, -1));
      }
    } finally {
      await it.close();
    }
  },
);
