import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { changeExampleCode, deleteContent } from "../../store/content/content-changes.ts";
import { saveContent } from "../../store/content/content-saves.ts";
import { saveHighlight, codeHash } from "../../store/content/highlights.ts";
import { recordCompletion } from "../../store/results/completions.ts";
import type { Rename } from "../../store/memory/renamed-constructs.ts";
import type { Store } from "../../store/store.ts";
import { threadModule } from "../../threads/thread-jobs.ts";
import { learners } from "../../test/courses.ts";
import { plantTexts } from "../../test/plant-texts.ts";
import { openers, type TestStore } from "../../test/stores.ts";
import { foldCard } from "../memory/fold.ts";
import { packHistory, unpackHistory } from "../memory/history.ts";
import { type ConstructFillerOptions, openConstructFiller } from "./construct-filler.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

const words = threadModule("learning/constructs/test/words-jobs");
const waits = { firstMs: 200, lastMs: 1_000, lookMs: 200 };
const languages = ["words", "javascript"];

type Warnings = { fields: Record<string, unknown>; message: string }[];

/** A filler by the rules of the tests. */
function open(store: Store, options: Partial<ConstructFillerOptions> = {}) {
  const warnings: Warnings = [];
  const log = {
    warn: (fields: object, message: string) => void warnings.push({ fields: { ...fields }, message }),
  };
  const rules = { version: 1, languages };
  const filler = openConstructFiller({ ...{ store, log, waits, rules, module: words }, ...options });
  toClose.push(() => filler.close());
  return { filler, warnings };
}

async function fill(store: Store, options?: Partial<ConstructFillerOptions>): Promise<void> {
  const { filler, warnings } = open(store, options);
  filler.refresh();
  await filler.settled();
  await filler.close();
  expect(warnings).toEqual([]);
}

const soon = { timeout: 60_000, interval: 1 };

/** The rules of a later version that finds some words under other names. */
function later(version: number, names: Record<string, string>): Partial<ConstructFillerOptions> {
  const module = new URL(words);
  module.search = new URLSearchParams(names).toString();
  return { rules: { version, languages }, module };
}

/** The names of each example's constructs in their order, with their places; null without a mark for its code. */
async function found(store: Store): Promise<readonly (string | null)[]> {
  const { rows } = await store.read((db) =>
    sql<{ id: number; name: string | null; places: string | null; marked: number | null }>`
      select example.id, construct.name, example_construct.places, example_syntax.code_version as marked
      from example
      left join example_syntax
        on example_syntax.example_id = example.id and example_syntax.code_version = example.code_version
      left join example_construct on example_construct.example_id = example.id
      left join construct on construct.id = example_construct.construct_id
      order by example.id, example_construct.position`.execute(db),
  );
  const texts = new Map<number, string | null>();
  for (const { id, name, places, marked } of rows)
    texts.set(
      id,
      marked === null
        ? null
        : [texts.get(id) ?? "", name === null ? "" : `${name} ${places}`].join(" ").trim(),
    );
  return [...texts.values()];
}

async function exampleIds(store: Store): Promise<readonly number[]> {
  const rows = await store.read((db) => db.selectFrom("example").select("id").orderBy("id").execute());
  return rows.map(({ id }) => id);
}

/** `user name: met_day` of every card, in the order of users and names. */
async function cards(store: Store): Promise<readonly string[]> {
  const { rows } = await store.read((db) =>
    sql<{ username: string; name: string; met_day: number }>`
      select account.username, construct.name, memory.met_day from memory
      join account on account.id = memory.user_id join construct on construct.id = memory.construct_id
      order by account.username, construct.name`.execute(db),
  );
  return rows.map(({ username, name, met_day }) => `${username} ${name}: ${met_day}`);
}

const dayMs = 86_400_000;
/** Completes an example on a day of UTC, counted from 1970. */
async function complete(
  store: Store,
  {
    userId,
    exampleId,
    day,
    timeMs = 9_000,
  }: { userId: number; exampleId: number; day: number; timeMs?: number },
) {
  const at = day * dayMs + 12 * 3_600_000;
  const run = { userId, exampleId, timeMs, codeVersion: null, endedAt: at, at };
  const known = { attemptId: null, accuracy: null, errors: null };
  expect(await store.write((tx) => recordCompletion(tx, { ...run, ...known }))).not.toBeNull();
}

