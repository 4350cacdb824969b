// How many results of a learner count in a day: over both endpoints, on both databases.

import { describe, expect, test } from "vitest";
import { openers, type Person, type ServerOptions, type TestServer, serverForTest } from "../test/harness.ts";
import { addSampleCourse } from "../test/sample-course.ts";

const dayMs = 86_400_000;

describe.each(openers)("$name", (opener) => {
  async function serverWith(options: ServerOptions = {}) {
    const harness = await serverForTest(opener, options);
    const mira = await harness.register("mira");
    const { exampleId } = await addSampleCourse(harness.store, harness.clock.now);
    return { harness, mira, exampleId };
  }

  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  async function send(
    { app }: TestServer,
    { token }: Person,
    exampleId: number,
    n: number,
    over: "progress" | "completion",
  ) {
    const attempt = { attemptId: uuid(n) };
    const { statusCode, headers, body } = await app.inject({
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      ...(over === "progress"
        ? {
            url: "/api/courses/progress",
            payload: {
              ...attempt,
              ...{ exampleId, progress: 100, accuracy: 100, errors: 0, isComplete: true, timeMs: 1_000 + n },
            },
          }
        : {
            url: `/api/courses/progress/${exampleId}`,
            payload: { ...attempt, status: "completed", time_ms: 1_000 + n },
          }),
    });
    return { status: statusCode, retryAfter: headers["retry-after"], body: JSON.parse(body) };
  }
  const setRuns = ({ store, clock }: TestServer, { id }: Person, runs: number) =>
    store.write((tx) =>
      tx
        .updateTable("activity")
        .set({ runs, run_day: Math.floor(clock.now / dayMs) })
        .where("user_id", "=", id)
        .execute(),
    );

  test("2,000 results count in a day; then both endpoints refuse until the next day, and nothing is stored [SEC-148]", async () => {
    const { harness, mira, exampleId } = await serverWith();
    const first = await send(harness, mira, exampleId, 1, "progress");
    expect(first.status).toBe(200);
    await setRuns(harness, mira, 1_998);
    expect((await send(harness, mira, exampleId, 2, "progress")).status).toBe(200);
    expect((await send(harness, mira, exampleId, 3, "completion")).status).toBe(200);
    const stored = () =>
      harness.store.read(async (db) => [
        await db.selectFrom("attempt").selectAll().orderBy("attempt_key").execute(),
        await db.selectFrom("progress").selectAll().execute(),
        await db.selectFrom("activity").selectAll().execute(),
        await db.selectFrom("example_total").selectAll().execute(),
      ]);
    const before = await stored();
    harness.clock.now += 1_000;
    for (const over of ["progress", "completion"] as const)
      expect(await send(harness, mira, exampleId, 4, over)).toEqual({
        status: 429,
        retryAfter: String(12 * 3_600 - 1),
        body: { error: "Too many results in one day. Try again in 12 hours.", code: "RATE_LIMITED" },
      });
    expect(await stored()).toEqual(before);
    // A result that was counted before is repeated, and another learner is not concerned.
    expect(await send(harness, mira, exampleId, 1, "progress")).toEqual(first);
    const other = await harness.register("other");
    expect((await send(harness, other, exampleId, 5, "progress")).status).toBe(200);
    // Progress of an unfinished run is still saved.
    const save = { exampleId, progress: 10, accuracy: 100, errors: 0, isComplete: false, timeMs: 10 };
    expect(await mira.client("saveProgress", { body: save })).toEqual({ saved: true });

    harness.clock.now += (12 * 3_600 - 1) * 1_000;
    const { token } = await harness.openSession(mira);
    for (const n of [4, 6])
      expect((await send(harness, { ...mira, token }, exampleId, n, "progress")).status).toBe(200);
  });

  test("of ten results at once where two are left, two count", async () => {
    const { harness, mira, exampleId } = await serverWith();
    expect((await send(harness, mira, exampleId, 0, "progress")).status).toBe(200);
    await setRuns(harness, mira, 1_998);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(harness, mira, exampleId, 10 + n, "completion")),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      200,
      ...Array(8).fill(429),
    ]);
  });

  test("without rate limits every result counts", async () => {
    const { harness, mira, exampleId } = await serverWith({ env: { RATE_LIMITS: "off" } });
    expect((await send(harness, mira, exampleId, 0, "progress")).status).toBe(200);
    await setRuns(harness, mira, 2_000);
    expect((await send(harness, mira, exampleId, 1, "progress")).status).toBe(200);
  });
});
