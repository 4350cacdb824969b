// Requests per second, CPU time per request and response times of real routes, compared with a bare one in one run.
//
//   npx tsx bench/server.ts [options]
//
//   --postgres           also on a real PostgreSQL, with its durable settings; with --no-sqlite only there
//   --clients 16,64      numbers of clients, each sending its next request as soon as it has a response
//   --rounds 3 --calls 6000
//   --routes board       only these, such as board,save, and those they are compared with
//   --rows 10000         times on the leaderboard; with several, such as 10000,1000000, it is measured at each size
//   --profile FOLDER     a CPU profile of the server's process under load, for Chromium's developer tools
//   --check              exit code 1 where a goal is missed by far
//   --no-save            do not save the figures
//
// All on this machine, over loopback, with a limited number of requests. Routes take turns in every round. `hollow` is
// the same route with its access check and schemas, but without its work: the write of a save, the queries of a
// leaderboard.

import { type ChildProcess, fork } from "node:child_process";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "@tabstop/server/test/postgres";
import pg from "pg";
import type { BenchServerOptions, Failed, Ready, Usage } from "./support/bench-server.ts";
import { atLeast, atMost, median, percentile, shown, times } from "./support/figures.ts";
import { type LoadReport, type LoadRequest, run } from "./support/load.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: false },
    clients: { type: "string", default: "16,64" },
    rounds: { type: "string", default: "3" },
    calls: { type: "string", default: "6000" },
    rows: { type: "string", default: "10000" },
    routes: { type: "string", default: "" },
    profile: { type: "string", default: "" },
  },
});
const clientCounts = options.clients.split(",").map(Number);
const boardSizes = options.rows.split(",").map(Number);
const rounds = Number(options.rounds);
const calls = Number(options.calls);

type Route = {
  readonly name: string;
  readonly app: "product" | "hollow" | "bare";
  readonly requestsOf: (client: number) => readonly LoadRequest[];
};
type Round = LoadReport & Pick<Usage, "cpuUs" | "commits">;
type Measured = { readonly route: Route; readonly clients: number; readonly rounds: Round[] };

/** The examples that a client saves, in turn. */
const savesEach = 40;
/** Enough that the first request of each client, which opens a connection, does not decide the 99th percentile. */
const callsEach = 200;
/** The routes that are measured again with a larger leaderboard. */
const onBoards = /board|bare/;

function isChosen({ name }: Route): boolean {
  const [work = ""] = name.split(",");
  return options.routes === "" || options.routes.split(",").includes(work) || name === "bare route";
}

/** The head of the tables of routes. It is here because the measurement below runs before later lines of this file. */
const head = [
  "route",
  "req/s",
  "of bare",
  "CPU us",
  "of bare",
  "p50 ms",
  "p99 ms",
  "of bare",
  "saves/commit",
  "failed",
];

const report = openReport("server", options);
if (options.sqlite) await measureOn("SQLite, synchronous = FULL", null);
if (options.postgres) await measurePostgres();
report.close();

async function measurePostgres(): Promise<void> {
  const server = await startPostgres(["fsync=on", "synchronous_commit=on", "full_page_writes=on"]);
  try {
    await measureOn("PostgreSQL, fsync on", async (name) => {
      const admin = new pg.Client({ connectionString: server.url("postgres") });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      return server.url(name);
    });
  } finally {
    await server.stop();
  }
}

