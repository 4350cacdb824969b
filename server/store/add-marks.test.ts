// The migration of a database of the previous release that has content and results.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { clearAll } from "../test/clear-all.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { deleteContent } from "./content/content-changes.ts";
import { insertCourse } from "./content/insert-course.ts";
import { getPublishedLesson } from "./content/published-content.ts";
import type { Migration } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { recordCompletion } from "./results/completions.ts";
import { boardOf } from "./results/leaderboard.ts";
import { recount } from "./results/recount.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import type { Store } from "./store.ts";

const previous = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === "0005-marks"),
);

const places: readonly { name: string; make(): Promise<(list: readonly Migration[]) => Promise<Store>> }[] = [
  {
    name: "sqlite",
    async make() {
      const folder = mkdtempSync(join(tmpdir(), "tabstop-marks-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return (list) => openSqlite({ folder, migrations: list });
    },
  },
  {
    name: "postgres",
    async make() {
      const { url, drop } = await freshPostgresDatabase("template0");
      onTestFinished(drop);
      return (list) => openPostgres({ url, migrations: list });
    },
  },
];

/** A course with two examples, of which the second has its third code; two learners with times on both. */
const oldRows = [
  `insert into account (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
    values ('ada', 'ada', 'a', 'a', '-', 'learner', 0, 0), ('bob', 'bob', 'b', 'b', '-', 'learner', 0, 0)`,
  `insert into course (title, description, order_index, created_at, updated_at, difficulty_level, published)
    values ('Old', '', 0, 0, 0, 'beginner', 1), ('Gone', '', 1, 0, 0, 'beginner', 1)`,
  `insert into lesson (course_id, title, description, order_index, created_at, updated_at) values (1, 'L', '', 0, 0, 0)`,
  `insert into chapter (lesson_id, title, description, order_index, created_at, updated_at) values (1, 'C', '', 0, 0, 0)`,
  `insert into example (chapter_id, title, description, order_index, created_at, updated_at, code_content, code_hash,
      code_version, language)
    values (1, 'one', '', 0, 0, 0, 'a', 'a', 1, 'sql'), (1, 'two', '', 1, 0, 0, 'b', 'b', 3, 'sql')`,
  `insert into progress (user_id, example_id, percent, completed_at, best_time_ms, best_at, last_time_ms, last_at, saved_at)
    values (1, 1, 100, 1, 100, 1, 120, 2, 2), (1, 2, 100, 1, 200, 1, 200, 1, 2), (2, 2, 100, 1, 300, 1, 300, 1, 2)`,
  `insert into time_count (example_id, level, bucket, n)
    values (1, 0, 0, 1), (1, 1, 0, 1), (1, 2, 1, 1), (1, 3, 100, 1), (2, 0, 0, 2), (2, 1, 0, 2), (2, 2, 3, 1), (2, 2, 4, 1),
      (2, 3, 200, 1), (2, 3, 300, 1)`,
  `insert into example_total (example_id, begun, completions, timed, sum_best_ms, attempts, errors)
    values (1, 1, 1, 1, 100, 0, 0), (2, 2, 2, 2, 500, 0, 0)`,
  "insert into lesson_total (lesson_id, examples, learners) values (1, 2, 2)",
  "insert into course_total (course_id, examples, learners) values (1, 2, 2), (2, 0, 0)",
  "insert into learner_lesson (user_id, lesson_id, begun, completed) values (1, 1, 2, 2), (2, 1, 1, 1)",
  "insert into learner_course (user_id, course_id, begun, completed) values (1, 1, 2, 2), (2, 1, 1, 1)",
  "delete from course where id = 2",
];

for (const { name, make } of places) {
  test(`all times of the previous release count, and ids go on after the last (${name})`, async () => {
    const open = await make();
    const before = await open(previous);
    await before.write(async (tx) => {
      for (const statement of oldRows) await sql.raw(statement).execute(tx);
    });
    await before.close();
    const store = await open(migrations);
    const board = (example: number) => store.read((db) => boardOf(db, example, 2, 10, "all"));
    expect((await board(2))?.own).toEqual({
      ...{ rank: 2, best_time_ms: 300, checked: false, unchecked_because: "none" },
    });
    expect((await board(1))?.top).toMatchObject([{ user_id: 1, best_time_ms: 100 }]);
    const lesson = await store.read((db) => getPublishedLesson(db, 1, 1));
    expect(lesson?.chapters[0]?.examples.map((one) => [one.best_time_ms, one.last_time_ms])).toEqual([
      [100, 120],
      [200, 200],
    ]);
    const derived = () =>
      store.read((db) =>
        db
          .selectFrom("time_count")
          .selectAll()
          .orderBy("example_id")
          .orderBy("level")
          .orderBy("bucket")
          .execute(),
      );
    const migrated = await derived();
    await store.write(recount);
    expect(migrated).toEqual(await derived());
    const run = { userId: 2, exampleId: 2, timeMs: 150, endedAt: 9, at: 9, codeVersion: 3 };
    const recorded = await store.write((tx) =>
      recordCompletion(tx, { ...run, attemptId: null, accuracy: null, errors: null }),
    );
    expect(recorded?.result).toMatchObject({ best_time_ms: 150, isRecord: true });
    const course = {
      title: "New",
      description: "",
      order_index: null,
      lessons: [],
      published: true,
    } as const;
    const inserted = await store.write((tx) =>
      insertCourse(tx, { course: { ...course, difficulty_level: "beginner" }, at: 1 }),
    );
    expect(inserted.courseId).toBe(3);
    await store.write((tx) => deleteContent(tx, "course", 1));
    await clearAll(store);
    for (const table of ["stored_example", "progress", "learner_lesson"] as const)
      expect(await store.read((db) => db.selectFrom(table).selectAll().execute())).toEqual([]);
    await store.close();
  });
}
