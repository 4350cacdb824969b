import type { Insertable } from "kysely";
import { expect, test } from "vitest";
import { openers, withStore } from "../test/stores.ts";
import { preparedInsert, preparedQuery } from "./prepared-query.ts";
import type { CourseTable } from "./schema.ts";

const columns = [
  ...(["title", "description", "difficulty_level", "order_index"] as const),
  ...(["published", "created_at", "updated_at"] as const),
];
type CourseRow = Insertable<CourseTable>;

for (const opener of openers) {
  test(`a query is built once and executed with new values each time (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      let built = 0;
      const byTitle = preparedQuery<{ title: string }, { id: number }>((db, value) => {
        built++;
        return db.selectFrom("course").select("id").where("title", "=", value("title")).compile();
      });
      await store.write(async (tx) => {
        const course = {
          description: "",
          difficulty_level: "beginner",
          order_index: 0,
          published: 1,
        } as const;
        for (const title of ["a", "b"])
          await tx
            .insertInto("stored_course")
            .values({ ...course, title, created_at: 0, updated_at: 0 })
            .execute();
      });
      const ids = await store.read((db) =>
        Promise.all(["a", "b", "c", "a"].map(async (title) => (await byTitle(db, { title })).rows[0]?.id)),
      );
      expect(ids).toEqual([1, 2, undefined, 1]);
      expect(built).toBe(1);
    }));

  test(`a query for every column is refused, since a newer server may add one (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      const every = preparedQuery<object, unknown>((db) => db.selectFrom("course").selectAll().compile());
      await expect(store.read((db) => every(db, {}))).rejects.toThrow("must name its columns");
    }));

  test(`rows are inserted by few statements, each built once per number of rows (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      const built: number[] = [];
      const insert = preparedInsert<CourseRow, { id: number; title: string }>([...columns], (db, rows) => {
        built.push(rows.length);
        return db.insertInto("stored_course").values(rows).returning(["id", "title"]).compile();
      });
      const titles = Array.from({ length: 423 }, (_, i) => `Course ${i}`);
      const rows = titles.map((title, i) => ({
        ...{ title, description: `${i}`, order_index: i, created_at: i, updated_at: i + 1 },
        ...({ difficulty_level: "beginner", published: 1 } as const),
      }));
      let turns = 0;
      const stored = await store.write((tx) =>
        insert(tx, rows, async () => {
          turns += 1;
        }),
      );
      expect(stored.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
      expect([built, turns]).toEqual([[200, 20, 1], 5]);
      expect(await store.write((tx) => insert(tx, []))).toEqual([]);
      const found = await store.read((db) =>
        db.selectFrom("course").select(columns).orderBy("order_index").execute(),
      );
      expect(found).toEqual(rows);
      expect(built).toHaveLength(3);
    }));
}
