// After any history, the kept flags of cards say what looking each of them up says, wherever `areFlagsRight` says so.

import { AsyncResource } from "node:async_hooks";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { courseOf, learners } from "../../test/courses.ts";
import { openers, withStore } from "../../test/stores.ts";
import { clearNext } from "../content/clearing.ts";
import { deleteContent, moveContent } from "../content/content-changes.ts";
import { saveContent } from "../content/content-saves.ts";
import { insertCourse } from "../content/insert-course.ts";
import { recordCompletion } from "../results/completions.ts";
import { type Read, RowsLocked, type Store } from "../store.ts";
import { type MergeCards, moveCards } from "./renamed-constructs.ts";
import { saveConstructs } from "./constructs.ts";
import { coverConstructs, hasRightFlags, lookedUp, renewFlags } from "./covered.ts";

/** Numbers choose among what exists, modulo its count, so that any list of steps is a history. */
type Step =
  | { do: "complete"; user: number; example: number }
  | { do: "card"; user: number; construct: number }
  | { do: "find"; example: number; names: readonly number[] }
  | { do: "publish"; course: number; published: boolean }
  | { do: "delete"; kind: "course" | "lesson" | "chapter" | "example"; id: number }
  | { do: "move"; lesson: number; course: number }
  | { do: "rename"; from: number; to: number }
  | { do: "clear" };

const number = fc.nat(30);
const kinds = ["course", "lesson", "chapter", "example"] as const;
const publish = { do: fc.constant("publish" as const), course: number, published: fc.boolean() };
const remove = { do: fc.constant("delete" as const), id: number, kind: fc.constantFrom(...kinds) };
const names = fc.uniqueArray(fc.nat(6), { maxLength: 4 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("complete" as const), user: number, example: number }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("card" as const), user: number, construct: number }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("find" as const), example: number, names }) },
  { weight: 3, arbitrary: fc.record(publish) },
  { weight: 2, arbitrary: fc.record(remove) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), lesson: number, course: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), from: number, to: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const) }) },
);
const histories = fc.array(fc.record({ step: steps, isRead: fc.boolean() }), {
  minLength: 10,
  maxLength: 30,
});
const begin: Step = { do: "complete", user: 0, example: 0 };

async function take(store: Store, users: readonly number[], step: Step): Promise<void> {
  const ids = async (table: "course" | "lesson" | "chapter" | "example" | "construct") =>
    (await store.read((db) => db.selectFrom(table).select("id").orderBy("id").execute())).map(({ id }) => id);
  const pick = (all: readonly number[], n: number) => all[n % Math.max(1, all.length)];
  const user = "user" in step ? (pick(users, step.user) as number) : 0;
  switch (step.do) {
    case "complete": {
      const example = pick(await ids("example"), step.example);
      if (example === undefined) return;
      const run = { attemptId: null, codeVersion: null, accuracy: null, errors: null, timeMs: 5_000 };
      await store.write(async (tx) => {
        const of = { userId: user, exampleId: example };
        const recorded = await recordCompletion(tx, { ...of, ...run, endedAt: 9, at: 9 });
        if (recorded?.isFirstRun) await coverConstructs(tx, of);
      });
      return;
    }
    case "card": {
      const construct = pick(await ids("construct"), step.construct);
      if (construct === undefined) return;
      const card = { user_id: user, construct_id: construct, met_day: 1 };
      await store.write((tx) =>
        tx
          .insertInto("memory")
          .values(card)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return;
    }
    case "find": {
      const example = pick(await ids("example"), step.example);
      if (example === undefined) return;
      const constructs = step.names.map((name) => ({
        ...{ family: "f", name: `n${name}`, kind: "word" as const, places: [[0, 1]] },
      }));
      const found = { example_id: example, code_version: 1, language: "javascript", constructs };
      await store.write((tx) => saveConstructs(tx, [found], 1));
      return;
    }
    case "publish": {
      const course = pick(await ids("course"), step.course);
      const change = { published: step.published, updated_at: 5 };
      if (course !== undefined) await store.write((tx) => saveContent(tx, "course", course, change));
      return;
    }
    case "delete": {
      const id = pick(await ids(step.kind), step.id);
      if (id !== undefined) await store.write((tx) => deleteContent(tx, step.kind, id));
      return;
    }
    case "move": {
      const [lesson, course] = [
        pick(await ids("lesson"), step.lesson),
        pick(await ids("course"), step.course),
      ];
      if (lesson !== undefined && course !== undefined)
        await store.write((tx) => moveContent(tx, "lesson", lesson, course));
      return;
    }
    case "rename": {
      const all = await ids("construct");
      const [from, to] = [pick(all, step.from), pick(all, step.to)];
      if (from === undefined || to === undefined || from === to) return;
      await store.write((tx) => moveCards(tx, { from, to }, earlierMet));
      return;
    }
    case "clear":
      await store.write((tx) => clearNext(tx, 100));
      return;
  }
}

async function flagsOf(db: Read, userId: number) {
  const { rows } = await sql<{ kept: number | null; now: number }>`
    select covered as kept, ${lookedUp} as now from memory where user_id = ${userId}`.execute(db);
  return rows;
}

/** No card is graded here, so that two of them differ only in the day on which they were met. */
const earlierMet: MergeCards = (card, other) => ({
  ...card,
  met_day: Math.min(card.met_day, other.met_day),
});

/** Six examples of two courses, and two learners with a card of each construct. */
async function filled(store: Store): Promise<readonly number[]> {
  for (const title of ["A", "B"])
    await store.write((tx) => insertCourse(tx, { course: courseOf(title, [2], [1]), at: 0 }));
  const users = await learners(store, "ada", "bob");
  for (let example = 0; example < 6; example++)
    await take(store, users, { do: "find", example, names: [example, example + 1] });
  for (let card = 0; card < 14; card++)
    await take(store, users, { do: "card", user: card % 2, construct: card >> 1 });
  return users;
}

/** Runs work as if the caller had not called it: a transaction inside another one is refused. */
const inOther = AsyncResource.bind((work: () => Promise<void>) => work());

/** Fails on rows that others hold for too long, where a client tries again. */
async function unlessLocked(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof RowsLocked)) throw error;
  });
}

