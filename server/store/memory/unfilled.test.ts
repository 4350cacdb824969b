// Which server finds the constructs of which examples, while admins change and delete them.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { plantTexts } from "../../test/plant-texts.ts";
import { openers, withStore } from "../../test/stores.ts";
import { claimExamples, unfilledExamples } from "./unfilled.ts";

const rules = { version: 1, languages: ["words"] };

describe.each(openers)("$name", (opener) => {
  test("an example that is deleted while it is claimed costs the others nothing", async () => {
    await withStore(opener, async ({ store }) => {
      await plantTexts(store, [
        ["words", "a"],
        ["words", "b"],
      ]);
      const { examples } = await store.read((db) =>
        unfilledExamples(db, { rules, after: 0, limit: 10, at: 1 }),
      );
      const [first, second] = examples;
      expect(examples).toHaveLength(2);

      let commit = () => {};
      const committing = new Promise<void>((resolve) => (commit = resolve));
      let deletion: Promise<unknown> = Promise.resolve();
      await new Promise<void>((deleted) => {
        deletion = store.write(async (tx) => {
          await sql`delete from stored_example where id = ${first?.example_id}`.execute(tx);
          deleted();
          await committing;
        });
      });
      const claim = store.write((tx) =>
        claimExamples(tx, examples, { owner: "one", version: 1, at: 1, until: 2 }),
      );
      // SQLite has one writer, so there the claim waits for the commit.
      await Promise.race([claim.catch(() => {}), sleep(200)]);
      commit();
      await deletion;

      expect(await claim).toEqual([{ ...second, failures: 0 }]);
    });
  });
});
