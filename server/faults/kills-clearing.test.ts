// The server is killed while it clears behind a change of an example with very many results.

import { expect, onTestFinished, test } from "vitest";
import { deleteContent } from "../store/content/content-changes.ts";
import { recount } from "../store/results/recount.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import { courseOf } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { amount, between, pause, randomFor, report } from "./test/plan.ts";
import { ServerProcess } from "./test/server-process.ts";

const kills = amount({ short: 2, long: 10 });
const learners = amount({ short: 6_000, long: 60_000 });

test(`a deletion is cleared to its end although the server is killed ${kills} times in between [SEC-161]`, {
  timeout: 120_000 + kills * 20_000,
}, async () => {
  const server = await ServerProcess.create({ environment: { SHUTDOWN_DELAY: "0" } });
  onTestFinished(() => server.dispose());
  const onStore = async <T>(
    work: (store: Awaited<ReturnType<typeof openSqlite>>) => Promise<T>,
  ): Promise<T> => {
    const store = await openSqlite({ folder: server.folder });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  const left = () =>
    onStore(async (store) => {
      const rows = await store.read((db) =>
        db
          .selectFrom("progress")
          .innerJoin("stored_example", "stored_example.id", "progress.example_id")
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .where("stored_example.deleted", "=", 1)
          .executeTakeFirstOrThrow(),
      );
      return rows.n;
    });
  const isCleared = () =>
    onStore(async (store) => {
      const rows = await store.read((db) => db.selectFrom("clearing").select("id").execute());
      return rows.length === 0;
    });
  await onStore(async (store) => {
    await fillStore(store, courseOf("A", [1, 1]), learners);
    await store.write((tx) => deleteContent(tx, "chapter", 1));
  });
  const random = randomFor("kills-clearing");
  const begun = await left();
  for (let kill = 0; kill < kills; kill++) {
    await server.start();
    await pause(between(random, 0, 100));
    await server.end("SIGKILL");
  }
  const after = await left();
  for (let restart = 0; restart < 60 && !(await isCleared()); restart++) {
    await server.start();
    await pause(1_000);
    await server.end("SIGTERM");
  }
  expect(await isCleared()).toBe(true);
  await onStore(async (store) => {
    const derived = () =>
      store.read(async (db) => [
        await db.selectFrom("learner_lesson").selectAll().orderBy("user_id").execute(),
        await db.selectFrom("lesson_total").selectAll().execute(),
        await db.selectFrom("learner_course").selectAll().orderBy("user_id").execute(),
        await db.selectFrom("course_total").selectAll().execute(),
      ]);
    const kept = await derived();
    await store.write(recount, { long: true });
    expect(kept).toEqual(await derived());
  });
  report("kills-clearing", {
    kills,
    results: begun,
    "left after the kills": after,
    "left at the end": await left(),
  });
});
