// GET /progress after runs through the endpoints, against a plain recount of these runs.

import { randomUUID } from "node:crypto";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillConstructs } from "../../test/fill-constructs.ts";
import { openers, openServer, type Person, type TestServer } from "../../test/harness.ts";
import { memoryLog, review } from "../../test/memory-runs.ts";
import { bodyOf, type Completed, loggedIn, plantExample, send } from "../../test/typed-runs.ts";
import {
  type Copy,
  constructsIn,
  copyOf,
  dayIn,
  dayText,
  type MemoryRun,
  recountOf,
  type TriedRun,
} from "./test/recount.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Sunday at noon UTC. */
const now = Date.UTC(2026, 10, 29, 12);
type Query = { from?: string; to?: string; language?: string; zone?: string };

const codes = {
  c: ["if (a == b) {\n  return (a == c);\n}\n", "for (int i = 0; i < n; i++) {\n  if (i == k) break;\n}\n"],
  python: ["if a == b:\n    return (a == 1)\n", "for x in (1, 2):\n    y = (x == 2)\n"],
  javascript: ["const f = (a) => a == b;\n", "let n = (a ?? b) == (c ?? d);\n"],
} as const;
type Language = keyof typeof codes;
const languages = Object.keys(codes) as readonly Language[];

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let other: Person;
  let examples: readonly { readonly id: number; readonly language: Language; readonly code: string }[];
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    examples = [];
    for (const language of languages)
      for (const code of codes[language]) {
        const id = await plantExample(harness.store, code, true, language);
        examples = [...examples, { id, language, code }];
      }
    await fillConstructs(harness.store);
  }, 60_000);
  beforeEach(async () => {
    harness.clock.now = now;
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    other = await harness.register(`other-${randomUUID().slice(0, 8)}`);
  });
  afterAll(() => harness.close());

  const progress = (query: Query = {}, person = mira) => person.client("getProgress", { query });
  const idsOfConstructs = async () =>
    new Map(
      (
        await harness.store.read((db) =>
          db.selectFrom("construct").select(["id", "family", "name"]).execute(),
        )
      ).map(({ id, family, name }) => [`${family} ${name}`, id]),
    );

  /** Sends a copy as it was at its end, at this moment or later. */
  async function sendCopy(person: Person, run: Copy, at = harness.clock.now): Promise<Completed> {
    harness.clock.now = at;
    const example = examples[run.example] as (typeof examples)[number];
    return send(
      await loggedIn(harness, person),
      bodyOf(example.id, run.typed, {
        ...{ attemptId: run.attemptId, zone: run.zone, isTimed: run.isTimed },
        finishedMsAgo: at - run.endedAt,
        ...(!run.hasLog && { log: undefined }),
      }),
    );
  }

  async function sendMemory(person: Person, run: MemoryRun): Promise<void> {
    const { id, code } = examples[run.example] as (typeof examples)[number];
    const rested = await loggedIn(harness, person);
    const { constructs } = await rested.client("getReviewExample", { params: { exampleId: id }, query: {} });
    await review(rested, id, {
      ...{ attemptId: run.attemptId, zone: run.zone, finishedMsAgo: harness.clock.now - run.endedAt },
      hidden: constructs.map((one) => one.id),
      ...(run.hasLog && { log: memoryLog(code) }),
    });
  }

  /** A hundred days of runs in three languages and zones, of both ways, some with slips, some without times or logs. */
  function manyRuns(): readonly TriedRun[] {
    let seed = 7;
    const any = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const zones = ["Europe/Berlin", "Europe/Berlin", "Pacific/Kiritimati", "America/New_York"];
    return Array.from({ length: 110 }, (_, index): TriedRun => {
      const example = any(examples.length);
      const of = {
        ...{ example, attemptId: randomUUID(), zone: zones[any(zones.length)] ?? "UTC" },
        endedAt: now - any(110) * dayMs - any(24 * 60) * 60_000 - hourMs,
      };
      // A run from memory is of an example that was copied before.
      if (index > 25 && any(4) === 0) return { kind: "memory", ...of, hasLog: any(3) > 0 };
      const { code } = examples[example] as (typeof examples)[number];
      const typed = copyOf(code, { msPerKey: 40 + any(200), isSlipping: any(2) === 0, extra: any(3) });
      return {
        kind: "copy",
        ...of,
        typed: typed.run,
        keys: typed.keys,
        isTimed: any(6) > 0,
        hasLog: any(6) > 0,
      };
    });
  }

  test("every figure of every period and language is that of a plain recount of the runs", async () => {
    const runs = manyRuns();
    for (const run of runs) await (run.kind === "copy" ? sendCopy(mira, run) : sendMemory(mira, run));
    // A run that is sent again counts once; others' runs count for them.
    for (const run of runs.filter(({ kind }) => kind === "copy").slice(0, 6))
      await sendCopy(mira, run as Copy);
    for (const run of runs.filter(({ kind }) => kind === "copy").slice(0, 4))
      await sendCopy(other, { ...(run as Copy), attemptId: randomUUID() });
    mira = await loggedIn(harness, mira);
    const borders = [0, 6, 29, 30, 90, 200].map((ago) => dayText(dayIn("UTC", now) - ago));
    const firstDay = dayText(Math.min(...runs.map(({ zone, endedAt }) => dayIn(zone, endedAt))));
    const ids = await idsOfConstructs();
    let isCosty = false;
    for (const language of [undefined, ...languages, "rust", "'; drop table practice_day; --"])
      for (const [from, to] of [
        [],
        ...borders.map((from) => [from]),
        [borders[3], borders[1]],
        [borders[2], borders[2]],
        [undefined, borders[4]],
        [firstDay, firstDay],
        ["0001-01-01", "9999-12-31"],
      ]) {
        const query = {
          zone: "Europe/Berlin",
          ...(language !== undefined && { language }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        };
        const { knowledge, streak, ...found } = await progress(query);
        expect(found, JSON.stringify(query)).toEqual(recountOf(runs, examples, { now, ids, ...query }));
        expect([knowledge.length > 0, streak.longest > 0]).toEqual([true, true]);
        isCosty ||= found.costs.slowest.some(({ typed }) => typed !== null) && found.slips.length > 2;
      }
    expect(isCosty).toBe(true);
  }, 120_000);

  test("knowledge has what was met of the published examples of each language, as its own page counts it", async () => {
    const copied = [0, 2, 4].map((example): Copy => {
      const typed = copyOf((examples[example] as (typeof examples)[number]).code, {});
      const of = { example, attemptId: randomUUID(), zone: "UTC", endedAt: now - dayMs };
      return { kind: "copy", ...of, typed: typed.run, keys: typed.keys, isTimed: true, hasLog: true };
    });
    for (const run of copied) await sendCopy(mira, run);
    const { knowledge } = await progress();
    const met = new Set(copied.flatMap(({ example }) => [...constructsIn([examples[example] as never])]));
    const expected = languages
      .map((language) => {
        const all = constructsIn(examples.filter((one) => one.language === language));
        const known = [...all].filter((construct) => met.has(construct)).length;
        return { language, known: 0, learning: known, fading: 0, not_met: all.size - known };
      })
      .toSorted((a, b) => b.learning - a.learning || (a.language < b.language ? -1 : 1));
    expect(knowledge).toEqual(expected);
    for (const { language, ...counts } of knowledge) {
      const page = await mira.client("getKnowledge", { params: { language }, query: {} });
      expect(page.counts).toEqual(counts);
      expect(page.languages).toEqual(languages.toSorted());
    }
  });

  test("of all time, examples that were completed before days were counted count as completed", async () => {
    for (const [example, { code }] of examples.slice(0, 3).entries()) {
      const { run, keys } = copyOf(code, {});
      const of = { example, attemptId: randomUUID(), zone: "UTC", endedAt: now - dayMs, isTimed: true };
      await sendCopy(mira, { kind: "copy", ...of, typed: run, keys, hasLog: false });
    }
    const forget = (day: number) =>
      harness.store.write((tx) =>
        tx.deleteFrom("practice_day").where("user_id", "=", mira.id).where("day", "=", day).execute(),
      );
    await forget(dayIn("UTC", now - dayMs));
    const figuresOf = async (query: Query = {}) => {
      const { figures, languages: found } = await progress(query);
      return [figures.completed, found];
    };
    expect(await figuresOf()).toEqual([3, ["c", "python"]]);
    expect(await figuresOf({ language: "c" })).toEqual([2, ["c", "python"]]);
    expect(await figuresOf({ language: "rust" })).toEqual([0, ["c", "python"]]);
    expect(await figuresOf({ from: "2026-01-01" })).toEqual([0, ["c", "python"]]);
    expect(await figuresOf({ to: "2026-12-31" })).toEqual([0, ["c", "python"]]);
  });

  test("a newcomer gets zeros and nulls, whatever others have done", async () => {
    const { run, keys } = copyOf(codes.c[0], { isSlipping: true });
    const of = {
      example: 0,
      attemptId: randomUUID(),
      zone: "UTC",
      endedAt: now,
      isTimed: true,
      hasLog: true,
    };
    await sendCopy(other, { kind: "copy", ...of, typed: run, keys });
    const nothing: ResponseOf<"getProgress"> = {
      ...{ today: "2026-11-29", languages: [], days: [], year: [], knowledge: [], slips: [] },
      figures: { completed: 0, ms: 0, wpm: null, accuracy: null },
      streak: { days: 0, since: null, off: [], longest: 0 },
      costs: { median_ms_per_character: null, slowest: [] },
    };
    for (const query of [{}, { language: "c" }, { from: "2026-11-29", to: "2026-11-29" }])
      expect(await progress(query)).toEqual(nothing);
    expect((await progress({ zone: "Pacific/Kiritimati" })).today).toBe("2026-11-30");
    expect((await progress({}, other)).figures.completed).toBe(1);
  });

  test.each([
    ["from=2026-02-30", "from is 2026-02-30, but the calendar has no such day."],
    ["to=2026-13-01", "to is 2026-13-01, but the calendar has no such day."],
    ["from=2023-02-29", "from is 2023-02-29, but the calendar has no such day."],
    ["to=", 'to is "", but must be a day such as 2026-12-01.'],
    ["from=today", 'from is "today", but must be a day such as 2026-12-01.'],
    ["from=2026-1-1", 'from is "2026-1-1", but must be a day such as 2026-12-01.'],
    ["to=2026-11-29T12:00:00Z", "to must be at most 10 characters long."],
    ["from=99999-1-01", 'from is "99999-1-01", but must be a day such as 2026-12-01.'],
    ["from=2026-11-02&to=2026-11-01", "from is 2026-11-02, which is after to, 2026-11-01."],
    ["from=2026-11-01&from=2026-11-02", "from must be text."],
    ["language=", "language must not be empty."],
    [`language=${"x".repeat(51)}`, "language must be at most 50 characters long."],
    ["language=c&language=c", "language must be text."],
    ["language=a%00", "Text must not contain NUL"],
  ])("refuses %s and says what it found", async (query, message) => {
    const response = await harness.app.inject({
      url: `/api/progress?${query}`,
      headers: { authorization: `Bearer ${mira.token}` },
    });
    expect([response.statusCode, response.json()["error"]]).toEqual([400, expect.stringContaining(message)]);
  });

  test("takes any zone, the leap day, and years far away", async () => {
    for (const query of [
      "zone=",
      "zone=Mars/Olympus",
      "zone=UTC&zone=UTC",
      "from=2024-02-29",
      "to=9999-12-31",
    ]) {
      const url = `/api/progress?${query}`;
      const { statusCode } = await harness.app.inject({
        url,
        headers: { authorization: `Bearer ${mira.token}` },
      });
      expect(statusCode, query).toBe(200);
    }
  });
});
