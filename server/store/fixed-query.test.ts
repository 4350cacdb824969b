import { expect, test } from "vitest";
import { openers, withStore } from "../test/stores.ts";
import { fixedQuery } from "./fixed-query.ts";

for (const opener of openers) {
  test(`a query is built once and asked with other values each time (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      let built = 0;
      const byTitle = fixedQuery<{ title: string }, { id: number }>((db, value) => {
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
            .insertInto("course")
            .values({ ...course, title, created_at: 0, updated_at: 0 })
            .execute();
      });
      const ids = await store.read((db) =>
        Promise.all(["a", "b", "c", "a"].map(async (title) => (await byTitle(db, { title })).rows[0]?.id)),
      );
      expect(ids).toEqual([1, 2, undefined, 1]);
      expect(built).toBe(1);
    }));

  test(`a query for every column is refused: a newer server may add one (${opener.name})`, () =>
    withStore(opener, async ({ store }) => {
      const every = fixedQuery<object, unknown>((db) => db.selectFrom("course").selectAll().compile());
      await expect(store.read((db) => every(db, {}))).rejects.toThrow("must name its columns");
    }));
}
