// The CPU time of a start on a filled database, and the memory that the server keeps: goal S3.
//
//   node scripts/build.mjs && npx tsx bench/start.ts [options]
//
//   --learners 1000000   each with results in 5 examples
//   --starts 5 --calls 2000
//   --check              exit code 1 where a goal is missed by far
//   --no-save            do not save the figures
//
// The built server as an operator runs it, on SQLite, in another process. Linux only, because it reads /proc. CPU time
// counts the whole process from its start to the line with its address, resident memory is taken after the requests.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLog } from "@tabstop/server/log";
import { openSqlite } from "@tabstop/server/store/sqlite/open-sqlite";
import { courseOf } from "@tabstop/server/test/courses";
import { fillStore } from "@tabstop/server/test/many-learners";
import { atMost, median, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    learners: { type: "string", default: "1000000" },
    starts: { type: "string", default: "5" },
    calls: { type: "string", default: "2000" },
  },
});
const learners = Number(options.learners);
const admin = { email: "admin@example.com", password: "correct horse battery" };
const report = openReport("start", options);
const folder = mkdtempSync(join(tmpdir(), "tabstop-bench-"));

type Started = {
  readonly url: string;
  readonly cpuS: number;
  readonly wallS: number;
  readonly child: ChildProcess;
};

try {
  // The first start creates the admin and is not measured.
  await stop(await start());
  const store = await openSqlite({ folder, log: createLog("error") });
  await fillStore(store, courseOf("A", [5]), learners);
  await store.close();
  const rows: string[][] = [];
  const cpuS: number[] = [];
  let residentMB = Number.NaN;
  for (let turn = 0; turn < Number(options.starts); turn++) {
    const server = await start();
    const atStart = residentOf(server);
    await sendRequests(server.url, Number(options.calls));
    residentMB = residentOf(server);
    cpuS.push(server.cpuS);
    rows.push([
      String(turn + 1),
      shown(server.cpuS),
      shown(server.wallS),
      shown(atStart, 0),
      shown(residentMB, 0),
    ]);
    await stop(server);
  }
  report.table(
    `SQLite, ${learners.toLocaleString("en")} learners, ${options.calls} requests after each start`,
    ["start", "CPU s", "wall s", "MB at start", "MB after requests"],
    rows,
  );
  report.judge(
    atMost("S3 CPU until it serves, median", median(cpuS), 1.5, " s"),
    atMost("S3 resident memory after the requests", residentMB, 150, " MB"),
  );
  report.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function start(): Promise<Started> {
  const from = performance.now();
  const child = spawn(process.execPath, ["build/server/main.js"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: folder,
      RATE_LIMITS: "off",
      CATALOGUE: "off",
      SHUTDOWN_DELAY: "0",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += String(chunk);
      const address = /http:\/\/\S+:\d+/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`The server did not start:\n${output}`)));
  });
  return { url, cpuS: cpuOf(child), wallS: (performance.now() - from) / 1000, child };
}

async function stop({ child }: Started): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Logs in and sends requests that learners and admins send, 16 at a time. */
async function sendRequests(url: string, count: number): Promise<void> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  if (!login.ok) throw new Error(`The log-in failed with ${login.status}: ${await login.text()}`);
  const { token } = (await login.json()) as { token: string };
  const paths = ["courses/courses", "courses/lessons/1", "courses/leaderboard/1", "admin/dashboard"];
  let sent = 0;
  const client = async () => {
    while (sent < count) {
      const response = await fetch(`${url}/api/${paths[sent++ % paths.length]}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
}

/** User and system CPU time of a process in seconds, from `/proc` (proc(5): fields 14 and 15, in hundredths). */
function cpuOf({ pid }: ChildProcess): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "";
  const fields = afterName.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentOf({ child: { pid } }: Started): number {
  const kB = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kB) / 1024;
}
