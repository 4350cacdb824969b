// How other learners fare while a change of an example with very many results is made and cleared behind.
//
//   npx tsx bench/changes.ts [options]
//
//   --postgres           also on a real PostgreSQL, with its durable settings; with --no-sqlite only there
//   --results 1000000    results of the example, each of another learner
//   --changes code,…     only some of: move-lesson, move-chapter, move-example, code, delete-example, delete-chapter,
//                        delete-lesson, delete-course
//   --clients 4          so many read lessons, save progress, complete other examples, and complete the example itself
//   --pause 100          ms between a response and a client's next request
//   --check              exit code 1 where a goal is missed by far
//   --no-save            do not save the figures
//
// One client logs in all the time besides. The same clients are measured without a change in the same run. The goals:
// during a change and its clearing the others' p99 is at most 100 ms (of log-ins, which hash a password, at most 100 ms
// more than without a change), no request fails, and the change itself takes at most 5 s. All on this machine, over
// loopback.

import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { type Crowd, type CrowdedServer, password, startCrowdedServer } from "./support/crowded-server.ts";
import { onEachDatabase } from "./support/databases.ts";
import { atMost, percentile, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: false },
    results: { type: "string", default: "1000000" },
    changes: { type: "string", default: "" },
    clients: { type: "string", default: "4" },
    pause: { type: "string", default: "100" },
  },
});
const results = Number(options.results);
const each = Number(options.clients);
const pauseMs = Number(options.pause);
const idleMs = 10_000;

type Change = {
  readonly name: string;
  /** It needs an example in its own course, and not one that an earlier change has moved. */
  readonly isFirst?: true;
  readonly request: (
    crowd: Crowd,
    targets: CrowdedServer["targets"],
  ) => readonly [method: string, path: string, body?: object];
};

// The moves and the new code work on one example, the deletions each on a new one.
const changes: readonly Change[] = [
  {
    name: "move-lesson",
    request: (crowd, [{ courseId }]) => ["PUT", `lessons/${crowd.lessonId}`, { course_id: courseId }],
  },
  {
    name: "move-chapter",
    request: (crowd, [, { lessonId }]) => ["PUT", `chapters/${crowd.chapterId}`, { lesson_id: lessonId }],
  },
  {
    name: "move-example",
    request: (crowd, [{ chapterId }]) => ["PUT", `examples/${crowd.exampleId}`, { chapter_id: chapterId }],
  },
  {
    name: "code",
    request: (crowd) => ["PUT", `examples/${crowd.exampleId}`, { code_content: "const answer = 42;\n" }],
  },
  { name: "delete-example", request: (crowd) => ["DELETE", `examples/${crowd.exampleId}`] },
  {
    name: "delete-chapter",
    isFirst: true,
    request: (crowd) => ["DELETE", `chapters/${crowd.chapterId}`],
  },
  { name: "delete-lesson", isFirst: true, request: (crowd) => ["DELETE", `lessons/${crowd.lessonId}`] },
  { name: "delete-course", isFirst: true, request: (crowd) => ["DELETE", `courses/${crowd.courseId}`] },
];
const chosen = changes.filter(
  ({ name }) => options.changes === "" || options.changes.split(",").includes(name),
);

/**
 * What clients do: `crowd` completes the example that is changed. It is here because the measurement below runs before
 * later lines of this file.
 */
const kinds = ["read", "save", "complete", "crowd", "log-in"] as const;

const report = openReport("changes", options);
await onEachDatabase(options, async (title, place) => {
  const server = await startCrowdedServer({ ...place, results, clients: 4 * each });
  try {
    await measure(title, server);
  } finally {
    await server.stop();
  }
});
report.close();

async function measure(title: string, server: CrowdedServer): Promise<void> {
  const plant = async () => {
    const from = performance.now();
    const planted = await server.plant();
    process.stderr.write(`planted in ${shown((performance.now() - from) / 1000, 0)} s\n`);
    return planted;
  };
  let crowd = await plant();
  await withLearners(server, crowd, () => pause(2_000));
  const { seen: idle } = await withLearners(server, crowd, () => pause(idleMs));
  const rows = [rowOf("no change", idle, null)];
  let isPlanted = true;
  for (const change of chosen) {
    if (!isPlanted || (change.isFirst && change !== chosen[0])) crowd = await plant();
    const { seen, value } = await withLearners(server, crowd, () => make(server, change, crowd));
    isPlanted = !change.name.startsWith("delete");
    rows.push(rowOf(change.name, seen, value));
    judge(`${title}, ${results.toLocaleString("en")} results, ${change.name}`, seen, idle, value);
  }
  report.table(
    `${title}, ${results.toLocaleString("en")} results of one example, ${4 * each} clients`,
    [
      ...["", "call ms", "cleared s", "requests", "failed"],
      ...kinds.map((kind) => `${kind} p99 ms`),
      "longest ms",
    ],
    rows,
  );
}

