// What the log of a run costs the server: completions of an example of 1,000 characters with and without their log.
//
//   npx tsx bench/evidence.ts [--check] [--no-save]
//
// Rounds with and without take turns in one process, on SQLite, through everything but the socket. Requests follow one
// another: of several at once, those without a log would share a commit and those with one would not, because replays
// take turns. Each is a learner's first completion of an example, whose constructs they know, and each log is checked. The event loop's time is the
// CPU time of its thread (Linux only); CPU in all is that of the process: of the event loop with SQLite, of the thread
// that replays, and of garbage collection.

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCourseReader } from "../server/authoring/course-reader.ts";
import { createPasswords } from "../server/accounts/passwords/passwords.ts";
import { createSession } from "../server/accounts/sessions/create-session.ts";
import { createTokens } from "../server/accounts/sessions/tokens.ts";
import { buildApp } from "../server/http/app.ts";
import { createStarts } from "../server/learning/evidence/start.ts";
import { createLog } from "../server/log.ts";
import { readSettings } from "../server/settings.ts";
import { insertUser } from "../server/store/accounts/accounts.ts";
import { openSqlite } from "../server/store/sqlite/open-sqlite.ts";
import { fillConstructs } from "../server/test/fill-constructs.ts";
import { plantExample, typedRun } from "../server/test/typed-runs.ts";
import { atMost, median, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";
import { sampleCode } from "./support/sample-code.ts";
import { webFolder } from "./support/web-folder.ts";

const { values: options } = parseArgs({ allowNegative: true, options: reportOptions });
const report = openReport("evidence", options);

const roundCount = 25;
const requestsPerRound = 80;
const learnerCount = 20;
const secretKey = "a secret key for the bench, 32 and more";

const folder = mkdtempSync(join(tmpdir(), "tabstop-evidence-"));
const log = createLog("silent");
const store = await openSqlite({ folder, log });
const reader = openCourseReader();
const app = await buildApp({
  store,
  settings: readSettings({ DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "silent" }),
  secretKey,
  now: Date.now,
  log,
  passwords: createPasswords(),
  reader,
  codeChanged: () => {},
  contentChanged: () => {},
  colours: async () => null,
  mailQueued: () => {},
  webFolder: webFolder(),
  // What is measured is the cost of a replay, not what a busy machine leaves out.
  replays: { answerMs: 60_000, limitMs: 10_000 },
});
const code = sampleCode(1_000);
const run = typedRun(code);
const learners = await createLearners();
const untyped = await pairs();
await fillConstructs(store);
const starts = createStarts(secretKey);

const rounds = { without: newRounds(), with: newRounds() };
try {
  // Round -1 warms up.
  for (let round = -1; round < roundCount; round++)
    for (const kind of ["without", "with"] as const) {
      const used = await complete(kind === "with");
      if (round < 0) continue;
      rounds[kind].loopUs.push(used.loopUs);
      rounds[kind].allUs.push(used.allUs);
    }
} finally {
  await app.close();
  await Promise.all([reader.close(), store.close()]);
  rmSync(folder, { recursive: true });
}

const of = (kind: keyof typeof rounds) => ({
  loopUs: median(rounds[kind].loopUs),
  allUs: median(rounds[kind].allUs),
});
const [without, withLog] = [of("without"), of("with")];
report.table(
  "a completion of 1,000 characters",
  ["", "event loop µs", "CPU in all µs"],
  [
    ["without its log", shown(without.loopUs, 0), shown(without.allUs, 0)],
    ["with its log", shown(withLog.loopUs, 0), shown(withLog.allUs, 0)],
    ["with / without", shown(withLog.loopUs / without.loopUs), shown(withLog.allUs / without.allUs)],
  ],
);
report.judge(
  atMost("a log, more time on the event loop", withLog.loopUs - without.loopUs, 150, " µs", 3),
  atMost("a completion with its log, CPU in all", withLog.allUs / 1_000, 2, " ms", 3),
);
report.close();

type Used = { readonly loopUs: number; readonly allUs: number };

function newRounds(): { readonly loopUs: number[]; readonly allUs: number[] } {
  return { loopUs: [], allUs: [] };
}

/** Completes the example many times; returns what one completion used. */
async function complete(isWithLog: boolean): Promise<Used> {
  const requests = Array.from({ length: requestsPerRound }, () => {
    const next = untyped.pop();
    if (next === undefined) throw new RangeError("every learner has typed every example");
    const { token, userId, exampleId } = next;
    const attemptId = randomUUID();
    const { timeMs, errors, accuracy } = run;
    const start = starts.sign({ userId, attemptId, exampleId, codeVersion: 1 }, Date.now() - timeMs);
    const body = {
      exampleId,
      attemptId,
      codeVersion: 1,
      progress: 100,
      isComplete: true,
      timeMs,
      errors,
      accuracy,
    };
    const payload = isWithLog ? { ...body, start, log: run.log, zone: "Europe/Berlin" } : body;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return {
      method: "POST",
      url: "/api/courses/progress",
      headers,
      payload: JSON.stringify(payload),
    } as const;
  });
  const before = { loopUs: threadCpuUs(), allUs: processCpuUs() };
  for (const request of requests) {
    const response = await app.inject(request);
    if (response.json<{ checked?: boolean }>().checked !== isWithLog)
      throw new RangeError(`not as expected: ${response.body}`);
  }
  return {
    loopUs: (threadCpuUs() - before.loopUs) / requestsPerRound,
    allUs: (processCpuUs() - before.allUs) / requestsPerRound,
  };
}

async function createLearners() {
  const tokens = await createTokens(secretKey);
  const at = Date.now();
  const created = [];
  for (let index = 0; index < learnerCount; index++) {
    const username = `typist${index}`;
    const { userId, session } = await store.write(async (tx) => {
      const account = {
        username,
        email: `${username}@example.com`,
        passwordHash: "-",
        role: "learner",
        at,
      } as const;
      const inserted = await insertUser(tx, account);
      if (!inserted.ok) throw new RangeError(`${username} is taken`);
      const of = { remember: false, userAgent: "bench" };
      return { userId: inserted.user.id, session: await createSession(tx, inserted.user.id, of, at) };
    });
    created.push({ userId, token: (await tokens.issue(session, at)).token });
  }
  return created;
}

/** Learners with examples, each pair once. */
async function pairs() {
  const count = 2 * (roundCount + 1) * requestsPerRound;
  const made = [];
  for (let left = count; left > 0; left -= learnerCount) {
    const exampleId = await plantExample(store, code, true, "javascript");
    made.push(...learners.map((learner) => ({ ...learner, exampleId })));
  }
  return made;
}

/** Of the thread that runs this, in µs. */
function threadCpuUs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1_000;
}

function processCpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
