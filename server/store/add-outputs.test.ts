// The migration of a database of the last release, whose examples have no outputs and may be of the language `output`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { freshPostgresDatabase } from "../test/stores.ts";
import { readCourseTree } from "./content/course-tree.ts";
import { getPublishedLesson } from "./content/published-content.ts";
import { exampleText, saveConstructs } from "./memory/constructs.ts";
import { reviewedExample } from "./memory/review-example.ts";
import type { Migration } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import { countSome } from "./statistics/construct-totals.ts";
import type { Store } from "./store.ts";

const lastRelease = migrations.filter(({ name }) => name < "0012");

type Open = (list?: readonly Migration[]) => Promise<Store>;

const places: readonly { readonly name: string; readonly make: () => Promise<Open> }[] = [
  {
    name: "sqlite",
    async make() {
      const folder = mkdtempSync(join(tmpdir(), "tabstop-outputs-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return (list = migrations) => openSqlite({ folder, migrations: list });
    },
  },
  {
    name: "postgres",
    async make() {
      const { url, drop } = await freshPostgresDatabase("template0");
      onTestFinished(drop);
      return (list = migrations) => openPostgres({ url, migrations: list });
    },
  },
];

/** A course with an example of JavaScript, one of `output` and a deleted one of it; Ada has practised all three. */
const oldRows = [
  `insert into account (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
    values ('ada', 'ada', 'a', 'a', '-', 'learner', 0, 0)`,
  `insert into stored_course (title, description, order_index, created_at, updated_at, difficulty_level, published)
    values ('Old', '', 0, 0, 0, 'beginner', 1)`,
  `insert into stored_lesson (course_id, title, description, order_index, created_at, updated_at)
    values (1, 'L', '', 0, 0, 0)`,
  `insert into stored_chapter (lesson_id, title, description, order_index, created_at, updated_at)
    values (1, 'C', '', 0, 0, 0)`,
  `insert into stored_example (chapter_id, title, description, order_index, created_at, updated_at, code_content,
      code_hash, code_version, language, deleted)
    values (1, 'code', '', 0, 0, 5, 'a', 'a', 2, 'javascript', 0), (1, 'word', '', 1, 0, 5, 'b', 'b', 3, 'output', 0),
      (1, 'gone', '', 2, 0, 5, 'c', 'c', 1, 'output', 1)`,
  "insert into example_syntax (example_id, code_version, syntax_version) values (1, 2, 1), (2, 3, 1)",
  `insert into syntax_claim (example_id, code_version, syntax_version, owner, failures, due_at)
    values (2, 3, 1, 'a server', 0, 0)`,
  `insert into progress (user_id, example_id, percent, completed_at, best_time_ms, best_at, last_time_ms, last_at,
      saved_at, code_version)
    values (1, 2, 100, 1, 100, 1, 120, 2, 2, 3)`,
  "insert into construct (family, name, kind) values ('signs', '(', 'symbol')",
  `insert into practice_day (user_id, day, language, zone, ms, runs, first_at, last_at)
    values (1, 7, 'text', 'UTC', 10, 1, 4, 5), (1, 7, 'output', 'Asia/Tokyo', 20, 2, 2, 6),
      (1, 8, 'output', 'UTC', 5, 1, 3, 3), (1, 9, 'text', 'UTC', 5, 1, 2, 9), (1, 9, 'output', 'Asia/Tokyo', 5, 1, 3, 4),
      (1, 7, 'javascript', 'UTC', 1, 1, 1, 1)`,
  `insert into cost (user_id, language, construct_id, month, places, slips, ms, characters)
    values (1, 'output', 1, 9, 1, 2, 3, 4), (1, 'text', 1, 9, 10, 20, 30, 40)`,
  `insert into slip (user_id, language, month, expected_construct_id, typed, n) values (1, 'output', 9, 1, '[', 3)`,
  "insert into builtin_import (file_name, text_hash, imported_at) values ('old.md', 'x', 0)",
];

async function migrated(open: Open): Promise<Store> {
  const before = await open(lastRelease);
  await before.write(async (tx) => {
    for (const statement of oldRows) await sql.raw(statement).execute(tx);
  });
  await before.close();
  return open();
}

const rowsOf = async (store: Store, query: string) => {
  const { rows } = await store.read((db) => sql.raw<Record<string, unknown>>(query).execute(db));
  return rows;
};

describe.each(places)("$name", ({ make }) => {
  test("examples of the last release have no output, and every way to read one shows that", async () => {
    const store = await migrated(await make());
    expect(await rowsOf(store, "select id, output from stored_example order by id")).toEqual([
      { id: 1, output: "" },
      { id: 2, output: "" },
      { id: 3, output: "" },
    ]);
    expect(await rowsOf(store, "select id, output from example order by id")).toEqual([
      { id: 1, output: "" },
      { id: 2, output: "" },
    ]);
    await store.write((tx) => sql`update stored_example set output = 'printed' where id = 1`.execute(tx));
    const lesson = await store.read((db) => getPublishedLesson(db, 1, 1));
    expect(lesson?.chapters[0]?.examples.map(({ output }) => output)).toEqual(["printed", ""]);
    expect(await store.read((db) => reviewedExample(db, 1))).toMatchObject({ output: "printed" });
    const tree = await store.read((db) => readCourseTree(db, 1));
    expect(tree?.lessons[0]?.chapters[0]?.examples.map(({ output }) => output)).toEqual(["printed", ""]);
    expect(await rowsOf(store, "select file_name, outputs_at from builtin_import")).toEqual([
      { file_name: "old.md", outputs_at: null },
    ]);
    await store.close();
  });

  test("the language `output` becomes text, deleted examples too; times stay, and constructs are found again", async () => {
    const store = await migrated(await make());
    const examples = "select id, language, code_version, updated_at from stored_example order by id";
    expect(await rowsOf(store, examples)).toEqual([
      { id: 1, language: "javascript", code_version: 2, updated_at: 5 },
      { id: 2, language: "text", code_version: 3, updated_at: 6 },
      { id: 3, language: "text", code_version: 1, updated_at: 6 },
    ]);
    expect(await rowsOf(store, "select best_time_ms, last_time_ms, code_version from progress")).toEqual([
      { best_time_ms: 100, last_time_ms: 120, code_version: 3 },
    ]);
    expect(await rowsOf(store, "select example_id from example_syntax")).toEqual([{ example_id: 1 }]);
    expect(await rowsOf(store, "select example_id from syntax_claim")).toEqual([]);
    expect(await store.read((db) => exampleText(db, 2))).toMatchObject({
      ...{ language: "text", syntax_version: null },
    });
    const found = { example_id: 2, code_version: 3, language: "text", constructs: [] };
    await store.write((tx) => saveConstructs(tx, [found], 1));
    expect(await store.read((db) => exampleText(db, 2))).toMatchObject({ syntax_version: 1 });
    await store.close();
  });

  test("costs of the last release are counted once, behind the update", async () => {
    const store = await migrated(await make());
    expect(await rowsOf(store, "select user_id from uncounted_cost")).toEqual([{ user_id: 1 }]);
    expect(await rowsOf(store, "select learners from construct_total")).toEqual([]);
    const pages = [];
    for (let rows = await store.write(countSome); rows !== null; rows = await store.write(countSome))
      pages.push(rows);
    expect(pages).toEqual([1]);
    expect(
      await rowsOf(
        store,
        "select language, month, learners, places, slips, hidden, shown from construct_total",
      ),
    ).toEqual([{ language: "text", month: 9, learners: 1, places: 11, slips: 22, hidden: 0, shown: 0 }]);
    await store.close();
  });

  test("what learners did in the language `output` counts for text", async () => {
    const store = await migrated(await make());
    const days =
      "select day, language, ms, runs, zone, first_at, last_at from practice_day order by day, language";
    expect(await rowsOf(store, days)).toEqual([
      { day: 7, language: "javascript", ms: 1, runs: 1, zone: "UTC", first_at: 1, last_at: 1 },
      { day: 7, language: "text", ms: 30, runs: 3, zone: "Asia/Tokyo", first_at: 2, last_at: 6 },
      { day: 8, language: "text", ms: 5, runs: 1, zone: "UTC", first_at: 3, last_at: 3 },
      { day: 9, language: "text", ms: 10, runs: 2, zone: "UTC", first_at: 2, last_at: 9 },
    ]);
    expect(await rowsOf(store, "select language, places, slips, ms, characters from cost")).toEqual([
      { language: "text", places: 11, slips: 22, ms: 33, characters: 44 },
    ]);
    expect(await rowsOf(store, "select language, typed, n from slip")).toEqual([
      { language: "text", typed: "[", n: 3 },
    ]);
    await store.close();
  });
});
