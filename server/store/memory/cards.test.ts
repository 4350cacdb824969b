// Cards in the database: what copies make, and what a recount folds again.

import type { CompiledQuery } from "kysely";
import { describe, expect, test } from "vitest";
import { insertUser } from "../accounts/accounts.ts";
import { openers, withStore } from "../../test/stores.ts";
import { plantConstructs, plantMemoryExample } from "../../test/memory-runs.ts";
import { refoldCard, withRun } from "../../learning/memory/stored-cards.ts";
import type { Store, Tx } from "../store.ts";
import { type CardRow, lockCards, meetConstructs, refoldAll, saveCards } from "./cards.ts";

const code = "a => b;\n";
const constructs = ["=>", ";", " "].map((name) => ({
  name,
  places: [[code.indexOf(name), code.indexOf(name) + name.length]],
}));

for (const opener of openers)
  describe(opener.name, () => {
    const world = async (work: (world: World) => Promise<void>) =>
      withStore(opener, async ({ store }) => {
        const { exampleId, ids } = await plantMemoryExample(store, code, constructs);
        const userId = await store.write((tx) => newUser(tx, "mira"));
        await work({ store, exampleId, userId, ids: Object.values(ids).toSorted((a, b) => a - b) });
      });
    type World = { store: Store; exampleId: number; userId: number; ids: readonly number[] };

    const cards = ({ store }: World) =>
      store.read((db) =>
        db.selectFrom("memory").selectAll().orderBy("user_id").orderBy("construct_id").execute(),
      );
    const meet = ({ store, userId, exampleId }: World, day: number, codeVersion = 1) =>
      store.write((tx) => meetConstructs(tx, { userId, exampleId, codeVersion, day }, refoldCard));
    const grade = ({ store, userId, exampleId }: World, constructId: number, day: number) =>
      store.write(async (tx) => {
        const locked = await lockCards(tx, { userId, exampleId, constructIds: [constructId], day });
        const run = { grade: "good" as const, day, endedAt: day, exampleId };
        await saveCards(
          tx,
          locked.map((card) => withRun(card, run)),
        );
      });

    test("a copy makes a card of each construct, and grades nothing", () =>
      world(async (it) => {
        await meet(it, 20_000);
        expect(await cards(it)).toMatchObject(
          it.ids.map((construct_id) => ({ ...newCard(it), construct_id })),
        );
      }));

    test("a copy that was made earlier and arrives later lowers the day, and the card is folded again", () =>
      world(async (it) => {
        const [first = 0, second = 0] = it.ids;
        await meet(it, 20_000);
        await grade(it, first, 20_000);
        await grade(it, second, 20_001);
        const dueDays = async () => (await cards(it)).map((card) => card.due_day);
        // Graded on the day of first meeting, so due the next day.
        expect(await dueDays()).toEqual([20_001, 20_004, null]);
        await meet(it, 20_005);
        expect((await cards(it)).map((card) => card.met_day)).toEqual([20_000, 20_000, 20_000]);
        await meet(it, 19_990);
        expect((await cards(it)).map((card) => card.met_day)).toEqual([19_990, 19_990, 19_990]);
        expect(await dueDays()).toEqual([20_003, 20_004, null]);
      }));

    test("a copy of what was met before takes one statement that changes nothing", () =>
      world(async (it) => {
        await meet(it, 20_000);
        const statements = await it.store.write(async (tx) => {
          const counted = countingStatements(tx);
          await meetConstructs(counted.tx, { ...it, codeVersion: 1, day: 20_003 }, refoldCard);
          return counted.statements;
        });
        expect(statements).toHaveLength(1);
      }));

    test("without constructs for this code a copy makes no card", () =>
      world(async (it) => {
        await meet(it, 20_000, 2);
        expect(await cards(it)).toEqual([]);
        await it.store.write((tx) => tx.deleteFrom("example_syntax").execute());
        await meet(it, 20_000);
        expect(await cards(it)).toEqual([]);
        await plantConstructs(it.store, it.exampleId, constructs.slice(0, 1));
        await meet(it, 20_000);
        expect(await cards(it)).toHaveLength(1);
      }));

    test("cards of constructs that were never met are made when they are locked, and others stay as they are", () =>
      world(async (it) => {
        const [first = 0, second = 0] = it.ids;
        await grade(it, second, 20_000);
        const [card] = await cards(it);
        const locked = await it.store.write((tx) =>
          lockCards(tx, {
            userId: it.userId,
            exampleId: it.exampleId,
            constructIds: [second, first],
            day: 20_009,
          }),
        );
        expect(new Map(locked.map((row) => [row.construct_id, row.met_day]))).toEqual(
          new Map([
            [first, 20_009],
            [second, 20_000],
          ]),
        );
        expect((await cards(it)).find((row) => row.construct_id === second)).toEqual(card);
      }));

    test("a recount folds all cards again from their histories, page by page, and once is as good as twice", () =>
      world(async (it) => {
        // Over two pages and many learners.
        const others = await it.store.write(async (tx) => {
          const rows: number[] = [];
          for (let n = 0; n < 250; n++) rows.push(await newUser(tx, `u${n}`));
          return rows;
        });
        for (const userId of others.slice(0, 2)) await meet({ ...it, userId }, 20_000);
        await it.store.write(async (tx) => {
          const history = withRun(
            { ...newCard(it), construct_id: 0 },
            { grade: "good", day: 20_001, endedAt: 7, exampleId: 1 },
          );
          const rows = others
            .slice(2)
            .flatMap((user_id) =>
              it.ids.map((construct_id): CardRow => ({ ...history, user_id, construct_id })),
            );
          await saveCards(tx, rows);
        });
        const sound = await cards(it);
        expect(await refoldAll(it.store, refoldCard)).toEqual({ cards: 744, changed: 0 });
        expect(await cards(it)).toEqual(sound);
        await it.store.write((tx) =>
          tx
            .updateTable("memory")
            .set({ due_day: 5, stability: 1, lapses: 9, first_day: 1 })
            .where("history", "is not", null)
            .where("user_id", ">", others[100] ?? 0)
            .execute(),
        );
        const broken = 3 * (250 - 101);
        expect(await refoldAll(it.store, refoldCard)).toEqual({ cards: 744, changed: broken });
        expect(await cards(it)).toEqual(sound);
        expect(await refoldAll(it.store, refoldCard)).toEqual({ cards: 744, changed: 0 });
      }));
  });

async function newUser(tx: Tx, username: string): Promise<number> {
  const email = `${username}@example.com`;
  const account = { username, email, passwordHash: "x", role: "learner", at: 1 } as const;
  const inserted = await insertUser(tx, account);
  if (!inserted.ok) throw new TypeError(`${username} is taken`);
  return inserted.user.id;
}

function newCard({ userId }: { readonly userId: number }) {
  return {
    ...{ user_id: userId, met_day: 20_000, first_day: null, due_day: null, last_day: null },
    ...{ stability: null, difficulty: null, lapses: 0, history: null, last_example_id: null, last_at: null },
  };
}

/** The handle, and the statements that go through it. */
function countingStatements(tx: Tx): { readonly tx: Tx; readonly statements: readonly string[] } {
  const statements: string[] = [];
  const counted = new Proxy(tx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === "executeQuery")
        return (query: CompiledQuery) => {
          statements.push(query.sql);
          return target.executeQuery(query);
        };
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { tx: counted, statements };
}
