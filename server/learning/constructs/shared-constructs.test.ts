// Constructs that several servers of one database find together, and what is left when one of them ends.

import { afterEach, expect, test } from "vitest";
import { claimExamples, unfilledExamples } from "../../store/memory/unfilled.ts";
import { copyStore } from "../../store/copy-store.ts";
import { StorageFull, type Store } from "../../store/store.ts";
import { threadModule } from "../../threads/thread-jobs.ts";
import { learners } from "../../test/courses.ts";
import { plantTexts } from "../../test/plant-texts.ts";
import { openers, type TestStore } from "../../test/stores.ts";
import {
  type ConstructFiller,
  type ConstructFillerOptions,
  openConstructFiller,
} from "./construct-filler.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

const [sqlite, postgres] = openers as [(typeof openers)[number], (typeof openers)[number]];
const rules = { version: 1, languages: ["words"] };
const module = threadModule("learning/constructs/test/words-jobs");
const waits = { firstMs: 200, lastMs: 1_000, lookMs: 600_000 };
const soon = { timeout: 60_000, interval: 1 };
const noWarning = { warn: (fields: object) => expect(fields).toEqual({}) };

async function opened(opener: (typeof openers)[number]): Promise<TestStore> {
  const one = await opener.open();
  toClose.push(() => one.remove());
  return one;
}

/** Servers of one new database, each with its own connections. */
async function servers(count: number): Promise<readonly Store[]> {
  const first = await opened(postgres);
  const stores = [first.store];
  while (stores.length < count) {
    const store = await first.reopen();
    toClose.push(() => store.close());
    stores.push(store);
  }
  return stores;
}

function open(store: Store, options: Partial<ConstructFillerOptions> = {}): ConstructFiller {
  const filler = openConstructFiller({ store, log: noWarning, waits, rules, module, ...options });
  toClose.push(() => filler.close());
  return filler;
}

const manyTexts = (count: number) =>
  Array.from({ length: count }, (_, n) => ["words", `let same${n % 7} own${n}`] as const);

async function unfilled(store: Store) {
  const find = { after: 0, limit: 100, at: Number.MAX_SAFE_INTEGER, rules };
  return (await store.read((db) => unfilledExamples(db, find))).examples;
}

test("two servers share 60 examples, none is filled by both, and the dictionary has each construct once", async () => {
  const stores = await servers(2);
  const [first, second] = stores as [Store, Store];
  await plantTexts(first, manyTexts(60));
  const both = [open(first), open(second)];
  for (const filler of both) filler.refresh();
  for (const filler of both) await filler.settled();
  await expect.poll(() => unfilled(first), soon).toEqual([]);
  const claims = await first.read((db) =>
    db
      .selectFrom("syntax_claim")
      .select(["owner", (eb) => eb.fn.countAll<number>().as("n")])
      .groupBy("owner")
      .execute(),
  );
  expect(claims).toHaveLength(2);
  expect(claims.reduce((sum, { n }) => sum + Number(n), 0)).toBe(60);
  const names = await first.read((db) => db.selectFrom("construct").select("name").execute());
  expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  expect(names).toHaveLength(1 + 7 + 60);
});

test("two servers make the cards of one example's learners together, each card once", async () => {
  const stores = await servers(2);
  const [first] = stores as [Store, Store];
  await plantTexts(first, manyTexts(4));
  const users = await learners(first, ...Array.from({ length: 20 }, (_, n) => `learner${n}`));
  const examples = await first.read((db) => db.selectFrom("example").select("id").execute());
  await first.write((tx) =>
    tx
      .insertInto("progress")
      .values(
        users.flatMap((user_id) =>
          examples.map(({ id }) => ({ user_id, example_id: id, percent: 100, completed_at: 5, saved_at: 5 })),
        ),
      )
      .execute(),
  );
  const both = stores.map((store) => open(store));
  for (const filler of both) filler.refresh();
  for (const filler of both) await filler.settled();
  const cards = () =>
    first.read(async (db) => (await db.selectFrom("memory").select("user_id").execute()).length);
  await expect.poll(cards, soon).toBe(20 * (1 + 4 + 4));
});

test("the claims of a server that was killed run out after five minutes", async () => {
  const [first, second] = (await servers(2)) as [Store, Store];
  await plantTexts(first, manyTexts(3));
  const clock = { now: 1_000_000 };
  const examples = await unfilled(first);
  const until = clock.now + 5 * 60_000;
  await first.write((tx) =>
    claimExamples(tx, examples, { owner: "killed", version: 1, at: clock.now, until }),
  );
  const filler = open(second, { now: () => clock.now });
  filler.refresh();
  await filler.settled();
  expect(await unfilled(first)).toHaveLength(3);
  clock.now = until;
  filler.refresh();
  await filler.settled();
  expect(await unfilled(first)).toEqual([]);
});

test("of many that claim at the same moment, each example goes to one, and one that is deleted to none", async () => {
  const stores = await servers(3);
  const [first] = stores as [Store];
  await plantTexts(first, manyTexts(40));
  const examples = await unfilled(first);
  await first.write((tx) =>
    tx
      .updateTable("stored_example")
      .set({ deleted: 1 })
      .where("id", "=", examples[0]?.example_id ?? 0)
      .execute(),
  );
  const claimed = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      (stores[n % 3] as Store).write((tx) =>
        claimExamples(tx, examples, { owner: `server ${n}`, version: 1, at: 1_000, until: 2_000 }),
      ),
    ),
  );
  const ids = claimed.flat().map(({ example_id }) => example_id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(examples.slice(1).map(({ example_id }) => example_id));
});

test("a half filled store that is copied from SQLite to PostgreSQL is filled to the end there", async () => {
  const [source, target] = [await opened(sqlite), await opened(postgres)];
  await plantTexts(source.store, manyTexts(60));
  const [mira = 0] = await learners(source.store, "mira");
  const { id } = await source.store.read((db) =>
    db.selectFrom("example").select("id").executeTakeFirstOrThrow(),
  );
  const done = { user_id: mira, example_id: id, percent: 100, completed_at: 5, saved_at: 5 };
  await source.store.write((tx) => tx.insertInto("progress").values(done).execute());
  const filler = open(source.store);
  filler.refresh();
  await expect.poll(async () => (await unfilled(source.store)).length, soon).toBeLessThan(60);
  await filler.close();
  const left = await unfilled(source.store);
  await copyStore(source.store, target.store);
  expect(await unfilled(target.store)).toEqual(left);
  const clock = { now: Date.now() + 5 * 60_000 };
  const other = open(target.store, { now: () => clock.now });
  other.refresh();
  await other.settled();
  expect(await unfilled(target.store)).toEqual([]);
  const cards = await target.store.read((db) => db.selectFrom("memory").select("user_id").execute());
  expect(cards).toHaveLength(3);
});

test.each(openers)(
  "a full disk costs a line in the log, and all is found when it has room ($name)",
  async (opener) => {
    const { store } = await opened(opener);
    await plantTexts(store, manyTexts(30));
    let isFull = true;
    const full: Store = {
      ...store,
      write: (run, options) => (isFull ? Promise.reject(new StorageFull("full")) : store.write(run, options)),
    };
    const messages: string[] = [];
    const filler = open(full, { log: { warn: (_, message) => void messages.push(message) } });
    filler.refresh();
    await filler.settled();
    expect(messages).toEqual(["constructs could not be found, trying again later"]);
    isFull = false;
    await expect.poll(() => unfilled(store), soon).toEqual([]);
  },
);
