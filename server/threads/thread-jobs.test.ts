import { afterEach, expect, test } from "vitest";
import { type JobThread, openJobThread, threadModule } from "./thread-jobs.ts";
import type { TestJob } from "./test/faulty-jobs.ts";

const open: JobThread<TestJob, unknown>[] = [];
function thread({ limitMs = 20_000, idleMs = 10_000, memoryMb = 64 } = {}): JobThread<TestJob, unknown> {
  const module = threadModule("threads/test/faulty-jobs");
  const made = openJobThread<TestJob, unknown>({ module, limitMs, idleMs, memoryMb });
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const double = (n: number): TestJob => ({ kind: "double", n });

test("jobs run in order, each with its own result", async () => {
  const { run } = thread();
  expect(await Promise.all([run(double(1)), run(double(2)), run(double(3))])).toEqual([
    { ok: true, value: 2 },
    { ok: true, value: 4 },
    { ok: true, value: 6 },
  ]);
});

test("a job that throws fails by itself, and the thread continues", async () => {
  const { run } = thread();
  expect(await Promise.all([run({ kind: "throw" }), run(double(4))])).toEqual([
    { ok: false, why: "fault", message: "no such thing" },
    { ok: true, value: 8 },
  ]);
});

test("an endless job is terminated, also inside a regular expression, and the next job gets a new thread [SEC-09]", async () => {
  const { run } = thread({ limitMs: 500 });
  const [loop, backtrack, after] = await Promise.all([
    run({ kind: "loop" }),
    run({ kind: "backtrack" }),
    run(double(5)),
  ]);
  expect(loop).toMatchObject({ ok: false, why: "time" });
  expect(backtrack).toMatchObject({ ok: false, why: "time" });
  expect(after).toEqual({ ok: true, value: 10 });
});

test.runIf(process.platform === "linux")(
  "the limit counts CPU time: a job that waits for a busy machine is not at fault, and one that waits forever ends",
  async () => {
    const { run } = thread({ limitMs: 200 });
    expect(await run({ kind: "wait", ms: 500 })).toEqual({ ok: true, value: "timed-out" });
    const waited = await run({ kind: "wait", ms: 600_000 });
    expect(waited).toMatchObject({ ok: false, why: "time", hasWaited: true });
    const busy = await run({ kind: "loop" });
    expect(busy).toMatchObject({ ok: false, why: "time", hasWaited: false });
    expect(await run(double(8))).toEqual({ ok: true, value: 16 });
  },
);

test("a job that exhausts memory fails without affecting other jobs [SEC-107]", async () => {
  const { run } = thread({ memoryMb: 32 });
  expect(await run({ kind: "fill" })).toMatchObject({ ok: false, why: "memory" });
  expect(await run(double(6))).toEqual({ ok: true, value: 12 });
});

test("a thread that exits in the middle of a job is replaced", async () => {
  const { run } = thread();
  expect(await run({ kind: "exit" })).toMatchObject({ ok: false, why: "fault" });
  expect(await run(double(7))).toEqual({ ok: true, value: 14 });
});

test("an idle thread ends, and a later job starts a new one", async () => {
  const { run } = thread({ idleMs: 50 });
  const [first, second] = await Promise.all([run({ kind: "which" }), run({ kind: "which" })]);
  expect(second).toEqual(first);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await run({ kind: "which" })).not.toEqual(first);
});

test("if a thread cannot start, its job is reported as undone", async () => {
  const module = threadModule("threads/no-such-thread");
  const jobs = openJobThread<TestJob, unknown>({ module, limitMs: 20_000, idleMs: 50, memoryMb: 32 });
  open.push(jobs);
  expect(await jobs.run(double(1))).toMatchObject({ ok: false, why: "undone" });
});

test("closing ends waiting and later jobs as undone", async () => {
  const jobs = thread();
  const waiting = [jobs.run({ kind: "loop" }), jobs.run(double(1))];
  await jobs.close();
  expect((await Promise.all(waiting)).map((outcome) => !outcome.ok && outcome.why)).toEqual([
    "undone",
    "undone",
  ]);
  expect(await jobs.run(double(1))).toMatchObject({ ok: false, why: "undone" });
});

test("a thread sees neither the server's settings nor its arguments [SEC-90]", async () => {
  const { run } = thread();
  expect(await run({ kind: "whoami" })).toEqual({ ok: true, value: { env: [], argv: [] } });
});

test("the build's thread modules have the same paths as their sources, beside main.js", () => {
  const place = "learning/colours/highlight-thread";
  expect(threadModule(place, "file:///app/server/threads/thread-jobs.ts").href).toBe(
    "file:///app/server/learning/colours/highlight-thread.ts",
  );
  for (const importer of ["main.js", "chunks/thread-jobs-a1.js"])
    expect(threadModule(place, `file:///app/build/server/${importer}`).href).toBe(
      "file:///app/build/server/learning/colours/highlight-thread.js",
    );
});
