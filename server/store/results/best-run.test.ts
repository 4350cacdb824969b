// The run of a learner's best time, as a lesson shows it.

import { describe, expect, test } from "vitest";
import { openers } from "../../test/stores.ts";
import { changeExampleCode } from "../content/content-changes.ts";
import { getPublishedLesson } from "../content/published-content.ts";
import { type Desk, logOf, uuid, withLearner } from "../test/desk.ts";

async function shown({ store, userId, exampleId }: Desk) {
  const lesson = await store.read(async (db) => {
    const { lesson_id } = await db
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .select("lesson_id")
      .where("example.id", "=", exampleId)
      .executeTakeFirstOrThrow();
    return getPublishedLesson(db, userId, lesson_id);
  });
  const [example] = lesson?.chapters[0]?.examples ?? [];
  return example && { best: example.best_time_ms, run: example.best_run };
}

describe.each(openers)("$name", (opener) => {
  test("it is the fastest run on the present code, the earlier of two, and goes with a removed time", () =>
    withLearner(opener, async (desk) => {
      expect(await shown(desk)).toEqual({ best: null, run: null });
      await desk.complete({ attemptId: uuid(1), timeMs: 6_000, errors: 3, accuracy: 70, at: 1_000_000 });
      const first = { errors: 3, accuracy: 70, ended_at: 1_000_000 };
      expect(await shown(desk)).toEqual({ best: 6_000, run: first });
      await desk.complete({ attemptId: uuid(2), timeMs: 7_000, errors: 0, accuracy: 100, at: 2_000_000 });
      await desk.complete({ attemptId: uuid(3), timeMs: 6_000, errors: 0, accuracy: 100, at: 3_000_000 });
      await desk.complete({ attemptId: uuid(4), timeMs: null, at: 3_500_000 });
      expect(await shown(desk)).toEqual({ best: 6_000, run: first });
      await desk.finish({ attemptId: uuid(5), timeMs: 5_000, at: 4_000_000 });
      const unreported = { errors: null, accuracy: null, ended_at: 4_000_000 };
      expect(await shown(desk)).toEqual({ best: 5_000, run: unreported });
      await desk.remove();
      expect(await shown(desk)).toEqual({ best: null, run: null });
      await desk.complete({ attemptId: uuid(6), timeMs: 5_000, errors: 2, accuracy: 80, at: 5_000_000 });
      expect(await shown(desk)).toEqual({ best: null, run: null });
      // The same time again, checked: it counts, and is not mixed up with the removed one.
      const checked = { timeMs: 5_000, evidence: logOf(5_000), at: 6_000_000 };
      await desk.complete({ attemptId: uuid(7), errors: 1, accuracy: 90, ...checked });
      const again = { errors: 1, accuracy: 90, ended_at: 6_000_000 };
      expect(await shown(desk)).toEqual({ best: 5_000, run: again });
    }));

  test("there is none after the code has changed, and none that was deleted because of its age", () =>
    withLearner(opener, async (desk) => {
      const { store, exampleId } = desk;
      await desk.complete({ attemptId: uuid(1), timeMs: 5_000, at: 1_000_000 });
      const change = { exampleId, codeContent: "changed();", at: 2_000_000 };
      await store.write((tx) => changeExampleCode(tx, change));
      expect(await shown(desk)).toEqual({ best: null, run: null });
      // The same time as on the earlier code.
      await desk.complete({ attemptId: uuid(2), timeMs: 5_000, errors: 0, accuracy: 100, at: 3_000_000 });
      const run = { errors: 0, accuracy: 100, ended_at: 3_000_000 };
      expect(await shown(desk)).toEqual({ best: 5_000, run });
      await store.write((tx) => tx.deleteFrom("attempt").execute());
      expect(await shown(desk)).toEqual({ best: 5_000, run: null });
    }));
});
