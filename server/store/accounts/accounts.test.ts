// Tests of accounts and sessions on both databases.

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addSampleCourse } from "../../test/sample-course.ts";
import { sweepSome } from "../sweep.ts";
import { openers, withStore } from "../../test/stores.ts";
import {
  countUsers,
  findUser,
  findUserByEmail,
  insertUser,
  updatePasswordHash,
  updateProfilePhoto,
} from "./accounts.ts";
import { appendAudit, listAudit } from "./audit.ts";
import { deleteUser } from "./delete-user.ts";
import {
  advanceSession,
  findSession,
  findSessionWithUser,
  insertSession,
  listSessions,
  markCurrentUsed,
  revokeSession,
  revokeSessionsOf,
  touchSession,
} from "./sessions.ts";
import type { Store, Tx } from "../store.ts";

const ada = {
  username: "Ada",
  email: "Ada@Example.com",
  passwordHash: "$hash",
  role: "learner",
  at: 10,
} as const;

async function userId(store: Store, user: Parameters<typeof insertUser>[1] = ada): Promise<number> {
  const inserted = await store.write((tx) => insertUser(tx, user));
  if (!inserted.ok) throw new Error(`taken: ${inserted.taken}`);
  return inserted.user.id;
}

async function startSession(store: Store, id: string, user: number, expiresAt = 1_000): Promise<void> {
  const session = { id, user_id: user, remember: 1, user_agent: "Firefox", expires_at: expiresAt } as const;
  await store.write((tx) => insertSession(tx, session, 100));
}

function session(store: Store, id: string) {
  return store.read((db) => findSession(db, id));
}

