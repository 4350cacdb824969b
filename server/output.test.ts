// Standard output and standard error without a reader, with a reader that reads nothing, or on a full disk: the server
// starts, serves, and ends with 0; a command ends quietly.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtServer } from "./test/built-server.ts";
import { freePort } from "./test/postgres.ts";

const { newFolder, scratch, bundle, running } = builtServer();

/** Shell scripts that run "$@" with an output on which nothing can be written, or not for long. */
const places = {
  "standard output whose reader has gone": 'exec "$@" > >(exec true)',
  "standard error whose reader has gone": 'exec "$@" 2> >(exec true)',
  "both whose reader has gone": 'exec "$@" > >(exec true) 2>&1',
  "a reader that takes one line and goes": 'exec "$@" > >(exec head -1) 2>&1',
  "a reader that reads nothing": 'exec "$@" > >(exec sleep 600) 2>&1',
  "a full disk": 'exec "$@" >/dev/full 2>&1',
  "closed files": 'exec "$@" >&- 2>&-',
};

function launch(script: string, env: Record<string, string>, ...args: string[]): ChildProcess {
  const child = spawn("bash", ["-c", script, "bash", process.execPath, ...args], {
    cwd: scratch,
    env: { PATH: process.env["PATH"] ?? "", SHUTDOWN_DELAY: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  return child;
}

const howItEnded = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode ?? child.signalCode;
};

test.each(existsSync("/dev/full") ? Object.entries(places) : [])(
  "with %s the server starts, serves and ends with 0 [SEC-176]",
  async (_name, script) => {
    const port = String(await freePort());
    const child = launch(
      script,
      {
        DATA_DIR: newFolder(),
        PORT: port,
        LOG_LEVEL: "trace",
        // The import prints a line before the server listens.
        CATALOGUE: script.includes("head") ? "on" : "off",
      },
      join(bundle, "main.js"),
    );
    const address = `http://127.0.0.1:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${address}/api/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    // To a reader that reads nothing, more lines than a pipe and the backlog hold together.
    for (let n = 0; n < (script.includes("sleep") ? 40 : 2); n++) {
      const answers = await Promise.all(
        Array.from({ length: 150 }, () => fetch(`${address}/api/nowhere`).then((answer) => answer.status)),
      );
      expect(new Set(answers)).toEqual(new Set([404]));
    }
    child.kill("SIGTERM");
    expect(await howItEnded(child)).toBe(0);
  },
);

// The terminal of a server is closed without a signal, or stopped with Ctrl-S.
const terminal = `
import os, pty, subprocess, sys, time, urllib.request
port, how = sys.argv[1], sys.argv[2]
here, there = pty.openpty()
server = subprocess.Popen(sys.argv[3:], stdin=there, stdout=there, stderr=there)
os.close(there)
def ask(path):
    try: return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10).status
    except urllib.error.HTTPError as error: return error.code
    except Exception: return 0
end = time.time() + 60
while ask("/api/ready") != 200 and time.time() < end: time.sleep(0.05)
if how == "gone": os.close(here)
answers = {ask("/api/nowhere") for _ in range(300)}
server.terminate()
print(answers, server.wait(timeout=60))
`;

test.each(existsSync("/usr/bin/python3") ? ["gone", "stopped"] : [])(
  "with a terminal that is %s the server serves and ends with 0",
  async (how) => {
    const port = String(await freePort());
    const child = spawn(
      "/usr/bin/python3",
      ["-c", terminal, port, how, process.execPath, join(bundle, "main.js")],
      {
        cwd: scratch,
        env: {
          PATH: process.env["PATH"] ?? "",
          DATA_DIR: newFolder(),
          PORT: port,
          LOG_LEVEL: "trace",
          CATALOGUE: "off",
          SHUTDOWN_DELAY: "0",
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    running.add(child);
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    await once(child, "close");
    expect(out).toBe("{404} 0\n");
  },
);

test("a command whose reader has gone ends quietly, and one whose output is lost says so", async () => {
  const data = newFolder();
  const server = launch(
    'exec "$@"',
    { DATA_DIR: data, PORT: "0", CATALOGUE: "off" },
    join(bundle, "main.js"),
  );
  await once(server.stdout as NonNullable<typeof server.stdout>, "data");
  const list = async (script: string) => {
    const child = launch(script, { DATA_DIR: data }, join(bundle, "tabstop.js"), "list-users");
    let err = "";
    child.stderr?.on("data", (chunk) => (err += chunk));
    await once(child, "close");
    return [child.exitCode, err];
  };
  expect(await list('"$@" | true; exit ${PIPESTATUS[0]}')).toEqual([0, ""]);
  expect(await list('"$@" | head -1 >/dev/null; exit ${PIPESTATUS[0]}')).toEqual([0, ""]);
  expect(await list('exec "$@" >/dev/full')).toEqual([
    1,
    expect.stringMatching(/^The output could not be written: ENOSPC[^\n]*\n$/),
  ]);
  server.kill("SIGTERM");
  expect(await howItEnded(server)).toBe(0);
});
