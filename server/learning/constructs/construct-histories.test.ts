// After any history of completions, changes of content and of rules, and of servers that end while they find constructs,
// every example has the constructs of its code, and learners have the cards of what they typed.

import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { changeExampleCode, deleteContent } from "../../store/content/content-changes.ts";
import { saveContent } from "../../store/content/content-saves.ts";
import { recordCompletion } from "../../store/results/completions.ts";
import type { Store } from "../../store/store.ts";
import { clearAll } from "../../test/clear-all.ts";
import { learners } from "../../test/courses.ts";
import { plantTexts } from "../../test/plant-texts.ts";
import { openers, withStore } from "../../test/stores.ts";
import { threadModule } from "../../threads/thread-jobs.ts";
import { recordPractice } from "../record-practice.ts";
import { type ConstructFiller, openConstructFiller } from "./construct-filler.ts";

const languages = ["words", "others"] as const;

/** Numbers choose among what there is, modulo its count, so that any list of steps is a history. */
type Step =
  | { readonly do: "complete"; readonly user: number; readonly example: number; readonly day: number }
  | { readonly do: "recode"; readonly example: number; readonly code: string }
  | { readonly do: "translate"; readonly example: number; readonly language: number }
  | { readonly do: "add"; readonly code: string }
  | { readonly do: "delete"; readonly example: number }
  | { readonly do: "clear" }
  | { readonly do: "refresh" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "restart"; readonly isNewer: boolean };

const some = fc.nat({ max: 1_000 });
const code = fc
  .array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 4 })
  .map((of) => of.join(" "));
const record = <T extends Step["do"], F extends object>(
  name: T,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
) => fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Step>;
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: record("complete", { user: some, example: some, day: fc.nat({ max: 50 }) }) },
    { weight: 3, arbitrary: record("recode", { example: some, code }) },
    { weight: 1, arbitrary: record("translate", { example: some, language: fc.nat({ max: 1 }) }) },
    { weight: 1, arbitrary: record("add", { code }) },
    { weight: 1, arbitrary: record("delete", { example: some }) },
    { weight: 1, arbitrary: record("clear", {}) },
    { weight: 4, arbitrary: record("refresh", {}) },
    { weight: 3, arbitrary: record("wait", { ms: fc.nat({ max: 40 }) }) },
    { weight: 2, arbitrary: record("restart", { isNewer: fc.boolean() }) },
  ),
  { minLength: 5, maxLength: 40 },
);

type Example = {
  readonly id: number;
  readonly code_content: string;
  readonly code_version: number;
  readonly language: string;
};

const dayMs = 86_400_000;

class World {
  readonly #store: Store;
  readonly #users: readonly number[];
  /** The version of the rules. Each later one finds `a` under another name. */
  #version = 1;
  #filler: ConstructFiller;
  readonly #warnings: { readonly message: string; readonly fields: object }[] = [];
  /** For each learner and example the version of the code that they typed, its language, its text and the first day. */
  readonly #typed: (Example & { readonly user: number; day: number })[] = [];

  constructor(store: Store, users: readonly number[]) {
    this.#store = store;
    this.#users = users;
    this.#filler = this.#open();
  }

