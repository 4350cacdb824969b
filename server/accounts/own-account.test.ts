// What a logged-in user can do with their own account: through the whole server, on both databases.

import { countUntil } from "../statistics/construct-counter.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { listAudit } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";
import { openers, type Person, type ServerOptions, type TestServer, serverForTest } from "../test/harness.ts";
import { halves } from "../test/images.ts";
import { plantMemory } from "../test/plant-memory.ts";
import { plantRun } from "../test/plant-run.ts";
import { addSampleCourse } from "../test/sample-course.ts";

const invalidToken = { status: 401, code: "TOKEN_INVALID" };

describe.each(openers)("$name", (opener) => {
  const server = (options?: ServerOptions) => serverForTest(opener, options);
  const auditOf = ({ store }: TestServer, userId: number) =>
    store.read(async (db) => (await listAudit(db, userId, 100)).map(({ kind }) => kind));

  test("a new password ends every other session immediately, and only the new password logs in [SEC-42]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const elsewhere = await harness.openSession(mira);
    const other = await harness.register("other");
    const answer = await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "quite another" },
    });
    expect(answer).toEqual({ message: expect.any(String) });
    expect((await mira.client("getProfile")).username).toBe("mira");
    expect((await other.client("getProfile")).username).toBe("other");
    await expect(harness.as(elsewhere.token)("getProfile")).rejects.toMatchObject(invalidToken);
    await expect(
      harness.client("refresh", { body: { refreshToken: elsewhere.refreshToken } }),
    ).rejects.toMatchObject({ code: "REFRESH_INVALID" });
    const logIn = (password: string) => harness.client("login", { body: { email: mira.email, password } });
    await expect(logIn(mira.password)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect((await logIn("quite another")).user.id).toBe(mira.id);
    expect((await auditOf(harness, mira.id)).slice(0, 3)).toEqual([
      "sign_in",
      "sign_in_failed",
      "password_changed",
    ]);
  });

  test("a wrong current password is reported at its field and changes nothing [SEC-43]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const elsewhere = await harness.openSession(mira);
    const change = (body: object) => mira.client("changePassword", { body: body as never });
    await expect(change({ currentPassword: "wrong", newPassword: "123456" })).rejects.toMatchObject({
      status: 400,
      code: "WRONG_PASSWORD",
      message: "Current password is not correct.",
      details: [{ path: "currentPassword", message: "Current password is not correct." }],
    });
    for (const [body, message] of [
      [
        { currentPassword: mira.password, newPassword: "12345" },
        "New password must be at least 6 characters long",
      ],
      [{ currentPassword: "", newPassword: "123456" }, "All fields are required"],
    ] as const)
      await expect(change(body)).rejects.toMatchObject({ status: 400, code: "INVALID", message });
    expect((await harness.as(elsewhere.token)("getProfile")).username).toBe("mira");
    expect((await harness.client("login", { body: mira })).user.id).toBe(mira.id);
  });

  test("of two concurrent changes of one password, one succeeds", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const results = await Promise.allSettled(
      ["first new one", "second new one"].map((newPassword) =>
        mira.client("changePassword", { body: { currentPassword: mira.password, newPassword } }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "WRONG_PASSWORD" },
    });
  });

  test("users see their own sessions and can end one of them or all others [SEC-73]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const other = await harness.register("other");
    harness.clock.now += 60_000;
    const phone = await harness.openSession(mira);
    const library = await harness.openSession(mira);
    harness.clock.now += 600_000;
    const { sessions } = await mira.client("listSessions");
    expect(sessions.map(({ id, current }) => [id, current])).toEqual(
      expect.arrayContaining([
        [phone.sessionId, false],
        [library.sessionId, false],
        [expect.any(String), true],
      ]),
    );
    expect(sessions).toHaveLength(3);
    expect(sessions.find(({ id }) => id === phone.sessionId)).toEqual({
      id: phone.sessionId,
      created_at: "2026-11-27T12:01:00.000Z",
      last_used_at: "2026-11-27T12:01:00.000Z",
      user_agent: "test",
      current: false,
    });
    expect(sessions.find(({ current }) => current)?.last_used_at).toBe("2026-11-27T12:11:00.000Z");

    const end = (sessionId: string, as = mira) => as.client("endSession", { params: { sessionId } });
    const notFound = { status: 404, code: "NOT_FOUND" };
    await expect(end(phone.sessionId, other)).rejects.toMatchObject(notFound);
    await end(phone.sessionId);
    await expect(end(phone.sessionId)).rejects.toMatchObject(notFound);
    await expect(end("no-such-one")).rejects.toMatchObject(notFound);
    await expect(harness.as(phone.token)("getProfile")).rejects.toMatchObject(invalidToken);

    await harness.openSession(mira);
    expect(await mira.client("endOtherSessions")).toEqual({ message: "2 other sign-ins have ended." });
    await expect(harness.as(library.token)("getProfile")).rejects.toMatchObject(invalidToken);
    expect((await mira.client("listSessions")).sessions.map(({ current }) => current)).toEqual([true]);
    expect((await other.client("getProfile")).username).toBe("other");

    const [own] = (await mira.client("listSessions")).sessions;
    await end(own?.id ?? "");
    await expect(mira.client("getProfile")).rejects.toMatchObject(invalidToken);
  });

  test("an expired session is neither listed nor can it be ended", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const short = await harness.openSession(mira);
    const long = await harness.openSession(mira, true);
    harness.clock.now += 24 * 3_600_000;
    const pair = await harness.client("refresh", { body: { refreshToken: long.refreshToken } });
    const client = harness.as(pair.token);
    expect((await client("listSessions")).sessions.map(({ id }) => id)).toEqual([long.sessionId]);
    await expect(client("endSession", { params: { sessionId: short.sessionId } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  const everything = async ({ store }: TestServer) => {
    const { rows: names } = await store.read((db) =>
      (store.dialect === "sqlite"
        ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
        : sql<{
            name: string;
          }>`select table_name as name from information_schema.tables where table_schema = 'public'`
      ).execute(db),
    );
    const tables = names.map(({ name }) => name);
    expect(tables.length).toBeGreaterThan(20);
    const rows = await store.read((db) =>
      Promise.all(
        tables.map((table) =>
          db
            .selectFrom(table as "account")
            .selectAll()
            .execute(),
        ),
      ),
    );
    return Object.fromEntries(tables.map((table, n) => [table, JSON.stringify(rows[n])]));
  };
  const runsOf = async (store: Store) =>
    (await store.read((db) => db.selectFrom("run").select("user_id").execute())).length;
  const photoOf = async () => halves(40, 40).png().toBuffer();
  /** A user with progress, times, a photo, a second session and queued mail. */
  const busyLearner = async (harness: TestServer, name: string) => {
    const at = await addSampleCourse(harness.store, harness.clock.now);
    const mira = await harness.register(name);
    await harness.openSession(mira);
    await mira.client("saveProgress", {
      body: {
        exampleId: at.exampleId,
        progress: 40,
        accuracy: 90,
        errors: 1,
        isComplete: false,
        timeMs: 900,
      },
    });
    await mira.client("completeExample", {
      params: { exampleId: at.exampleId },
      body: { status: "completed", time_ms: 4_321 },
    });
    const bytes = await photoOf();
    const boundary = "x-boundary";
    const { statusCode } = await harness.app.inject({
      method: "POST",
      url: "/api/auth/profile-photo",
      headers: {
        authorization: `Bearer ${mira.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="profilePhoto"; filename="a.png"\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    expect(statusCode).toBe(200);
    await harness.client("forgotPassword", { body: { email: mira.email } });
    return { mira, at };
  };

  const plantPersonal = async (
    { store, clock }: TestServer,
    { id, client }: Person,
    example_id: number,
    more: Partial<Parameters<typeof plantRun>[1]> = {},
  ) => {
    await plantRun(store, {
      ...{ user_id: id, example_id, ended_at: clock.now, kept: 1, keystrokes: 3, errors: 1, accuracy: 50 },
      ...{ log: Uint8Array.of(1, 0, 33, 2, 121, 122, 4), notes: '[{"kind":"canary"}]', ...more },
    });
    await plantMemory(store, { user_id: id, example_id }, more.zone ?? "=>");
    await client("updatePreferences", {
      body: { sendsKeystrokes: false, isOfferSeen: true, goalMinutes: 20 },
    });
    const removed = { user_id: id, example_id, code_version: 1, time_ms: 77 };
    await store.write((tx) => tx.insertInto("removed_time").values(removed).execute());
  };

  test("deleting an account deletes all its data, and the audit log keeps only its id [SEC-70]", async () => {
    const harness = await server();
    const { mira, at } = await busyLearner(harness, "canary-mira");
    const other = await harness.register("other");
    await plantPersonal(harness, mira, at.exampleId);
    const photo = (await mira.client("getProfile")).profile_photo as string;
    await expect(mira.client("deleteAccount", { body: { currentPassword: "wrong" } })).rejects.toMatchObject({
      status: 400,
      code: "WRONG_PASSWORD",
      details: [{ path: "currentPassword" }],
    });
    expect(await mira.client("deleteAccount", { body: { currentPassword: mira.password } })).toEqual({
      message: "Your account has been deleted.",
    });
    await expect(mira.client("getProfile")).rejects.toMatchObject(invalidToken);
    await expect(
      harness.client("refresh", { body: { refreshToken: mira.refreshToken } }),
    ).rejects.toMatchObject({
      status: 401,
    });
    await expect(harness.client("login", { body: mira })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    expect((await harness.app.inject({ url: photo })).statusCode).toBe(404);
    expect(await harness.deliverMail()).toBe(0);
    expect(
      (await other.client("getLeaderboard", { params: { exampleId: at.exampleId } })).leaderboard,
    ).toEqual([]);

    for (const [table, rows] of Object.entries(await everything(harness))) {
      expect([table, rows.includes("canary")]).toEqual([table, false]);
      if (table !== "audit_entry")
        expect([table, rows.includes(`"user_id":${mira.id},`)]).toEqual([table, false]);
    }
    expect((await auditOf(harness, mira.id)).slice(0, 2)).toEqual(["account_deleted", "password_wrong"]);
    expect((await harness.register("canary-mira")).id).not.toBe(mira.id);
  });

  test("an account with many long logs is deleted in short transactions, and others keep theirs [SEC-232]", async () => {
    const batches: number[] = [];
    const wrapStore = (store: Store): Store => ({
      ...store,
      counters: store.counters,
      write: async (run, options) => {
        const before = await runsOf(store);
        const result = await store.write(run, options);
        batches.push(before - (await runsOf(store)));
        return result;
      },
    });
    const harness = await server({ wrapStore });
    const [mira, other] = [await harness.register("mira"), await harness.register("other")];
    const { exampleId: example_id } = await addSampleCourse(harness.store, harness.clock.now);
    const log = new Uint8Array(65_536).fill(1);
    const many = 230;
    for (let n = 0; n < many; n++)
      await plantRun(harness.store, { user_id: mira.id, example_id, ended_at: n, log });
    await plantRun(harness.store, { user_id: other.id, example_id, ended_at: 1, log, kept: 1 });
    batches.length = 0;
    await mira.client("deleteAccount", { body: { currentPassword: mira.password } });
    expect(batches.reduce((sum, rows) => sum + rows)).toBe(many);
    expect(Math.max(...batches)).toBeLessThanOrEqual(100);
    expect(await runsOf(harness.store)).toBe(1);
  });

  test("an account with 100,000 cards is deleted in short transactions, and others keep theirs [SEC-234]", async () => {
    const tables = ["memory", "review_run", "cost", "slip", "practice_day"] as const;
    const countOf = async (store: Store, userId: number) => {
      const counts = await store.read((db) =>
        Promise.all(
          tables.map(async (table) => {
            const rows = sql<{ n: number }>`
              select count(*) as n from ${sql.table(table)} where user_id = ${userId}`;
            return Number((await rows.execute(db)).rows[0]?.n);
          }),
        ),
      );
      return counts.reduce((sum, n) => sum + n);
    };
    const batches: number[] = [];
    let left: number | null = null;
    const wrapStore = (store: Store): Store => ({
      ...store,
      counters: store.counters,
      write: async (run, options) => {
        const result = await store.write(run, options);
        if (left !== null) {
          const now = await countOf(store, mira.id);
          batches.push(left - now);
          left = now;
        }
        return result;
      },
    });
    const harness = await server({ wrapStore });
    const [mira, other] = [await harness.register("mira"), await harness.register("other")];
    const { exampleId: example_id } = await addSampleCourse(harness.store, harness.clock.now);
    await plantMemory(harness.store, { user_id: mira.id, example_id });
    await plantMemory(harness.store, { user_id: other.id, example_id });
    const numbers = (many: number) => sql`(with recursive numbers(n) as (
      select 1 union all select n + 1 from numbers where n < ${sql.lit(many)}) select n from numbers) as numbers`;
    await harness.store.write(
      async (tx) => {
        await sql`insert into construct (family, name, kind)
          select 'test', 'word ' || n, 'word' from ${numbers(100_000)}`.execute(tx);
        await sql`insert into memory (user_id, construct_id, met_day)
          select ${mira.id}, id, 20000 from construct where family = 'test'`.execute(tx);
        await sql`insert into cost (user_id, language, construct_id, month, places, slips, ms, characters)
          select ${mira.id}, 'javascript', id, 24322, 1, 0, 1, 1 from construct where family = 'test' and id < 5000`.execute(
          tx,
        );
        await sql`insert into practice_day (user_id, day, language, zone, first_at, last_at)
          select ${mira.id}, n, 'javascript', 'UTC', 0, 0 from ${numbers(3_000)}`.execute(tx);
      },
      { long: true },
    );
    await countUntil(harness.store, () => false);
    const [many, others] = [await countOf(harness.store, mira.id), await countOf(harness.store, other.id)];
    left = many;
    await mira.client("deleteAccount", { body: { currentPassword: mira.password } });
    expect(batches.reduce((sum, rows) => sum + rows)).toBe(many);
    expect(Math.max(...batches)).toBeLessThanOrEqual(1_000);
    expect(await countOf(harness.store, other.id)).toBe(others);
    const totals = await harness.store.read((db) => db.selectFrom("construct_total").selectAll().execute());
    expect(totals).toMatchObject([{ learners: 1, places: 3, slips: 1, hidden: 2, shown: 1 }]);
  });

  test("the last admin cannot leave, and of the last two leaving at once one stays [SEC-112]", async () => {
    const harness = await server();
    const ada = await harness.registerAdmin("ada");
    const leave = (person: Person) =>
      person.client("deleteAccount", { body: { currentPassword: person.password } });
    const lastAdmin = { status: 409, code: "LAST_ADMIN" };
    await expect(leave(ada)).rejects.toMatchObject(lastAdmin);
    expect((await ada.client("getProfile")).username).toBe("ada");
    const eve = await harness.registerAdmin("eve");
    const results = await Promise.allSettled([leave(ada), leave(eve)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: lastAdmin });
  });

  test("the export contains all of the user's data and no one else's [SEC-40]", async () => {
    const harness = await server();
    const { mira, at } = await busyLearner(harness, "mira");
    const other = await harness.register("canary-other");
    await other.client("completeExample", {
      params: { exampleId: at.exampleId },
      body: { status: "completed", time_ms: 1_234 },
    });
    await plantPersonal(harness, mira, at.exampleId);
    await plantPersonal(harness, other, at.exampleId, { zone: "canary", time_ms: 1_234 });
    const answer = await harness.app.inject({
      url: "/api/auth/export",
      headers: { authorization: `Bearer ${mira.token}` },
    });
    expect([
      answer.statusCode,
      answer.headers["content-type"],
      answer.headers["content-disposition"],
    ]).toEqual([
      200,
      "application/json; charset=utf-8",
      "attachment; filename=\"tabstop-account.json\"; filename*=UTF-8''tabstop-account.json",
    ]);
    const file = answer.json();
    expect(file).toMatchObject({
      exported_at: "2026-11-27T12:00:00.000Z",
      account: { id: mira.id, username: "mira", email: mira.email, role: "learner" },
      sessions: expect.arrayContaining([
        expect.objectContaining({ user_agent: "lightMyRequest" }),
        expect.objectContaining({ user_agent: "test", ended_at: null }),
      ]),
      progress: [{ example_id: at.exampleId, progress: 100, best_time_ms: 4_321, errors: 1 }],
      attempts: [{ example_id: at.exampleId, time_ms: 4_321 }],
      events: [{ kind: "register" }, { kind: "reset_requested" }],
      known_addresses: [{ since: "2026-11-27T12:00:00.000Z" }],
    });
    expect(file).toMatchObject({
      preferences: { sends_keystrokes: false, is_offer_seen: true, goal_minutes: 20 },
      attempts: [{ checked: false, unchecked_because: "none" }],
      removed_times: [{ example_id: at.exampleId, code_version: 1, time_ms: 77 }],
    });
    expect(file.runs).toEqual([
      {
        ...{ example_id: at.exampleId, code_version: 1, time_ms: 5_000, errors: 1, accuracy: 50 },
        ...{ keystrokes: 3, started_ms: 5_100, ended_at: "2026-11-27T12:00:00.000Z" },
        ...{ zone: "Europe/Berlin", checked: true, unchecked_because: null, is_best: true },
        log: ["0 step", "2 text yz", "2 backspace"],
      },
    ]);
    expect(file.account.zone).toBe("Europe/Berlin");
    expect(file.memory).toEqual([
      {
        ...{ name: "=>", family: "javascript", kind: "symbol", met_day: "2026-11-22", lapses: 0 },
        ...{
          first_day: "2026-11-23",
          due_day: expect.stringMatching(/^2026-1[12]-\d\d$/),
          last_day: "2026-11-26",
        },
        ...{ stability: expect.any(Number), difficulty: expect.any(Number) },
        history: {
          base: null,
          days: [
            { day: "2026-11-23", grade: "hard" },
            { day: "2026-11-26", grade: "good" },
          ],
        },
        ...{ last_example_id: at.exampleId, last_at: "2026-11-26T00:00:00.000Z" },
      },
    ]);
    const run = { example_id: at.exampleId, way: "gaps", code_version: 1, time_ms: 5_000, zone: "UTC" };
    expect(file.review_runs).toEqual([
      {
        ...{ ...run, ended_at: "2026-11-26T00:00:00.000Z", day: "2026-11-26", graded: true },
        answer: { graded: true, constructs: [], unknown: [] },
      },
    ]);
    expect(file.practice_days).toMatchObject([{ day: "2026-11-26", ms: 5_000 }, { day: "2026-11-27" }]);
    const month = { month: "2026-11", language: "javascript" };
    expect(file.costs).toEqual([
      { ...month, construct: "=>", places: 3, slips: 1, ms: 700, characters: 6, hidden: 2, shown: 1 },
    ]);
    expect(file.slips).toEqual([{ ...month, expected: "=>", typed: "=", n: 1 }]);
    expect(Buffer.from(file.photo, "base64").subarray(8, 12).toString()).toBe("WEBP");
    for (const secret of ["$argon2", "canary", "1234"]) expect(answer.body).not.toContain(secret);
  });

  /** Where the file has each table's rows of a user, with the names of columns that it spells differently. */
  const exported: Readonly<Record<string, { at: string; renamed?: Record<string, string> }>> = {
    activity: { at: "account", renamed: { run_day: "", runs: "", zone_at: "", covered_version: "" } },
    attempt: {
      at: "attempts",
      renamed: { answer_best_ms: "", answer_last_ms: "", answer_is_record: "", named: "", code_version: "" },
    },
    audit_entry: { at: "events" },
    cost: {
      at: "costs",
      renamed: {
        ...{ construct_id: "construct", counted_places: "", counted_slips: "" },
        ...{ counted_hidden: "", counted_shown: "" },
      },
    },
    known_address: { at: "known_addresses", renamed: { address_key: "" } },
    memory: { at: "memory", renamed: { construct_id: "name", covered: "" } },
    photo: { at: "", renamed: { bytes: "photo", hash: "", saved_at: "" } },
    practice_day: { at: "practice_days" },
    preference: { at: "preferences" },
    progress: { at: "progress", renamed: { percent: "progress", code_version: "" } },
    removed_time: { at: "removed_times" },
    review_run: { at: "review_runs" },
    run: { at: "runs", renamed: { kept: "is_best", notes: "" } },
    session: {
      at: "sessions",
      renamed: { revoked_at: "ended_at", generation: "", rotated_at: "", current_used_at: "" },
    },
    slip: { at: "slips", renamed: { expected_construct_id: "expected" } },
  };
  /** Sums over the exported rows, queued mail, what is still to be counted, and a link that is only stored as a hash. */
  const notExported = new Set([
    ...["learner_lesson", "learner_course", "outbox", "password_reset", "uncounted_cost"],
  ]);
  const keys = new Set(["id", "user_id", "attempt_key"]);

  test("the export has every table that has rows of the user, with every column [SEC-231]", async () => {
    const harness = await server();
    const { mira, at } = await busyLearner(harness, "mira");
    await plantPersonal(harness, mira, at.exampleId);
    const file = JSON.parse(
      (
        await harness.app.inject({
          url: "/api/auth/export",
          headers: { authorization: `Bearer ${mira.token}` },
        })
      ).body,
    );
    let seen = 0;
    for (const [table, text] of Object.entries(await everything(harness))) {
      const [row] = (JSON.parse(text) as Record<string, unknown>[]).filter(
        ({ user_id }) => user_id === mira.id,
      );
      if (row === undefined || notExported.has(table)) continue;
      expect(exported, "where is it in the file, or why is it not there?").toHaveProperty(table);
      const { at: name = "", renamed = {} } = exported[table] ?? {};
      const found = name === "" ? file : [file[name]].flat()[0];
      for (const column of Object.keys(row).filter((one) => !keys.has(one) && renamed[one] !== ""))
        expect(found, `${table}.${column}`).toHaveProperty(renamed[column] ?? column);
      seen += 1;
    }
    expect(seen).toBe(Object.keys(exported).length);
  });
});