/** `databaseOf` creates a database. It is null where the folder is enough. */
async function measureOn(
  title: string,
  databaseOf: ((name: string) => Promise<string>) | null,
): Promise<void> {
  const boards: Measured[][] = [];
  for (const [i, size] of boardSizes.entries()) {
    const folder = mkdtempSync(join(tmpdir(), "tabstop-bench-"));
    const databaseUrl = databaseOf && (await databaseOf(`bench${i}`));
    const learners = Math.max(...clientCounts);
    const from = performance.now();
    const child = await startChild({
      databaseUrl,
      folder,
      learners,
      times: size,
      profileFolder: options.profile,
    });
    process.stderr.write(`filled in ${shown((performance.now() - from) / 1000, 0)} s\n`);
    try {
      const { p50, p99 } = syncsOf(folder);
      console.log(
        `\na full sync of this disk takes ${shown(p50)} ms at the median, ${shown(p99)} ms at the 99th percentile`,
      );
      const routes = routesOf(child.ready).filter(isChosen);
      const measured = await measureRoutes(
        child,
        i === 0 ? routes : routes.filter(({ name }) => onBoards.test(name)),
      );
      report.table(
        `${title}, ${size.toLocaleString("en")} times on the board`,
        head,
        measured.map(rowOf(measured)),
      );
      if (i === 0) judgeSaves(title, measured);
      boards.push(measured);
    } finally {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  judgeBoards(title, boards);
}

function routesOf({ tokens, lessonIds, exampleIds }: Ready): readonly Route[] {
  const asLearner = (client: number, request: LoadRequest): LoadRequest => ({
    ...request,
    headers: {
      authorization: `Bearer ${tokens[client % tokens.length]}`,
      "content-type": "application/json",
    },
  });
  const save = (client: number) =>
    Array.from({ length: savesEach }, (_, i) =>
      asLearner(client, {
        method: "POST",
        path: "/api/courses/progress",
        body: JSON.stringify({
          exampleId: exampleIds[(client + i) % exampleIds.length],
          progress: 10 + i,
          accuracy: 96,
          errors: i,
          isComplete: false,
          timeMs: 15_000 * (i + 1),
        }),
      }),
    );
  const board = (client: number) => [
    asLearner(client, { path: `/api/courses/leaderboard/${exampleIds[0]}` }),
  ];
  const courses = (client: number) => [asLearner(client, { path: "/api/courses/courses" })];
  const lesson = (client: number) =>
    lessonIds.map((id) => asLearner(client, { path: `/api/courses/lessons/${id}` }));
  return [
    { name: "bare route", app: "bare", requestsOf: () => [{ path: "/bare" }] },
    { name: "save, hollow", app: "hollow", requestsOf: save },
    { name: "save", app: "product", requestsOf: save },
    { name: "board, hollow", app: "hollow", requestsOf: board },
    { name: "board", app: "product", requestsOf: board },
    { name: "course list", app: "product", requestsOf: courses },
    { name: "lesson", app: "product", requestsOf: lesson },
  ];
}

async function measureRoutes(child: Child, routes: readonly Route[]): Promise<Measured[]> {
  const measured = clientCounts.flatMap((clients) =>
    routes.map((route): Measured => ({ route, clients, rounds: [] })),
  );
  // Round -1 warms up.
  for (let round = -1; round < rounds; round++) {
    if (round === 0 && options.profile !== "") child.profile();
    for (const { route, clients, rounds: done } of measured) {
      const before = await child.usage();
      const load = await run({
        url: child.ready.urls[route.app],
        clients,
        // The warm-up saves every example once, since nearly every save in practice updates an earlier one.
        calls: round < 0 ? Math.max(calls / 3, clients * savesEach) : Math.max(calls, clients * callsEach),
        requestsOf: route.requestsOf,
      });
      const after = await child.usage();
      if (round < 0) continue;
      done.push({
        ...load,
        cpuUs: after.cpuUs - before.cpuUs,
        commits: after.commits - before.commits,
      });
    }
    if (round >= 0) process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return measured;
}

function rowOf(measured: readonly Measured[]): (one: Measured) => readonly string[] {
  return (one) => {
    const bare = find(measured, "bare route", one.clients);
    const isBare = one === bare;
    const written = sum(one, ({ commits }) => commits);
    return [
      `${one.route.name}, ${one.clients} clients`,
      shown(callsPerS(one), 0),
      isBare ? "" : times(callsPerS(one) / callsPerS(bare)),
      shown(cpuUs(one), 0),
      isBare ? "" : times(cpuUs(one) / cpuUs(bare)),
      shown(responseMs(one, 0.5)),
      shown(responseMs(one, 0.99)),
      isBare ? "" : times(responseMs(one, 0.99) / responseMs(bare, 0.99)),
      written > 0 ? shown(sum(one, (round) => round.calls) / written, 1) : "",
      failures(one),
    ];
  };
}

function judgeSaves(title: string, measured: readonly Measured[]): void {
  for (const clients of clientCounts) {
    if (!isMeasured(measured, "save")) return;
    const save = find(measured, "save", clients);
    const hollow = find(measured, "save, hollow", clients);
    const at = `${title}, ${clients} clients`;
    const perCommit = clients >= 64 ? 20 : 6;
    report.judge(atMost(`${at}, saves that failed`, failed(save), 0, "", 1));
    if (clients < 16) continue;
    if (title.startsWith("PostgreSQL")) {
      // What a save costs besides is in other processes, which are not counted.
      if (clients === 16)
        report.judge(
          atMost(`S1b ${at}, CPU of a save`, cpuUs(save), 500, " us", 2),
          atLeast(`S1b ${at}, saves a second`, callsPerS(save), 1_000, "", 2),
        );
      continue;
    }
    const saves = sum(save, (round) => round.calls) / sum(save, ({ commits }) => commits);
    report.judge(
      atLeast(`S1 ${at}, acknowledged saves a commit`, saves, perCommit),
      atLeast(
        `S1 ${at}, requests/s of the route without its write`,
        callsPerS(save) / callsPerS(hollow),
        0.6,
        " x",
        2,
      ),
      atMost(`S1 ${at}, CPU of the route without its write`, cpuUs(save) / cpuUs(hollow), 1.6, " x", 2),
    );
  }
}

function judgeBoards(title: string, boards: readonly (readonly Measured[])[]): void {
  const clients = clientCounts[0] ?? 16;
  if (!boards.every((measured) => isMeasured(measured, "board"))) return;
  const costs = boards.map((measured) => {
    const board = find(measured, "board", clients);
    return { cpu: cpuUs(board) / cpuUs(find(measured, "board, hollow", clients)) };
  });
  for (const [i, measured] of boards.entries()) {
    const at = `${title}, ${(boardSizes[i] ?? 0).toLocaleString("en")} times, ${clients} clients`;
    const board = find(measured, "board", clients);
    const p99 = (name: string) => responseMs(board, 0.99) / responseMs(find(measured, name, clients), 0.99);
    report.judge(
      atMost(`S2 ${at}, board's p99 / bare route's`, p99("bare route"), 2, " x", 10),
      atMost(
        `S2 ${at}, board's p99 / that of the route without its queries`,
        p99("board, hollow"),
        2,
        " x",
        2,
      ),
    );
  }
  const [first, last] = [costs[0], costs.at(-1)];
  if (costs.length > 1 && first && last) {
    report.judge(
      atMost(
        `S2 ${title}, board's CPU at the most times / at the fewest`,
        last.cpu / first.cpu,
        1.5,
        " x",
        2,
      ),
    );
  }
}

function isMeasured(measured: readonly Measured[], name: string): boolean {
  return measured.some(({ route }) => route.name === name);
}

function find(measured: readonly Measured[], name: string, clients: number): Measured {
  const found = measured.find((one) => one.route.name === name && one.clients === clients);
  if (found === undefined) throw new RangeError(`${name} was not measured with ${clients} clients`);
  return found;
}

function callsPerS({ rounds: done }: Measured): number {
  return median(done.map((round) => round.callsPerS));
}

function cpuUs({ rounds: done }: Measured): number {
  return median(done.map((round) => round.cpuUs / round.calls));
}

function responseMs({ rounds: done }: Measured, share: number): number {
  return percentile(
    done.flatMap(({ responsesMs }) => responsesMs),
    share,
  );
}

function sum({ rounds: done }: Measured, of: (round: Round) => number): number {
  return done.reduce((total, round) => total + of(round), 0);
}

/** The time of the disk alone to write 4 kB that survive a power cut; on a busy disk most of a save is this. */
function syncsOf(folder: string): { readonly p50: number; readonly p99: number } {
  const file = openSync(join(folder, "sync-probe"), "w");
  const page = Buffer.alloc(4_096, 1);
  const ms = Array.from({ length: 100 }, () => {
    writeSync(file, page);
    const startedAt = performance.now();
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  return { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) };
}

function failed(one: Measured): number {
  return sum(one, (round) => [...round.failed.values()].reduce((total, n) => total + n, 0));
}

/** How many requests failed, and with which statuses. */
function failures(one: Measured): string {
  const statuses = new Set(one.rounds.flatMap((round) => [...round.failed.keys()]));
  return statuses.size === 0 ? "0" : `${failed(one)} (${[...statuses].join(", ")})`;
}

// --- The process of the server

type Child = {
  readonly ready: Ready;
  usage(): Promise<Usage>;
  /** Records a CPU profile until the process is stopped. */
  profile(): void;
  stop(): Promise<void>;
};

async function startChild(serverOptions: BenchServerOptions): Promise<Child> {
  const child = fork(join(import.meta.dirname, "support/bench-server.ts"), [JSON.stringify(serverOptions)], {
    execArgv: ["--import", "tsx"],
    // Its log has a line for each request, as in production, and is discarded.
    stdio: ["ignore", "inherit", "ignore", "ipc"],
  });
  const ready = await messageOf<Ready>(child, "ready");
  return {
    ready,
    usage: () => {
      child.send("usage");
      return messageOf<Usage>(child, "usage");
    },
    profile: () => child.send("profile"),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.disconnect();
      }),
  };
}

function messageOf<T extends { readonly kind: string }>(child: ChildProcess, kind: T["kind"]): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (received: unknown) => {
      const message = received as T | Failed;
      if (message.kind !== kind && message.kind !== "failed") return;
      child.off("message", onMessage);
      child.off("exit", onExit);
      if (message.kind === "failed")
        reject(new Error(`The server under load failed: ${(message as Failed).reason}`));
      else resolve(message as T);
    };
    const onExit = (code: number | null) => reject(new Error(`The server under load ended with ${code}`));
    child.on("message", onMessage);
    child.once("exit", onExit);
  });
}