for (const opener of openers) {
  describe(opener.name, () => {
    test("an account is stored unchanged and found by any spelling of its address", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        const expected = {
          id,
          username: "Ada",
          email: "Ada@Example.com",
          password_hash: "$hash",
          role: "learner",
          profile_photo: null,
          created_at: 10,
          updated_at: 10,
        };
        expect(await store.read((db) => findUserByEmail(db, "ada@EXAMPLE.com"))).toEqual(expected);
        expect(await store.read((db) => findUser(db, id))).toEqual(expected);
        expect(await store.read((db) => findUserByEmail(db, "ada@example.org"))).toBeNull();
        expect(await store.read(countUsers)).toBe(1);
      }));

    test("a taken address and a taken name are reported, the address first", () =>
      withStore(opener, async ({ store }) => {
        await userId(store);
        const insert = (username: string, email: string) =>
          store.write((tx) => insertUser(tx, { ...ada, username, email }));
        expect(await insert("Bob", "ADA@example.COM")).toEqual({ ok: false, taken: "email" });
        expect(await insert("ａｄａ", "bob@example.com")).toEqual({ ok: false, taken: "username" });
        expect(await insert("ada", "ada@example.com")).toEqual({ ok: false, taken: "email" });
        expect(await store.read(countUsers)).toBe(1);
      }));

    test("of 30 concurrent registrations of one name one succeeds, and the others get the error that it is taken", () =>
      withStore(opener, async ({ store }) => {
        const claims = Array.from({ length: 30 }, (_, i) =>
          store.write((tx) => insertUser(tx, { ...ada, email: `${i}@x` })),
        );
        const outcomes = await Promise.all(claims);
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
        expect(outcomes.filter((outcome) => !outcome.ok && outcome.taken === "username")).toHaveLength(29);
      }));

    test("a new password and a new photo update the account's last change", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        await store.write((tx) => updatePasswordHash(tx, { userId: id, passwordHash: "$new", at: 20 }));
        await store.write((tx) =>
          updateProfilePhoto(tx, { userId: id, profilePhoto: "/media/a.webp", at: 30 }),
        );
        const user = await store.read((db) => findUser(db, id));
        expect(user).toMatchObject({
          password_hash: "$new",
          profile_photo: "/media/a.webp",
          created_at: 10,
          updated_at: 30,
        });
      }));

    test("a session is found with its user in one query", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        await startSession(store, "s1", id);
        const user = await store.read((db) => findUser(db, id));
        expect(await session(store, "s1")).toEqual({
          id: "s1",
          user_id: id,
          generation: 1,
          remember: 1,
          created_at: 100,
          rotated_at: 100,
          current_used_at: null,
          last_used_at: 100,
          expires_at: 1_000,
          revoked_at: null,
          user_agent: "Firefox",
        });
        expect(await store.read((db) => findSessionWithUser(db, "s1"))).toEqual({
          user_id: id,
          username: user?.username,
          email: user?.email,
          role: user?.role,
          generation: 1,
          current_used_at: null,
          last_used_at: 100,
          expires_at: 1_000,
          revoked_at: null,
        });
        expect(await session(store, "s2")).toBeNull();
        expect(await store.read((db) => findSessionWithUser(db, "s2"))).toBeNull();
      }));

    test("of 50 concurrent refreshes of one generation exactly one advances it [SEC-111]", () =>
      withStore(opener, async ({ store }) => {
        await startSession(store, "s1", await userId(store));
        const refreshes = Array.from({ length: 50 }, (_, i) =>
          store.write((tx) => advanceSession(tx, { id: "s1", generation: 1, at: 200 + i })),
        );
        expect((await Promise.all(refreshes)).filter(Boolean)).toHaveLength(1);
        expect((await session(store, "s1"))?.generation).toBe(2);
      }));

    test("the first use of the current pair is saved once, and a refresh resets it", () =>
      withStore(opener, async ({ store }) => {
        await startSession(store, "s1", await userId(store));
        const use = (generation: number, at: number) =>
          store.write((tx) => markCurrentUsed(tx, { id: "s1", generation, at }));
        await use(2, 150);
        expect((await session(store, "s1"))?.current_used_at).toBeNull();
        await use(1, 200);
        await use(1, 300);
        expect((await session(store, "s1"))?.current_used_at).toBe(200);
        await store.write((tx) => advanceSession(tx, { id: "s1", generation: 1, at: 400 }));
        expect(await session(store, "s1")).toMatchObject({
          generation: 2,
          current_used_at: null,
          rotated_at: 400,
        });
      }));

    test("a revoked session does not advance, is revoked once, and is no longer listed", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        await startSession(store, "s1", id);
        const end = (at: number) => store.write((tx) => revokeSession(tx, { id: "s1", at }));
        expect([await end(200), await end(300)]).toEqual([true, false]);
        expect((await session(store, "s1"))?.revoked_at).toBe(200);
        expect(await store.write((tx) => advanceSession(tx, { id: "s1", generation: 1, at: 400 }))).toBe(
          false,
        );
        expect(await store.read((db) => listSessions(db, id, 500))).toEqual([]);
      }));

    test("all sessions of one user but one are revoked, and none of another user", () =>
      withStore(opener, async ({ store }) => {
        const [one, other] = [
          await userId(store),
          await userId(store, { ...ada, username: "Bob", email: "b@x" }),
        ];
        for (const [id, user] of [
          ["a1", one],
          ["a2", one],
          ["a3", one],
          ["b1", other],
        ] as const) {
          await startSession(store, id, user);
        }
        const endOthers = { userId: one, exceptId: "a2", at: 200 };
        expect(await store.write((tx) => revokeSessionsOf(tx, endOthers))).toBe(2);
        const left = await store.read((db) => listSessions(db, one, 500));
        expect(left.map((one) => one.id)).toEqual(["a2"]);
        expect(await store.write((tx) => revokeSessionsOf(tx, { ...endOthers, exceptId: null }))).toBe(1);
        expect(await store.read((db) => listSessions(db, other, 500))).toHaveLength(1);
      }));

    test("sessions are listed with the last used first; expired ones are not listed, and are deleted later", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        for (const name of ["s1", "s2", "s3"])
          await startSession(store, name, id, name === "s3" ? 400 : 1_000);
        await store.write((tx) => touchSession(tx, { id: "s1", at: 300 }));
        const listed = await store.read((db) => listSessions(db, id, 400));
        expect(listed.map((one) => one.id)).toEqual(["s1", "s2"]);
        expect(await store.write((tx) => sweepSome(tx, "expiredSessions", 401))).toBe(1);
        expect(await session(store, "s3")).toBeNull();
      }));

    test("deleting an account deletes its sessions and leaves its audit entries", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        await startSession(store, "s1", id);
        const entry = { at: 50, kind: "sign_in", detail: { remember: true } };
        await store.write((tx) => appendAudit(tx, { ...entry, userId: id }));
        expect(await store.write((tx) => deleteUser(tx, id))).toBe(true);
        expect(await store.write((tx) => deleteUser(tx, id))).toBe(false);
        expect(await session(store, "s1")).toBeNull();
        expect(await store.read((db) => listAudit(db, id, 10))).toMatchObject([{ ...entry, user_id: id }]);
        expect(await userId(store)).toBeGreaterThan(id);
      }));

    test("deleting an account with very many results leaves turns to other requests", () =>
      withStore(opener, async ({ store }) => {
        const id = await userId(store);
        const { exampleId } = await addSampleCourse(store, 10);
        await store.write((tx) => addAttempts(tx, id, exampleId, 20_000));
        let isDeleted = false;
        let turns = 0;
        const others = (async () => {
          while (!isDeleted) {
            await new Promise((resolve) => setImmediate(resolve));
            turns += 1;
          }
        })();
        await store.write((tx) => deleteUser(tx, id), { long: true });
        isDeleted = true;
        await others;
        expect(turns).toBeGreaterThan(10);
        expect(await store.read((db) => db.selectFrom("attempt").selectAll().execute())).toEqual([]);
      }));
  });
}

/** Attempts that no figure counts. */
async function addAttempts(tx: Tx, userId: number, exampleId: number, count: number): Promise<void> {
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into attempt (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, answer_is_record)
    select ${sql.lit(userId)}, ${sql.lit(exampleId)}, 'key ' || n, 0, n, n, n, 0 from numbers`.execute(tx);
}