for (const opener of openers)
  describe(opener.name, () => {
    test("a reader who comes while a completion has set its flags, but has not ended, does not undo them", () =>
      withStore(opener, async ({ store }) => {
        const users = await filled(store);
        const user = users[0] as number;
        await take(store, users, { do: "complete", user: 0, example: 5 });
        const exampleId = await store.read(async (db) => {
          const { id } = await db.selectFrom("example").select("id").orderBy("id").executeTakeFirstOrThrow();
          return id;
        });
        const { reader } = await store.write(async (tx) => {
          const run = { attemptId: null, codeVersion: null, accuracy: null, errors: null, timeMs: 5_000 };
          await recordCompletion(tx, { userId: user, exampleId, ...run, endedAt: 9, at: 9 });
          await coverConstructs(tx, { userId: user, exampleId });
          // Outside of this transaction, as another request.
          const reader = inOther(() => store.write((other) => renewFlags(other, user)));
          await new Promise((resolve) => setTimeout(resolve, 60));
          return { reader };
        });
        await reader;
        const rows = await store.read((db) => flagsOf(db, user));
        expect(await store.read((db) => hasRightFlags(db, user))).toBe(true);
        expect(rows.filter(({ now }) => now === 1).length).toBeGreaterThan(2);
        expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ now }) => now));
      }));

    test("so they are after completions, changes of content and readers at once", async () => {
      const atOnce = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ do: fc.constant("complete" as const), user: number, example: number }),
        },
        { weight: 3, arbitrary: fc.record({ do: fc.constant("renew" as const), user: number }) },
        { weight: 1, arbitrary: fc.record(publish) },
        { weight: 1, arbitrary: fc.record({ do: fc.constant("find" as const), example: number, names }) },
        { weight: 1, arbitrary: fc.record({ ...remove, kind: fc.constant("example" as const) }) },
      );
      const groups = fc.array(fc.array(atOnce, { minLength: 3, maxLength: 6 }), {
        minLength: 6,
        maxLength: 12,
      });
      let [right, covered] = [0, 0];
      await fc.assert(
        fc.asyncProperty(groups, (all) =>
          withStore(opener, async ({ store }) => {
            const users = await filled(store);
            for (const group of all) {
              await Promise.all(
                group.map((step) =>
                  unlessLocked(
                    step.do === "renew"
                      ? store.write((tx) => renewFlags(tx, users[step.user % users.length] as number))
                      : take(store, users, step),
                  ),
                ),
              );
              for (const user of users) {
                if (!(await store.read((db) => hasRightFlags(db, user)))) continue;
                right += 1;
                const rows = await store.read((db) => flagsOf(db, user));
                expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ now }) => now));
                covered += rows.filter(({ now }) => now === 1).length;
              }
            }
          }),
        ),
        { numRuns: 3 },
      );
      expect([right > 0, covered > 0]).toEqual([true, true]);
    }, 180_000);

    test("the flags that are said to be right are what looking them up says, after any history", async () => {
      let seen = 0;
      await fc.assert(
        fc.asyncProperty(histories, (history) =>
          withStore(opener, async ({ store }) => {
            const users = await filled(store);
            for (const { step, isRead } of [{ step: begin, isRead: true }, ...history]) {
              await take(store, users, step);
              for (const user of users) {
                if (isRead) await store.write((tx) => renewFlags(tx, user));
                const isRight = await store.read((db) => hasRightFlags(db, user));
                if (isRead) expect(isRight).toBe(true);
                if (!isRight) continue;
                const rows = await store.read((db) => flagsOf(db, user));
                expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ now }) => now));
                seen += rows.filter(({ now }) => now === 1).length;
              }
            }
          }),
        ),
        { numRuns: opener.name === "sqlite" ? 30 : 6 },
      );
      expect(seen, "nothing was ever covered").toBeGreaterThan(0);
    }, 180_000);
  });
