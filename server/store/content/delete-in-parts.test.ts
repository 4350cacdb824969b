import { sql } from "kysely";
import { expect, test } from "vitest";
import { adminDelete } from "../../authoring/delete-content.ts";
import type { Principal } from "../../principal.ts";
import { courseOf, examplesByTitle } from "../../test/courses.ts";
import { fillStore } from "../../test/many-learners.ts";
import { freshSqlite, openers, withStore } from "../../test/stores.ts";
import { insertCourse } from "./insert-course.ts";
import { listPublishedCourses } from "./published-content.ts";
import { deleteContent } from "./content-changes.ts";
import { deletePartOfCourse } from "./delete-in-parts.ts";
import { recordCompletion } from "../results/completions.ts";
import { recount } from "../results/recount.ts";
import type { Store } from "../store.ts";

const learners = 300;

/** A course with 3,600 results, and another course. */
async function twoCourses(store: Store): Promise<{ courseId: number; otherId: number }> {
  const other = await store.write((tx) => insertCourse(tx, { course: courseOf("B", [1]), at: 0 }));
  // Chapters with few results, and one chapter whose examples are not all deleted in one part.
  await fillStore(store, courseOf("A", [2, 1], [5], [1, 3]), learners);
  const all = await store.read((db) => db.selectFrom("course").select("id").orderBy("id").execute());
  return { courseId: all[1]!.id, otherId: other.courseId };
}

const derived = [
  "example_total",
  "lesson_total",
  "course_total",
  "learner_lesson",
  "learner_course",
  "time_count",
];

async function counted(store: Store): Promise<string> {
  const tables = await store.read(async (db) => {
    const found: unknown[] = [];
    for (const table of derived) {
      const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
      found.push([table, rows.map((row) => JSON.stringify(row)).toSorted()]);
    }
    return found;
  });
  return JSON.stringify(tables);
}

for (const opener of openers) {
  // Batches that each read all deleted rows again would take longer than a test may.
  test(`an example with 20,000 attempts is deleted in time that grows with their number (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      await twoCourses(store);
      const [example] = await store.read((db) =>
        db
          .selectFrom("progress")
          .innerJoin("example", "example.id", "progress.example_id")
          .select(["example_id as id", "user_id"])
          .limit(1)
          .execute(),
      );
      const { id, user_id } = example!;
      await store.write((tx) =>
        sql`
          with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)
          insert into attempt
            (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, answer_is_record)
          select ${sql.lit(user_id)}, ${sql.lit(id)}, 'key ' || n, 0, n, n, n, 0 from numbers`.execute(tx),
      );
      await store.write((tx) => deleteContent(tx, "example", id), { long: true });
      const left = await store.read((db) =>
        db.selectFrom("attempt").select("user_id").where("example_id", "=", id).execute(),
      );
      expect(left).toEqual([]);
    }));

  test(`a course with very many results is deleted in parts, unpublished and with exact counts after each (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      const { courseId, otherId } = await twoCourses(store);
      const left: number[] = [];
      for (;;) {
        const part = await store.write((tx) => deletePartOfCourse(tx, courseId));
        const before = await counted(store);
        await store.write(recount);
        expect(await counted(store)).toBe(before);
        expect((await store.read((db) => listPublishedCourses(db, 1))).map(({ id }) => id)).toEqual([
          otherId,
        ]);
        left.push((await examplesByTitle(store)).size);
        if (part !== "part") {
          expect(part).toBe("all");
          break;
        }
      }
      // Deleted: two small chapters; three of the five examples; the other two and a small chapter; the rest.
      expect(left).toEqual([10, 7, 4, 1]);
      expect(await store.write((tx) => deletePartOfCourse(tx, courseId))).toBeNull();
    }));
}

test("a save waits for one part of the deletion of a large course, not for the whole deletion", () =>
  withStore({ name: "sqlite", open: freshSqlite }, async ({ store }) => {
    const { courseId, otherId } = await twoCourses(store);
    const [exampleId] = (await examplesOf(store, otherId)) as [number];
    const at = 1_000;
    const unknown = { attemptId: null, codeVersion: null, accuracy: null, errors: null };
    const run = { userId: 1, exampleId, endedAt: at, at, timeMs: 1, ...unknown };
    const deletion = adminDelete({ store, now: () => at }, { userId: 1 } as Principal, "course", courseId);
    await store.write((tx) => recordCompletion(tx, run));
    expect(await examplesOf(store, courseId)).toHaveLength(9);
    await deletion;
    expect(await store.read((db) => db.selectFrom("course").select("id").execute())).toEqual([
      { id: otherId },
    ]);
  }));

async function examplesOf(store: Store, courseId: number): Promise<readonly number[]> {
  const rows = await store.read((db) =>
    db
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
      .select("example.id")
      .where("lesson.course_id", "=", courseId)
      .execute(),
  );
  return rows.map(({ id }) => id);
}
