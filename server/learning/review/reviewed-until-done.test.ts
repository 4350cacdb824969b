// A learner who does what reviews ask, and is never shown anything, has nothing due in the end: whatever is counted as due
// is asked, and whatever is asked is graded.

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fillConstructs } from "../../test/fill-constructs.ts";
import { openers, serverForTest } from "../../test/harness.ts";
import { plantCards } from "../../test/plant-cards.ts";
import { plantExample } from "../../test/typed-runs.ts";

/** Of each language an example whose forms take all places of some atoms. */
const codes: readonly (readonly [language: string, code: string])[] = [
  ["python", "for a in b:\n    print(f'{a}')\nc = [d for d in e if d]\ng = h if i else j\n"],
  [
    "javascript",
    "const [a, b] = c;\nfor (const d of e) f(d);\nclass G extends H {}\nasync (i) => await j;\n",
  ],
  ["typescript", "type A<T> = T extends string ? B : never;\nlet c!: keyof D;\n"],
  ["sql", "SELECT a FROM b LEFT JOIN c ON d = e WHERE f IS NOT NULL ORDER BY g;\n"],
  ["bash", 'for a in "$b"; do echo "${c%d}"; done\nif [[ -f e ]]; then f; fi\n'],
  ["css", ".a { color: red; }\n@media (min-width: 1px) { b { margin: 0 auto; } }\n"],
  ["c", "for (int i = 0; i < n; i++) { a[i] = *b; }\nstruct c d = { .e = 1 };\n"],
  ["rust", "if let Some(a) = b { match c { Ok(d) => e(d)?, _ => f!() } }\n"],
];

test.each(openers.flatMap((opener) => [2, 30].map((stability) => ({ ...opener, stability }))))(
  "reviews end with nothing due, at a stability of $stability days ($name)",
  async ({ stability, ...opener }) => {
    const harness = await serverForTest(opener, { env: { RATE_LIMITS: "off" } });
    for (const [language, code] of codes) await plantExample(harness.store, code, true, language);
    await fillConstructs(harness.store);
    const mira = await harness.register("mira");
    const today = Math.floor(harness.clock.now / 86_400_000);
    const found = await harness.store.read((db) =>
      db.selectFrom("example_construct").select(["example_id", "construct_id", "in_forms"]).execute(),
    );
    expect(found.some(({ in_forms }) => in_forms === 1)).toBe(true);
    const graded = { due: today, stability, days: [{ day: today - 40, grade: "good" as const }] };
    await plantCards(
      harness.store,
      mira.id,
      [...new Set(found.map(({ construct_id }) => construct_id))].map((constructId) => ({
        ...{ constructId, metDay: today - 50 },
        graded,
      })),
    );
    for (const exampleId of new Set(found.map(({ example_id }) => example_id)))
      await mira.client("completeExample", {
        params: { exampleId },
        body: { status: "completed", time_ms: 60_000 },
      });
    const query = { zone: "UTC" };
    let { due, session } = await mira.client("getReview", { query });
    expect(due).toBeGreaterThan(60);
    while (due > 0) {
      for (const { exampleId, way } of session) {
        const example = await mira.client("getReviewExample", {
          params: { exampleId },
          query: { way, ...query },
        });
        const hidden = example.constructs.filter((one) => one.hidden).map(({ id }) => id);
        const body = { attemptId: randomUUID(), way, codeVersion: 1, hidden, shown: [], ...query };
        await mira.client("saveReview", { params: { exampleId }, body });
      }
      const next = await mira.client("getReview", { query });
      const left = `${next.due} are due after ${session.map(({ way }) => way).join(", ")}`;
      expect(next.due, left).toBeLessThan(due);
      ({ due, session } = next);
    }
  },
);
