import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { complaint, inParallel, run } from "./process.ts";

const node = (script: string, limitMs = 20_000) =>
  run(process.execPath, ["-e", script], { folder: tmpdir(), limitMs });

test("the outcome has output, errors and exit code", async () => {
  const outcome = await node('console.log("out"); console.error("err"); process.exitCode = 3;');
  expect(outcome).toEqual({ code: 3, stdout: "out\n", stderr: "err\n", timedOut: false });
  expect(complaint(outcome)).toBe("err\nout");
});

test("at the time limit the program is ended, together with the processes that it started", async () => {
  const startedAt = performance.now();
  const outcome = await node(
    'require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" }); setInterval(() => {}, 1000);',
    1_000,
  );
  // The child process holds stdout open: if it were still running, this call would not have returned.
  expect(outcome.timedOut).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

test("a program that reads its input gets none and does not wait", async () => {
  expect((await node('process.stdin.on("end", () => console.log("end")).resume();')).stdout).toBe("end\n");
});

test("a program gets no variable of this process's environment", async () => {
  process.env.TABSTOP_LEAK = "1";
  const outcome = await node("console.log(process.env.TABSTOP_LEAK, process.env.HOME);");
  delete process.env.TABSTOP_LEAK;
  expect(outcome.stdout).toBe(`undefined ${tmpdir()}\n`);
});

test("a program that floods its output is stopped", async () => {
  const outcome = await node('for (;;) require("fs").writeSync(1, "x".repeat(10_000));');
  expect(outcome.code).toBeNull();
  expect(outcome.timedOut).toBe(false);
});

test("a program that does not exist causes an outcome and not an exception", async () => {
  const outcome = await run("/nowhere/lint9", [], { folder: tmpdir() });
  expect(outcome.notStarted).toContain("ENOENT");
});

test("results keep the order of their items", async () => {
  const results = await inParallel([30, 1, 20, 2], async (ms, index) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return `${index}:${ms}`;
  });
  expect(results).toEqual(["0:30", "1:1", "2:20", "3:2"]);
});
