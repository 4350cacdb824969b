import fc from "fast-check";
import { expect, test } from "vitest";
import { isMissed, noneMissed, withMissed } from "./missed.ts";

test("the set contains what was added and nothing else, and an older set does not change", () => {
  const steps = fc.constantFrom(1, 31, 32, 33, 1024, 1025, 40_000, 2_000_000);
  fc.assert(
    fc.property(
      steps.chain((count) => fc.tuple(fc.constant(count), fc.array(fc.nat(count - 1), { maxLength: 60 }))),
      ([count, added]) => {
        const versions = [noneMissed];
        for (const step of added) versions.push(withMissed(versions.at(-1) ?? noneMissed, count, step));
        const tested = [...added, ...added.map((step) => (step + 1) % count), 0, count - 1];
        versions.forEach((version, length) => {
          const expected = new Set(added.slice(0, length));
          for (const step of tested) expect(isMissed(version, count, step)).toBe(expected.has(step));
        });
      },
    ),
  );
});

test("adding a step that is already in the set returns the same set", () => {
  const once = withMissed(noneMissed, 100_000, 77_777);
  expect(withMissed(once, 100_000, 77_777)).toBe(once);
});