describe.each(openers)("$name", (opener) => {
  async function withTexts(
    ...texts: readonly (readonly [language: string, code: string])[]
  ): Promise<TestStore> {
    const opened = await opener.open();
    toClose.push(() => opened.remove());
    await plantTexts(opened.store, texts);
    return opened;
  }

  test("each example gets its constructs with their places, and the dictionary has each once", async () => {
    const { store } = await withTexts(["words", "let x let"], ["words", "let"], ["words", ""]);
    expect(await found(store)).toEqual([null, null, null]);
    await fill(store);
    expect(await found(store)).toEqual(["let [[0,3],[6,9]] x [[4,5]]", "let [[0,3]]", ""]);
    const dictionary = await store.read((db) => db.selectFrom("construct").select("name").execute());
    expect(dictionary.map(({ name }) => name).toSorted()).toEqual(["let", "x"]);
  });

  test("new code, and the same code in another language, get theirs, and only these are found again", async () => {
    const { store } = await withTexts(["words", "one"], ["words", "two"], ["words", "three"]);
    await fill(store);
    const [first = 0, second = 0, third = 0] = await exampleIds(store);
    await store.write((tx) => changeExampleCode(tx, { exampleId: first, codeContent: "new code", at: 9 }));
    await store.write((tx) => saveContent(tx, "example", second, { language: "javascript", updated_at: 9 }));
    // The same language again, as a form sends it.
    await store.write((tx) => saveContent(tx, "example", third, { language: "words", updated_at: 9 }));
    expect(await found(store)).toEqual([null, null, "three [[0,5]]"]);
    await fill(store);
    expect(await found(store)).toEqual(["new [[0,3]] code [[4,8]]", "two [[0,3]]", "three [[0,5]]"]);
    const families = await store.read((db) =>
      db
        .selectFrom("construct")
        .innerJoin("example_construct", "construct_id", "id")
        .select("family")
        .where("example_id", "=", second)
        .execute(),
    );
    expect(families).toEqual([{ family: "javascript" }]);
  });

  test("a language without rules waits for the colours of its text, and is filled again when they change", async () => {
    const { store } = await withTexts(["klingon", "qapla"], ["text", "plain words"], ["words", "let"]);
    const { filler } = open(store);
    filler.refresh();
    await filler.settled();
    expect(await found(store)).toEqual([null, null, "let [[0,3]]"]);
    const colour = (code: string, language: string, runs: readonly (readonly ["k" | "", number])[] | null) =>
      store.write((tx) =>
        saveHighlight(tx, { ...{ code_hash: codeHash(code), language, engine_version: "1" }, runs }),
      );
    await colour("qapla", "klingon", [["k", 5]]);
    await colour("plain words", "text", null);
    filler.refresh();
    await filler.settled();
    expect(await found(store)).toEqual(["qapla [[0,5]]", "plain [[0,5]] words [[6,11]]", "let [[0,3]]"]);
    const versions = () =>
      store.read((db) =>
        db.selectFrom("example_syntax").select("syntax_version").orderBy("example_id").execute(),
      );
    await colour("qapla", "klingon", [["k", 5]]);
    expect((await versions()).map((row) => row.syntax_version)).toEqual([1, 1, 1]);
    await colour("qapla", "klingon", [["", 5]]);
    expect((await versions()).map((row) => row.syntax_version)).toEqual([0, 1, 1]);
    filler.refresh();
    await filler.settled();
    expect((await versions()).map((row) => row.syntax_version)).toEqual([1, 1, 1]);
  });

  test("the product's own rules fill every language: with rules at once, others by their colours", async () => {
    const { store } = await withTexts(["klingon", "qapla = 1;"], ["text", "words"]);
    const runs = [
      ["k", 5],
      ["", 5],
    ] as const;
    for (const [code, language, of] of [
      ["qapla = 1;", "klingon", runs],
      ["words", "text", null],
    ] as const)
      await store.write((tx) =>
        saveHighlight(tx, { ...{ code_hash: codeHash(code), language, engine_version: "1" }, runs: of }),
      );
    const filler = openConstructFiller({ store, log: { warn: (fields) => expect(fields).toEqual({}) } });
    toClose.push(() => filler.close());
    filler.refresh();
    await filler.settled();
    expect(await found(store)).toEqual(["qapla [[0,5]] = [[6,7]] ; [[9,10]]", ""]);
  });

  test("a text that takes too much time or memory has no constructs and is not tried again by this version", async () => {
    const { store } = await withTexts(
      ["words", "before"],
      ["words", "endless"],
      ["words", "huge"],
      ["words", "after"],
    );
    const { filler, warnings } = open(store, { limits: { limitMs: 300, waitMs: 60_000 } });
    filler.refresh();
    await filler.settled();
    expect(await found(store)).toEqual(["before [[0,6]]", "", "", "after [[0,5]]"]);
    const last = warnings.map(({ message }) => message).filter((message) => message.includes("stays"));
    expect(last).toEqual(["code stays without constructs", "code stays without constructs"]);
    const count = warnings.length;
    filler.refresh();
    await filler.settled();
    expect(warnings).toHaveLength(count);
  });

  test("a change of rules fills all again, while the earlier places serve, and keeps the ids and cards", async () => {
    const { store } = await withTexts(["words", "let x"], ["words", "let y"]);
    await fill(store);
    const [user = 0] = await learners(store, "mira");
    const dictionary = () =>
      store.read((db) => db.selectFrom("construct").select(["id", "name"]).orderBy("id").execute());
    const before = await dictionary();
    for (const { id } of before)
      await store.write((tx) =>
        tx.insertInto("memory").values({ user_id: user, construct_id: id, met_day: 7 }).execute(),
      );
    // An older server beside a newer one leaves what that has found.
    await fill(store, later(2, { x: "z" }));
    expect(await found(store)).toEqual(["let [[0,3]] z [[4,5]]", "let [[0,3]] y [[4,5]]"]);
    await fill(store);
    expect(await found(store)).toEqual(["let [[0,3]] z [[4,5]]", "let [[0,3]] y [[4,5]]"]);
    expect((await dictionary()).slice(0, before.length)).toEqual(before);
    expect(await cards(store)).toEqual(["mira let: 7", "mira x: 7", "mira y: 7"]);
  });

  test("who completed an example before its constructs were found gets their cards, by their own day", async () => {
    const { store } = await withTexts(["words", "let x"], ["words", "let y"]);
    const [first = 0, second = 0] = await exampleIds(store);
    const [mira = 0, noah = 0, omar = 0] = await learners(store, "mira", "noah", "omar");
    await complete(store, { userId: mira, exampleId: first, day: 100 });
    await complete(store, { userId: mira, exampleId: second, day: 90 });
    await complete(store, { userId: noah, exampleId: first, day: 100 });
    // 12:00 in UTC is the next day there.
    await store.write((tx) =>
      tx
        .insertInto("activity")
        .values({ user_id: noah, last_active_at: 1, zone: "Etc/GMT-14" })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ zone: "Etc/GMT-14" }))
        .execute(),
    );
    // Begun only.
    await store.write((tx) =>
      tx
        .insertInto("progress")
        .values({ user_id: omar, example_id: first, percent: 50, saved_at: 1 })
        .execute(),
    );
    await fill(store);
    const expected = ["mira let: 90", "mira x: 100", "mira y: 90", "noah let: 101", "noah x: 101"];
    expect(await cards(store)).toEqual(expected);
    const marks = await store.read((db) =>
      db.selectFrom("example_syntax").select("met_after_user_id").execute(),
    );
    expect(marks).toEqual([{ met_after_user_id: null }, { met_after_user_id: null }]);
  });

  test("new code makes cards for those who typed it, and none for those who completed only the earlier code", async () => {
    const { store } = await withTexts(["words", "old"]);
    const [exampleId = 0] = await exampleIds(store);
    const [mira = 0, noah = 0, omar = 0] = await learners(store, "mira", "noah", "omar");
    for (const userId of [mira, noah]) await complete(store, { userId, exampleId, day: 5 });
    await fill(store);
    await store.write((tx) => changeExampleCode(tx, { exampleId, codeContent: "old new", at: 9 }));
    await complete(store, { userId: noah, exampleId, day: 20 });
    await complete(store, { userId: omar, exampleId, day: 21 });
    await fill(store);
    expect(await cards(store)).toEqual([
      "mira old: 5",
      "noah new: 5",
      "noah old: 5",
      "omar new: 21",
      "omar old: 21",
    ]);
  });

  test("a card that was graded before an earlier meeting is found is folded again", async () => {
    const { store } = await withTexts(["words", "let"]);
    const [exampleId = 0] = await exampleIds(store);
    const [mira = 0] = await learners(store, "mira");
    await complete(store, { userId: mira, exampleId, day: 50 });
    const id = await addConstruct(store, "let");
    const history = { base: null, days: [{ day: 60, grade: "good" as const }] };
    await plantCard(store, { user_id: mira, construct_id: id, met_day: 60, history });
    await fill(store);
    const card = await cardOf(store, mira, id);
    expect(card).toMatchObject({ met_day: 50, due_day: foldCard(50, history).dueDay });
    // Otherwise it would be due the day after its first meeting.
    expect(card?.due_day).toBeGreaterThan(61);
  });

  test("many learners get their cards in pages that begin where a closed server ended", async () => {
    const { store } = await withTexts(["words", Array.from({ length: 90 }, (_, n) => `w${n}`).join(" ")]);
    const [exampleId = 0] = await exampleIds(store);
    const users = await learners(store, ...Array.from({ length: 40 }, (_, n) => `learner${n}`));
    for (const userId of users) await complete(store, { userId, exampleId, day: 3 });
    const count = () =>
      store.read(async (db) => (await db.selectFrom("memory").select("user_id").execute()).length);
    const { filler } = open(store);
    filler.refresh();
    await expect.poll(count, soon).toBeGreaterThan(0);
    await filler.close();
    const some = await count();
    expect(some % 90).toBe(0);
    await fill(store);
    expect(await count()).toBe(40 * 90);
    expect(await store.read((db) => db.selectFrom("example_syntax").selectAll().execute())).toMatchObject([
      { met_after_user_id: null },
    ]);
  });

  test("a construct under a new name keeps its id, and with both names cards, costs and slips are put together", async () => {
    const { store } = await withTexts(["words", "old other"]);
    await fill(store);
    const [mira = 0, noah = 0] = await learners(store, "mira", "noah");
    const id = async (name: string) =>
      (
        await store.read((db) => db.selectFrom("construct").select("id").where("name", "=", name).execute())
      )[0]?.id;
    const old = (await id("old")) as number;
    await plantCard(store, { user_id: mira, construct_id: old, met_day: 8, history: null });
    // Only renamed: the dictionary has no such name.
    const first: Rename[] = [{ family: "words", from: "old", to: { family: "words", name: "new" } }];
    await fill(store, { ...later(2, { old: "new" }), renames: first });
    expect(await id("new")).toBe(old);
    expect(await found(store)).toEqual(["new [[0,3]] other [[4,9]]"]);
    expect(await cards(store)).toEqual(["mira new: 8"]);
    // Into one that the dictionary has.
    const other = (await id("other")) as number;
    const days = (...of: [number, "again" | "hard" | "good"][]) => ({
      base: null,
      days: of.map(([day, grade]) => ({ day, grade })),
    });
    await plantCard(store, {
      user_id: noah,
      construct_id: old,
      met_day: 8,
      history: days([10, "good"], [20, "again"]),
    });
    await plantCard(store, {
      user_id: noah,
      construct_id: other,
      met_day: 9,
      history: days([20, "good"], [30, "hard"]),
    });
    for (const [construct_id, places] of [
      [old, 3],
      [other, 4],
    ] as const)
      await store.write(async (tx) => {
        const key = { user_id: noah, language: "words", month: 5 };
        await tx
          .insertInto("cost")
          .values({ ...key, construct_id, places, slips: 1, ms: 10, characters: 5 })
          .execute();
        await tx
          .insertInto("slip")
          .values({ ...key, expected_construct_id: construct_id, typed: "x", n: places })
          .execute();
      });
    const second: Rename[] = [
      ...first,
      { family: "words", from: "new", to: { family: "words", name: "other" } },
    ];
    for (const _ of [1, 2]) await fill(store, { ...later(3, { old: "other" }), renames: second });
    expect(await found(store)).toEqual(["other [[0,3],[4,9]]"]);
    expect(await cards(store)).toEqual(["mira other: 8", "noah other: 8"]);
    const merged = days([10, "good"], [20, "again"], [30, "hard"]);
    const card = await cardOf(store, noah, other);
    expect(unpackHistory(new Uint8Array(card?.history ?? []))).toEqual(merged);
    expect(card?.due_day).toBe(foldCard(8, merged).dueDay);
    const sums = { places: 7, slips: 2, ms: 20, characters: 10 };
    const costs = await store.read((db) => db.selectFrom("cost").selectAll().execute());
    expect(costs.map((row) => ({ ...row, ms: Number(row.ms) }))).toMatchObject([
      { user_id: noah, language: "words", month: 5, construct_id: other, ...sums },
    ]);
    const slips = await store.read((db) => db.selectFrom("slip").selectAll().execute());
    expect(slips).toMatchObject([{ expected_construct_id: other, typed: "x", n: 7 }]);
  });

  test("closing in the middle leaves the rest for the next start, and a claim does not hold it up", async () => {
    const { store } = await withTexts(
      ...Array.from({ length: 60 }, (_, n) => ["words", `word${n}`] as const),
    );
    const { filler } = open(store);
    filler.refresh();
    await expect.poll(async () => (await found(store)).some((text) => text !== null), soon).toBe(true);
    await filler.close();
    await fill(store);
    expect((await found(store)).filter((text) => text === null)).toEqual([]);
  });

  test("a reader that needs the constructs of an example now gets them", async () => {
    const { store } = await withTexts(["words", "let"], ["klingon", "qapla"], ["words", "endless"]);
    const [first = 0, second = 0, third = 0] = await exampleIds(store);
    const { filler } = open(store);
    expect(await filler.ensure(first)).toBe(true);
    expect(await filler.ensure(first)).toBe(true);
    expect(await filler.ensure(second)).toBe(false);
    expect(await filler.ensure(third + 1)).toBe(false);
    expect((await found(store)).slice(0, 2)).toEqual(["let [[0,3]]", null]);
  });

  test("an example that is deleted or changed while its constructs are found is left alone", async () => {
    const { store } = await withTexts(["words", "one"], ["words", "two"]);
    const [first = 0, second = 0] = await exampleIds(store);
    const changing: Store = {
      ...store,
      // Between finding and saving.
      write: async (run, options) => {
        if (String(run).includes("saveConstructs")) {
          await store.write((tx) => deleteContent(tx, "example", first));
          await store.write((tx) => changeExampleCode(tx, { exampleId: second, codeContent: "2", at: 9 }));
        }
        return store.write(run, options);
      },
    };
    const { filler, warnings } = open(changing);
    filler.refresh();
    await filler.settled();
    expect(warnings).toEqual([]);
    expect(await store.read((db) => db.selectFrom("example_construct").selectAll().execute())).toEqual([]);
    await fill(store);
    expect(await found(store)).toEqual(["2 [[0,1]]"]);
  });

  test("an unreachable database costs a line in the log, and what is missing is found when it is back", async () => {
    const { store } = await withTexts(["words", "let"]);
    let isAway = true;
    const away: Store = {
      ...store,
      read: (run) => (isAway ? Promise.reject(new Error("unreachable")) : store.read(run)),
    };
    const { filler, warnings } = open(away);
    filler.refresh();
    await filler.settled();
    expect(warnings.map(({ message }) => message)).toEqual([
      "constructs could not be found, trying again later",
    ]);
    isAway = false;
    await expect.poll(() => found(store), soon).toEqual(["let [[0,3]]"]);
  });

  test("a megabyte of code is filled", async () => {
    const code = "word another ".repeat(80_000);
    const { store } = await withTexts(["words", code]);
    await fill(store);
    const [text] = await found(store);
    expect(text?.length).toBeGreaterThan(1_000_000);
  });
});

async function addConstruct(store: Store, name: string): Promise<number> {
  const row = await store.write((tx) =>
    tx
      .insertInto("construct")
      .values({ family: "words", name, kind: "word" })
      .returning("id")
      .executeTakeFirst(),
  );
  return row?.id as number;
}

type Planted = {
  readonly user_id: number;
  readonly construct_id: number;
  readonly met_day: number;
  readonly history: Parameters<typeof packHistory>[0] | null;
};

async function plantCard(store: Store, { history, ...card }: Planted): Promise<void> {
  const state = history && foldCard(card.met_day, history);
  const graded = state && {
    first_day: state.firstDay,
    due_day: state.dueDay,
    last_day: state.lastDay,
    stability: state.stability,
    difficulty: state.difficulty,
    lapses: state.lapses,
    history: packHistory(history),
  };
  await store.write((tx) =>
    tx
      .insertInto("memory")
      .values({ ...card, ...graded })
      .execute(),
  );
}

async function cardOf(store: Store, user: number, construct: number) {
  return store.read((db) =>
    db
      .selectFrom("memory")
      .selectAll()
      .where("user_id", "=", user)
      .where("construct_id", "=", construct)
      .executeTakeFirst(),
  );
}