  #open(): ConstructFiller {
    const module = new URL(threadModule("learning/constructs/test/words-jobs"));
    module.search = this.#version === 1 ? "" : `a=a${this.#version}`;
    return openConstructFiller({
      ...{ store: this.#store, rules: { version: this.#version, languages }, module },
      waits: { firstMs: 50, lastMs: 100, lookMs: 50 },
      log: { warn: (fields, message) => this.#warnings.push({ message, fields }) },
    });
  }

  #examples(): Promise<readonly Example[]> {
    return this.#store.read((db) =>
      db
        .selectFrom("example")
        .select(["id", "code_content", "code_version", "language"])
        .orderBy("id")
        .execute(),
    );
  }

  async take(step: Step): Promise<void> {
    const store = this.#store;
    const examples = await this.#examples();
    const example = "example" in step ? examples[step.example % Math.max(1, examples.length)] : undefined;
    switch (step.do) {
      case "complete":
        if (example !== undefined)
          await this.#complete(this.#users[step.user % this.#users.length] ?? 0, example, step.day);
        return;
      case "recode":
        if (example !== undefined)
          await store.write((tx) =>
            changeExampleCode(tx, { exampleId: example.id, codeContent: step.code, at: 1 }),
          );
        return;
      case "translate":
        if (example !== undefined)
          await store.write((tx) =>
            saveContent(tx, "example", example.id, { language: languages[step.language], updated_at: 1 }),
          );
        return;
      case "add":
        return plantTexts(store, [["words", step.code]]);
      case "delete":
        if (example !== undefined) await store.write((tx) => deleteContent(tx, "example", example.id));
        return;
      case "clear":
        return clearAll(store);
      case "refresh":
        return this.#filler.refresh();
      case "wait":
        await sleep(step.ms);
        return;
      case "restart":
        await this.#filler.close();
        if (step.isNewer) this.#version += 1;
        this.#filler = this.#open();
    }
  }

  async #complete(user: number, example: Example, day: number): Promise<void> {
    const at = day * dayMs + 1;
    const run = {
      userId: user,
      exampleId: example.id,
      timeMs: 9_000,
      endedAt: at,
      at,
      codeVersion: example.code_version,
    };
    await this.#store.write(async (tx) => {
      const recorded = await recordCompletion(tx, { ...run, attemptId: null, accuracy: null, errors: null });
      if (recorded !== null) await recordPractice(tx, { ...run, zone: null, costs: null }, recorded);
    });
    const same = this.#typed.find(
      (one) => one.user === user && one.id === example.id && one.code_version === example.code_version,
    );
    if (same === undefined) this.#typed.push({ ...example, user, day });
    else same.day = Math.min(same.day, day);
  }

  async finish(): Promise<void> {
    // On PostgreSQL the claims of a server that ended are released; one may still look for what it left.
    this.#filler.refresh();
    await this.#filler.settled();
    expect(this.#warnings).toEqual([]);
  }

  async close(): Promise<void> {
    await this.#filler.close();
  }

  #name(word: string): string {
    return word === "a" && this.#version > 1 ? `a${this.#version}` : word;
  }

  async expectPlaces(): Promise<void> {
    for (const { id, code_content, code_version, language } of await this.#examples()) {
      const { rows } = await this.#store.read((db) =>
        sql<{ family: string; name: string; places: string }>`
          select construct.family, construct.name, example_construct.places from example_construct
          join example_syntax on example_syntax.example_id = example_construct.example_id
            and example_syntax.code_version = ${code_version} and example_syntax.met_after_user_id is null
            and example_syntax.syntax_version = ${this.#version}
          join construct on construct.id = example_construct.construct_id
          where example_construct.example_id = ${id} order by example_construct.position`.execute(db),
      );
      const words = code_content.split(" ");
      const expected = [...new Set(words)].map((word) => ({
        family: language,
        name: this.#name(word),
        places: JSON.stringify(words.flatMap((one, n) => (one === word ? [[2 * n, 2 * n + 1]] : []))),
      }));
      expect(rows).toEqual(expected);
    }
  }

  async expectCards(): Promise<void> {
    const { rows } = await this.#store.read((db) =>
      sql<{ user_id: number; family: string; name: string; met_day: number }>`
        select memory.user_id, construct.family, construct.name, memory.met_day from memory
        join construct on construct.id = memory.construct_id`.execute(db),
    );
    const cards = new Map(rows.map((row) => [`${row.user_id} ${row.family} ${row.name}`, row.met_day]));
    const now = new Map((await this.#examples()).map((example) => [example.id, example]));
    for (const typed of this.#typed) {
      const example = now.get(typed.id);
      if (example?.code_version !== typed.code_version) continue;
      for (const word of example.code_content.split(" ")) {
        const day = cards.get(`${typed.user} ${example.language} ${this.#name(word)}`);
        expect(day).toBeDefined();
        // Who also completed earlier code met it no later than that.
        expect(day).toBeLessThanOrEqual(typed.day);
      }
    }
    // And no card of what the learner never typed.
    for (const { user_id, name } of rows) {
      const word = name.charAt(0);
      const codes = this.#typed.filter(({ user }) => user === user_id).map((typed) => typed.code_content);
      expect(codes.some((text) => text.split(" ").includes(word))).toBe(true);
    }
  }
}

test.each(openers)(
  "any history ends with right places and cards ($name)",
  { timeout: 240_000 },
  async (opener) => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) =>
        withStore(opener, async ({ store }) => {
          await plantTexts(store, [
            ["words", "a b"],
            ["words", "b c b"],
            ["others", "a"],
          ]);
          const world = new World(store, await learners(store, "mira", "noah", "omar"));
          try {
            for (const step of history) await world.take(step);
            await world.finish();
            await world.expectPlaces();
            await world.expectCards();
          } finally {
            await world.close();
          }
        }),
      ),
      { numRuns: opener.name === "sqlite" ? 30 : 12 },
    );
  },
);