/** How long the change took, and how long until everything was cleared behind it. */
type Took = { readonly callMs: number; readonly clearedMs: number };

async function make(server: CrowdedServer, change: Change, crowd: Crowd): Promise<Took> {
  const [method, path, body] = change.request(crowd, server.targets);
  const from = performance.now();
  const response = await fetch(`${server.url}/api/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const callMs = performance.now() - from;
  if (response.status !== 200) throw new Error(`${change.name}: ${response.status} ${await response.text()}`);
  await server.settled();
  return { callMs, clearedMs: performance.now() - from };
}

function judge(at: string, seen: Seen, idle: Seen, { callMs }: Took): void {
  const logInMs = (one: Seen) => percentile(one.ms["log-in"], 0.99);
  report.judge(
    atMost(`${at}: others' p99`, percentile(withoutLogIns(seen), 0.99), 100, " ms", 4),
    atMost(`${at}: log-ins' p99 beyond that without a change`, logInMs(seen) - logInMs(idle), 100, " ms", 8),
    atMost(`${at}: requests that failed`, seen.failures.length, 0, "", 1),
    atMost(`${at}: the call`, callMs / 1000, 5, " s", 2),
  );
}

function rowOf(name: string, seen: Seen, took: Took | null): readonly string[] {
  const all = kinds.flatMap((kind) => seen.ms[kind]);
  return [
    name,
    took ? shown(took.callMs, 0) : "",
    took ? shown(took.clearedMs / 1000, 1) : "",
    `${all.length}`,
    [seen.failures.length, ...new Set(seen.failures)].join(" "),
    ...kinds.map((kind) => shown(percentile(seen.ms[kind], 0.99), 0)),
    shown(Math.max(...withoutLogIns(seen)), 0),
  ];
}

// --- Other learners

type Kind = (typeof kinds)[number];
/** Response times, and the statuses of failed requests. */
type Seen = { readonly ms: Readonly<Record<Kind, number[]>>; readonly failures: number[] };

function withoutLogIns(seen: Seen): number[] {
  return kinds.flatMap((kind) => (kind === "log-in" ? [] : seen.ms[kind]));
}

async function withLearners<T>(
  server: CrowdedServer,
  crowd: Crowd,
  work: () => Promise<T>,
): Promise<{ readonly seen: Seen; readonly value: T }> {
  const seen: Seen = { ms: { read: [], save: [], complete: [], crowd: [], "log-in": [] }, failures: [] };
  let isRunning = true;
  const client = async (kind: Kind, index: number, delayMs: number) => {
    // The clients do not all start at the same moment.
    await pause(delayMs);
    for (let turn = 0; isRunning; turn++) {
      const from = performance.now();
      const status = await send(server, kind, { index, turn, crowd });
      seen.ms[kind].push(performance.now() - from);
      // The example itself may be deleted.
      if (status !== 200 && !(kind === "crowd" && status === 404)) seen.failures.push(status);
      await pause(pauseMs);
    }
  };
  const clients = kinds.slice(0, 4).flatMap((kind, place) =>
    Array.from({ length: each }, (_, i) => {
      const index = place * each + i;
      return client(kind, index, (pauseMs * index) / (4 * each));
    }),
  );
  clients.push(client("log-in", 0, 0));
  try {
    const value = await work();
    return { seen, value };
  } finally {
    isRunning = false;
    await Promise.all(clients);
  }
}

type Turn = { readonly index: number; readonly turn: number; readonly crowd: Crowd };

/** Returns the status; 0 for a connection that was reset. */
async function send(server: CrowdedServer, kind: Kind, { index, turn, crowd }: Turn): Promise<number> {
  const headers = { authorization: `Bearer ${server.tokens[index]}`, "content-type": "application/json" };
  const other = server.exampleIds[(index + turn) % server.exampleIds.length];
  const post = (path: string, body: object): [string, RequestInit] => [
    path,
    { method: "POST", headers, body: JSON.stringify(body) },
  ];
  const typed = { accuracy: 96, errors: 3, timeMs: 15_000 + ((turn * 7_919) % 60_000) };
  const completion = { ...typed, progress: 100, isComplete: true, attemptId: randomUUID() };
  const requests: Readonly<Record<Kind, () => [string, RequestInit]>> = {
    read: () => [
      `courses/lessons/${server.lessonIds[(index + turn) % server.lessonIds.length]}`,
      { headers },
    ],
    save: () =>
      post("courses/progress", { ...typed, exampleId: other, progress: turn % 101, isComplete: false }),
    complete: () => post("courses/progress", { ...completion, exampleId: other }),
    crowd: () => post("courses/progress", { ...completion, exampleId: crowd.exampleId }),
    "log-in": () => post("auth/login", { email: `client${index}@example.com`, password }),
  };
  const [path, request] = requests[kind]();
  try {
    const response = await fetch(`${server.url}/api/${path}`, request);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
