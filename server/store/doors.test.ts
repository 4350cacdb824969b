// Tests of the two doors on both databases: what a write commits, rolls back and refuses.

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openers, withStore } from "../test/stores.ts";
import { appendAudit } from "./accounts/audit.ts";
import { findUser, findUserByEmail, insertUser } from "./accounts/accounts.ts";
import { StoreUnavailable, type Store, type Tx } from "./store.ts";

const ada = { username: "ada", email: "ada@example.com", passwordHash: "x", role: "learner", at: 1 } as const;

function emailsOf(store: Store): Promise<string[]> {
  return store.read(async (db) => {
    const rows = await db.selectFrom("account").select("email").orderBy("email").execute();
    return rows.map((row) => row.email);
  });
}

for (const opener of openers) {
  describe(opener.name, () => {
    test("a transaction is committed as a whole and seen by readers", () =>
      withStore(opener, async ({ store }) => {
        const inserted = await store.write((tx) => insertUser(tx, ada));
        expect(inserted).toMatchObject({ ok: true, user: { id: 1, username: "ada" } });
        expect(await store.read((db) => findUserByEmail(db, "ADA@example.com"))).toMatchObject({ id: 1 });
      }));

    test("a transaction that throws leaves no changes, and its caller gets the error itself [SEC-15]", () =>
      withStore(opener, async ({ store }) => {
        const refusal = new Error("no");
        const failing = store.write(async (tx) => {
          await insertUser(tx, ada);
          throw refusal;
        });
        await expect(failing).rejects.toBe(refusal);
        expect(await emailsOf(store)).toEqual([]);
      }));

    test("a transaction that fails among others is rolled back by itself", () =>
      withStore(opener, async ({ store }) => {
        const writes = Array.from({ length: 40 }, (_, i) =>
          store.write(async (tx) => {
            await insertUser(tx, { ...ada, username: `u${i}`, email: `${i + 10}@x` });
            if (i % 4 === 0) throw new Error(`write ${i}`);
            return i;
          }),
        );
        const outcomes = await Promise.allSettled(writes);
        expect(outcomes.map((outcome) => outcome.status === "fulfilled")).toEqual(
          writes.map((_, i) => i % 4 !== 0),
        );
        expect(await emailsOf(store)).toEqual(
          Array.from({ length: 40 }, (_, i) => i)
            .filter((i) => i % 4 !== 0)
            .map((i) => `${i + 10}@x`),
        );
      }));

    test("a write inside a write is refused with a sentence, at any depth, and the store continues to work", () =>
      withStore(opener, async ({ store }) => {
        const nested = store.write(async (tx) => {
          await insertUser(tx, ada);
          await store.write((inner) => insertUser(inner, { ...ada, username: "b", email: "b@x" }));
        });
        await expect(nested).rejects.toThrow("store.write inside store.write");
        expect(await emailsOf(store)).toEqual([]);
        await store.write((tx) => insertUser(tx, ada));
        expect(await emailsOf(store)).toEqual(["ada@example.com"]);
      }));

    test("a write during a slow write is not refused as nested", () =>
      withStore(opener, async ({ store }) => {
        const slow = store.write(async (tx) => {
          for (let i = 0; i < 20; i++) await new Promise((done) => setImmediate(done));
          return insertUser(tx, ada);
        });
        await new Promise((done) => setTimeout(done, 5));
        const beside = store.write((tx) => insertUser(tx, { ...ada, username: "b", email: "b@x" }));
        await Promise.all([slow, beside]);
        expect(await emailsOf(store)).toEqual(["ada@example.com", "b@x"]);
      }));

    test("a handle is unusable after its transaction", () =>
      withStore(opener, async ({ store }) => {
        const { leaked } = await store.write(async (tx) => ({ leaked: tx }));
        await expect(insertUser(leaked, ada)).rejects.toThrow("is an await missing?");
        expect(await emailsOf(store)).toEqual([]);
      }));

    test("a transaction of Kysely inside a write is refused", () =>
      withStore(opener, async ({ store }) => {
        const nested = store.write((tx) =>
          tx.transaction().execute((inner) => insertUser(inner as unknown as Tx, ada)),
        );
        await expect(nested).rejects.toThrow("store.write is the transaction");
      }));

    test("the read door changes nothing", () =>
      withStore(opener, async ({ store }) => {
        await expect(store.read((db) => insertUser(db as Tx, ada))).rejects.toThrow(/read-?only/);
        expect(await emailsOf(store)).toEqual([]);
      }));

    test("a Date, a boolean, undefined and NaN are refused as values, and nothing is stored", () =>
      withStore(opener, async ({ store }) => {
        for (const value of [new Date(5), true, Number.NaN, {}]) {
          const write = store.write((tx) =>
            insertUser(tx, { ...ada, passwordHash: value as unknown as string }),
          );
          await expect(write).rejects.toThrow(/Parameter \d+ cannot be stored/);
        }
        const query = store.read((db) => findUser(db, undefined as unknown as number));
        await expect(query).rejects.toThrow("Parameter 1 cannot be stored: undefined");
        expect(await emailsOf(store)).toEqual([]);
      }));

    test("text is stored without a change: blanks at the ends, line ends, every plane of Unicode", () =>
      withStore(opener, async ({ store }) => {
        const texts = [
          "  a  ",
          "a\n\n",
          "\t",
          "",
          "é",
          "e\u0301",
          "ﬁ",
          "\u{1F469}\u200D\u{1F4BB}",
          "\u{10FFFD}",
          "\uFEFFx",
          "'\";--\\",
          "%_",
        ];
        await store.write(async (tx) => {
          for (const detail of texts)
            await appendAudit(tx, { at: 1, kind: detail, userId: null, detail: { detail } });
        });
        const rows = await store.read((db) =>
          db.selectFrom("audit_entry").select("kind").orderBy("id").execute(),
        );
        expect(rows.map((row) => row.kind)).toEqual(texts);
      }));

    test("times far beyond 31 bits are read as numbers", () =>
      withStore(opener, async ({ store }) => {
        const at = 253_402_300_799_999;
        await store.write((tx) => insertUser(tx, { ...ada, at }));
        const user = await store.read((db) => findUserByEmail(db, ada.email));
        expect(user?.created_at).toBe(at);
      }));

    test("rows are plain objects", () =>
      withStore(opener, async ({ store }) => {
        await store.write((tx) => insertUser(tx, ada));
        const row = await store.read((db) => db.selectFrom("account").select("id").executeTakeFirstOrThrow());
        expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
      }));

    test("an audit entry cannot be changed, and not removed before it is 30 days old [SEC-121]", () =>
      withStore(opener, async ({ store }) => {
        const dayMs = 86_400_000;
        const add = (daysAgo: number) =>
          store.write((tx) =>
            appendAudit(tx, {
              at: Date.now() - daysAgo * dayMs,
              kind: `${daysAgo}`,
              userId: 1,
              detail: {},
            }),
          );
        for (const daysAgo of [31, 29.9, 0, -10]) await add(daysAgo);
        const refused = (change: (tx: Tx) => Promise<unknown>) =>
          expect(store.write(change)).rejects.toThrow("append-only");
        await refused((tx) => tx.updateTable("audit_entry").set({ at: 2 }).execute());
        await refused((tx) =>
          tx.updateTable("audit_entry").set({ at: 2 }).where("kind", "=", "31").execute(),
        );
        // All or none: with a young one among them, the old one stays too.
        await refused((tx) => tx.deleteFrom("audit_entry").execute());
        for (const kind of ["29.9", "0", "-10"])
          await refused((tx) => tx.deleteFrom("audit_entry").where("kind", "=", kind).execute());
        if (opener.name === "sqlite")
          await refused((tx) =>
            sql`replace into audit_entry (id, at, kind, user_id, detail) select id, 1, kind, user_id, detail
              from audit_entry`.execute(tx),
          );
        else await refused((tx) => sql`truncate audit_entry`.execute(tx));
        await store.write((tx) => tx.deleteFrom("audit_entry").where("kind", "=", "31").execute());
        const left = await store.read((db) =>
          db.selectFrom("audit_entry").select("kind").orderBy("id").execute(),
        );
        expect(left.map(({ kind }) => kind)).toEqual(["29.9", "0", "-10"]);
      }));

    test("closing finishes all accepted writes, then refuses new ones", () =>
      withStore(opener, async ({ store, reopen }) => {
        const accepted = Array.from({ length: 100 }, (_, i) =>
          store.write((tx) => insertUser(tx, { ...ada, username: `u${i}`, email: `${i}@x` })),
        );
        await store.close();
        expect(await Promise.all(accepted)).toHaveLength(100);
        await expect(store.write((tx) => insertUser(tx, ada))).rejects.toThrow(StoreUnavailable);
        await expect(store.read(async () => 1)).rejects.toThrow(StoreUnavailable);
        await expect(store.ping()).rejects.toThrow(StoreUnavailable);
        const again = await reopen();
        expect(await emailsOf(again)).toHaveLength(100);
        await again.close();
      }));
  });
}
