// The CPU time of a key in a real Chromium: in the product, as built and served, compared with the floor, a minimal
// page written by hand.
//
//   npx tsx bench/keystrokes.ts [options]
//
//   --lengths 100,1000,5000,10000   characters of the product's examples (10,000 is the most that a course allows)
//   --area 1000,20000               the same for the code area on a separate page; "" for none
//   --rounds 2 --keys 100           rounds, and keys of each round; a round is one fresh page, or several where an
//                                   example has fewer characters
//   --interval 60                   the least time between two keys, ms
//   --throttle 1,4                  factors by which the main thread is slowed
//   --glide yes                     the floor's caret glides
//   --capture value                 the floor reads its text from the field, as input methods require
//   --on-time                       leaves out keys whose window is longer than 1.5 intervals because the machine was
//                                   busy with something else: the clock ticks several times in such a window
//   --pace 45,80,150,300,200x4      K7 and K8: the ms between two keys, and after an x the factor of the slowed thread
//   --no-cost, --no-passes, --no-paces, --no-ghost, --no-ways, --no-rest, --no-lost, --no-heap   leave a part out
//                                   (`--no-paces`: K8, `--no-ghost`: K9, `--no-ways`: K10, Gaps and Recall beside Copy,
//                                   `--no-rest`: what runs between two keys); --no-product: only the code area and
//                                   the floor
//   --names                         prints which events and functions take the most time, and which ones allocate
//   --check                         exit code 1 where a goal is missed by far
//   --no-save                       do not save the figures
//
// A complete run takes about eighteen minutes, four of them for lost keys and the heap, six for the paces. K1's tail
// alone, from 1,200 keys, takes three, and K7 and K8 alone seven:
//
//   npx tsx bench/keystrokes.ts --no-passes --no-paces --no-rest --no-lost --no-heap --area "" --throttle 1 \
//     --lengths 1000 --keys 600
//   npx tsx bench/keystrokes.ts --no-cost --no-lost --no-heap --lengths 1000 --area ""
//
// Product and floor take turns in every round, so that a busy machine is busy for both; only the ratio counts.
// support/trace.ts defines the cost of a key, docs/performance.md explains the figures.

import { parseArgs } from "node:util";
import { besideFirst } from "./support/beside.ts";
import { launchBrowser } from "./support/browser.ts";
import { atMost, median, percentile, shown, table, times } from "./support/figures.ts";
import { heapOfKeys, keysNotLost, traceKeys, traceRest } from "./support/measure-keys.ts";
import { servePages } from "./support/pages.ts";
import { type Product, startProduct } from "./support/product.ts";
import { openReport, reportOptions } from "./support/report.ts";
import type { Subject } from "./support/subject.ts";
import { costOf, kinds, type KeyWindow, type TraceReport } from "./support/trace.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    lengths: { type: "string", default: "100,1000,5000,10000" },
    area: { type: "string", default: "1000,20000" },
    rounds: { type: "string", default: "2" },
    keys: { type: "string", default: "100" },
    interval: { type: "string", default: "60" },
    throttle: { type: "string", default: "1,4" },
    glide: { type: "string", default: "no" },
    capture: { type: "string", default: "beforeinput" },
    product: { type: "boolean", default: true },
    "on-time": { type: "boolean", default: false },
    cost: { type: "boolean", default: true },
    passes: { type: "boolean", default: true },
    pace: { type: "string", default: "45,80,150,300,200x4" },
    paces: { type: "boolean", default: true },
    ghost: { type: "boolean", default: true },
    ways: { type: "boolean", default: true },
    rest: { type: "boolean", default: true },
    lost: { type: "boolean", default: true },
    heap: { type: "boolean", default: true },
    names: { type: "boolean", default: false },
  },
});

/** CPU time of a key in the best comparable product; ours may take a third of it (docs/performance.md). */
const bestPeerMs = 7.4;
const longestExample = 10_000;
/** A round of K9 and K10. */
const besideRound = { length: 1_000, keys: Number(options.keys), rounds: 2 * Number(options.rounds) };

const browser = await launchBrowser();
const report = openReport("keystrokes", options, browser.version());
const pages = await servePages();
const lengths = numbers(options.lengths);
const product = options.product
  ? await startProduct(browser, [...new Set([...lengths, longestExample])])
  : null;
try {
  const subjects = [pages.floor, pages.area, ...(product ? [product.subject] : [])];
  console.log(`Chromium ${browser.version()}, a key every ${options.interval} ms at least\n`);
  if (options.cost) await measureCosts(subjects);
  const typedOn = product?.subject ?? pages.area;
  if (options.paces) await measurePaces([pages.window, pages.floor, typedOn]);
  if (options.ghost && product !== null) await measureGhost(product);
  if (options.ways) await measureWays(product?.ways ?? pages.ways);
  if (options.rest) await measureRest([pages.window, pages.floor, typedOn]);
  if (options.lost) await measureLostKeys(subjects);
  if (options.heap) await measureHeap(subjects);
  report.close();
} finally {
  await product?.close();
  await browser.close();
  await pages.close();
}

// ---------------------------------------------------------------- K1 to K4

type Case = {
  readonly subject: Subject;
  readonly length: number;
  readonly throttle: number;
  readonly isStill: boolean;
  readonly reports: TraceReport[];
};

async function measureCosts(subjects: readonly Subject[]): Promise<void> {
  const cases: Case[] = [];
  const areaLengths = numbers(options.area);
  const all = [...new Set([...lengths, ...areaLengths])].toSorted((a, b) => a - b);
  for (const throttle of numbers(options.throttle)) {
    for (const length of throttle === 1 ? all : all.filter((one) => one === 1_000 || all.length === 1)) {
      for (const subject of subjects) {
        if (subject.name === "product" && !lengths.includes(length)) continue;
        if (subject.name === "area" && !areaLengths.includes(length)) continue;
        cases.push({ subject, length, throttle, isStill: false, reports: [] });
      }
    }
  }
  // Style passes and layouts are counted without the caret's glide, because no key causes its frames.
  for (const subject of options.passes ? subjects : []) {
    if (subject.name === "area" && areaLengths.length === 0) continue;
    const length = all.includes(1_000) ? 1_000 : (all[0] ?? 1_000);
    cases.push({ subject, length, throttle: 1, isStill: true, reports: [] });
  }
  const rounds = Number(options.rounds);
  const keysARound = Number(options.keys);
  for (let round = 0; round < rounds; round++) {
    for (const { subject, length, throttle, isStill, reports } of cases) {
      if (isStill && round > 0) continue;
      const query = subject.name === "floor" ? `?glide=${options.glide}&capture=${options.capture}` : "";
      const apartMs = Number(options.interval);
      let trace: TraceReport;
      let left = isStill ? Math.min(100, keysARound) : keysARound;
      do {
        const keys = { length, throttle, keys: left, apartMs };
        trace = await traceKeys(browser, subject, { ...keys, look: { isStill, query } });
        reports.push(trace);
        left -= trace.keydowns;
      } while (left > trace.keydowns / 2);
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  const moving = cases.filter(({ isStill }) => !isStill);
  printCosts(moving);
  if (options.passes) printPasses(cases.filter(({ isStill }) => isStill));
  if (options.names) for (const one of moving) printWork(one);
  judgeCosts(moving);
}

function printCosts(cases: readonly Case[]): void {
  const rows = cases.map((one) => {
    const floor = floorOf(cases, one);
    const cost = costsOf(one);
    return [
      `${one.subject.name}, ${one.length.toLocaleString("en")}${one.throttle > 1 ? `, ${one.throttle} x throttled` : ""}`,
      `${cost.length}`,
      `${allWindowsOf(one).filter(isLate).length}`,
      spread(one),
      ...[0.5, 0.95, 0.99].map((share) => shown(percentile(cost, share))),
      ...(one === floor ? ["", ""] : [times(ratio(one, floor, 0.5)), times(ratio(one, floor, 0.99))]),
      ...kinds.map((kind) => shown(median(windowsOf(one).map(({ ms }) => ms[kind])))),
      `${one.reports.reduce((sum, { longTasks }) => sum + longTasks, 0)}`,
    ];
  });
  const head = [
    "page, characters",
    "keys",
    "late",
    "pages' p50",
    "p50",
    "p95",
    "p99",
    "p50/floor",
    "p99/floor",
    ...kinds,
    "long tasks",
  ];
  const onTime = options["on-time"] ? ", of keys on time" : "";
  report.table(`CPU ms a key (script + style + layout + paint)${onTime}`, head, rows);
}

function printPasses(cases: readonly Case[]): void {
  const rows = cases.map((one) => {
    const both = (of: (window: KeyWindow) => number) => {
      const values = windowsOf(one).map(of);
      return `${shown(median(values), 0)} (${shown(percentile(values, 0.95), 0)})`;
    };
    return [
      `${one.subject.name}, ${one.length.toLocaleString("en")}`,
      both(({ first }) => first.styles),
      both(({ first }) => first.restyled),
      both(({ first }) => first.layouts),
      both(({ first }) => first.forced),
      both(({ frames }) => frames),
    ];
  });
  report.table(
    "Work from a key until its frame is done, without glide: median (95th percentile)",
    ["page, characters", "styles", "restyled", "layouts", "forced", "frames till next key"],
    rows,
  );
  for (const { subject, reports } of cases) {
    const layouts = reports.flatMap(({ work }) => work.filter(({ label }) => label.startsWith("Layout")));
    const list = layouts.slice(0, 4).map(({ label, timesAKey }) => `${label} ${shown(timesAKey)}`);
    console.log(`${subject.name}, a key: ${list.join(", ") || "no layout"}`);
  }
  console.log();
  const shownIn = cases.find(({ subject }) => subject.name === (product ? "product" : "area"));
  if (shownIn === undefined) return;
  const typical = (of: (window: KeyWindow) => number) => median(windowsOf(shownIn).map(of));
  report.judge(
    atMost(
      "K4 style passes a key",
      typical(({ first }) => first.styles),
      1,
      "",
      3,
    ),
    atMost(
      "K4 elements restyled a key",
      typical(({ first }) => first.restyled),
      3,
      "",
      3,
    ),
    atMost(
      "K4 layouts a key",
      typical(({ first }) => first.layouts),
      1,
      "",
      3,
    ),
    atMost(
      "K4 styles or layouts forced by a script a key",
      typical(({ first }) => first.forced),
      0,
      "",
      1,
    ),
  );
}

function judgeCosts(cases: readonly Case[]): void {
  const name = product ? "product" : "area";
  const measured = cases.filter(({ subject }) => subject.name === name);
  for (const one of measured) {
    const floor = floorOf(cases, one);
    const at = `${one.length.toLocaleString("en")} characters`;
    if (one.throttle > 1) {
      report.judge(
        atMost(`K3 ${at}, ${one.throttle} x throttled, p50 / floor`, ratio(one, floor, 0.5), 1.4, " x"),
      );
    } else if (one.length <= 5_000) {
      report.judge(
        atMost(`K1 ${at}, p50 / floor`, ratio(one, floor, 0.5), 1.3, " x"),
        atMost(`K1 ${at}, p99 / floor's p99`, ratio(one, floor, 0.99), 1.5, " x", 2),
        atMost(`K1 ${at}, p50`, percentile(costsOf(one), 0.5), Number((bestPeerMs / 3).toFixed(2)), " ms", 3),
      );
    }
    report.judge(
      atMost(
        `long tasks, ${at}${one.throttle > 1 ? `, ${one.throttle} x throttled` : ""}`,
        one.reports.reduce((sum, { longTasks }) => sum + longTasks, 0),
        0,
        "",
        1,
      ),
    );
  }
  for (const [subject, to] of [
    [name, 10_000],
    ["area", 20_000],
  ] as const) {
    const [short, long] = [1_000, to].map((length) =>
      cases.find((one) => one.subject.name === subject && one.length === length && one.throttle === 1),
    );
    if (short && long) {
      const growth = percentile(costsOf(long), 0.5) / percentile(costsOf(short), 0.5);
      report.judge(
        atMost(`K2 ${subject}, growth from 1,000 to ${to.toLocaleString("en")}`, growth, 1.1, " x"),
      );
    }
  }
}

function printWork({ subject, length, throttle, reports }: Case): void {
  const sums = new Map<string, { times: number; ms: number }>();
  for (const { label, timesAKey, msAKey } of reports.flatMap(({ work }) => work)) {
    const sum = sums.get(label) ?? { times: 0, ms: 0 };
    sums.set(label, { times: sum.times + timesAKey / reports.length, ms: sum.ms + msAKey / reports.length });
  }
  const costliest = [...sums].toSorted(([, a], [, b]) => b.ms - a.ms).slice(0, 25);
  console.log(`${subject.name}, ${length}, ${throttle} x: time of a key by event`);
  const rows = costliest.map(([label, { times: count, ms }]) => [label, shown(count), shown(ms, 3)]);
  console.log(`${table(["event", "times", "own ms"], rows)}\n`);
}

/** The lowest and the highest median of a page; their distance shows how much is chance. */
function spread({ reports }: Case): string {
  const medians = reports.map(({ windows }) => median(windows.map(costOf)));
  return `${shown(Math.min(...medians))} to ${shown(Math.max(...medians))}`;
}

function allWindowsOf({ reports }: Case): readonly KeyWindow[] {
  return reports.flatMap(({ windows }) => windows);
}

function windowsOf(one: Case): readonly KeyWindow[] {
  const all = allWindowsOf(one);
  return options["on-time"] ? all.filter((window) => !isLate(window)) : all;
}

function isLate({ spanMs }: KeyWindow): boolean {
  return spanMs > 1.5 * Number(options.interval);
}

function costsOf(one: Case): readonly number[] {
  return windowsOf(one).map(costOf);
}

function floorOf(cases: readonly Case[], { length, throttle }: Case): Case {
  const floor = cases.find(
    (one) => one.subject.name === "floor" && one.length === length && one.throttle === throttle,
  );
  if (floor === undefined) throw new RangeError(`no floor of ${length} characters`);
  return floor;
}

function ratio(one: Case, floor: Case, share: number): number {
  return percentile(costsOf(one), share) / percentile(costsOf(floor), share);
}

// ---------------------------------------------------------------- K7 and K8

/** Median costs at several paces, beside the bare floor. */
async function measurePaces(subjects: readonly Subject[]): Promise<void> {
  const length = 1_000;
  const cases = options.pace.split(",").flatMap((pace) => {
    const [everyMs = 0, throttle = 1] = pace.split("x").map(Number);
    return subjects.map((subject) => ({ subject, everyMs, throttle, reports: [] as TraceReport[] }));
  });
  type PaceCase = (typeof cases)[number];
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const { subject, everyMs, throttle, reports } of cases)
      reports.push(
        await traceKeys(browser, subject, { length, throttle, keys: Number(options.keys), apartMs: everyMs }),
      );
    process.stderr.write(`paces, round ${round + 1} of ${options.rounds}\n`);
  }
  const windows = ({ reports }: PaceCase) => reports.flatMap((one) => one.windows);
  const p50 = (one: PaceCase | undefined) => (one ? median(windows(one).map(costOf)) : Number.NaN);
  const find = (name: string, everyMs: number, throttle: number) =>
    cases.find((one) => one.subject.name === name && one.everyMs === everyMs && one.throttle === throttle);
  const beside = (one: PaceCase, everyMs: number) => p50(one) / p50(find(one.subject.name, everyMs, 1));
  const rows = cases.map((one) => {
    const { subject, everyMs, throttle } = one;
    return [
      `${everyMs} ms${throttle > 1 ? `, ${throttle} x throttled` : ""}, ${subject.name}`,
      `${windows(one).length}`,
      shown(p50(one)),
      times(p50(one) / p50(find("window", everyMs, throttle))),
      throttle === 1 ? times(beside(one, 45)) : "",
      ...kinds.map((kind) => shown(median(windows(one).map(({ ms }) => ms[kind])))),
      shown(median(windows(one).map(({ all }) => all.styles)), 0),
      shown(median(windows(one).map(({ all }) => all.layouts)), 0),
    ];
  });
  const head = ["a key every, page", "keys", "p50", "/window", "/45 ms", ...kinds, "styles", "layouts"];
  report.table("CPU ms a key at several paces, 1,000 characters; window: the bare floor", head, rows);
  const name = subjects.at(-1)?.name ?? "product";
  for (const [everyMs, throttle, limit] of [
    [80, 1, 1.8],
    [200, 4, 2],
  ] as const) {
    const one = find(name, everyMs, throttle);
    if (one === undefined) continue;
    const goal = `K8 a key every ${everyMs} ms${throttle > 1 ? `, ${throttle} x throttled` : ""}, p50 / bare floor`;
    report.judge(atMost(goal, p50(one) / p50(find("window", everyMs, throttle)), limit, " x"));
  }
  const [slow, slowBare] = [find(name, 300, 1), find("window", 300, 1)];
  if (slow === undefined || slowBare === undefined) return;
  report.judge(atMost("K7 a key every 300 ms / one every 45 ms", beside(slow, 45), 1.1, " x"));
  console.log(`the bare floor, a key every 300 ms / one every 45 ms: ${times(beside(slowBare, 45))}\n`);
}

// ---------------------------------------------------------------- K9

/** A key while a ghost races along, beside one without. The ghost's own frames between two keys count for the key. */
async function measureGhost({ subject, ghost }: Product): Promise<void> {
  const title = "CPU ms a key with the ghost of the best run, 1,000 characters, a key every 120 ms";
  const round = { ...besideRound, apartMs: 120 };
  const [, withGhost = Number.NaN] = await besideFirst(browser, report, [subject, ghost], {
    title,
    ...round,
  });
  report.judge(atMost("K9 a key with the ghost / without", withGhost, 1.05, " x", 1.2));
}

// ---------------------------------------------------------------- K10

/** A key of an example that is typed from memory, beside one of the same example in Copy. */
async function measureWays(subjects: readonly Subject[]): Promise<void> {
  const title = `CPU ms a key in Copy, Gaps and Recall, 1,000 characters, a key every ${options.interval} ms`;
  const round = { ...besideRound, apartMs: Number(options.interval) };
  const [, ...ratios] = await besideFirst(browser, report, subjects, { title, ...round });
  for (const [index, ratio] of ratios.entries()) {
    const way = ["Gaps", "Recall"][index];
    report.judge(atMost(`K10 a key in ${way} / in Copy`, ratio, 1.05, " x", 1.2));
  }
}

/** What the main thread does in ten seconds between two keys, while the clock runs. */
async function measureRest(subjects: readonly Subject[]): Promise<void> {
  const rows: string[][] = [];
  for (const subject of subjects) {
    const rest = await traceRest(browser, subject, { length: 1_000, restMs: 11_000 });
    rows.push([
      subject.name,
      shown(rest.msASecond),
      ...[rest.styles, rest.layouts, rest.frames, rest.callbacks].map((count) =>
        shown(count / rest.seconds, 1),
      ),
    ]);
    if (subject !== subjects.at(-1)) continue;
    report.judge(
      atMost("K7 main thread between two keys, ms a second", rest.msASecond, 4, " ms"),
      atMost("K7 style passes between two keys", rest.styles, 0, "", 1),
      atMost("K7 layouts between two keys", rest.layouts, 0, "", 1),
    );
  }
  const head = ["page", "ms", "styles", "layouts", "frames", "timers"];
  report.table("The main thread between two keys, a second, while the clock runs", head, rows);
}

// ---------------------------------------------------------------- K5

async function measureLostKeys(subjects: readonly Subject[]): Promise<void> {
  const [everyMs, throttle] = [15, 6];
  const rows: string[][] = [];
  for (const subject of subjects.filter(({ name }) => name === (product ? "product" : "area"))) {
    const typed = await keysNotLost(browser, subject, { length: longestExample, everyMs, throttle });
    rows.push([
      subject.name,
      shown(typed.tookMs / 1000, 1),
      typed.isDone ? "yes" : `no, ${typed.percent}%`,
      `${typed.errors}`,
    ]);
    report.judge(
      atMost(
        `K5 ${subject.name}, keys lost or out of order`,
        typed.isDone ? typed.errors : Number.NaN,
        0,
        "",
        1,
      ),
    );
  }
  const title = `${longestExample.toLocaleString("en")} keys, one every ${everyMs} ms, ${throttle} x throttled`;
  report.table(title, ["page", "took s", "typed whole", "errors"], rows);
}

// ---------------------------------------------------------------- K6

async function measureHeap(subjects: readonly Subject[]): Promise<void> {
  const keys = 5_000;
  const rows: string[][] = [];
  const names: string[] = [];
  for (const subject of subjects.filter(({ name }) => name === (product ? "product" : "area"))) {
    const apartMs = Number(options.interval);
    const found = await heapOfKeys(browser, subject, { length: longestExample, keys, apartMs });
    const growth = found.afterMb - found.beforeMb;
    rows.push([
      subject.name,
      shown(found.bytesPerKey / 1024),
      shown(found.beforeMb),
      shown(found.afterMb),
      shown((growth * 2 ** 20) / keys, 0),
    ]);
    if (options.names) {
      const costliest = found.allocations.byFunction.slice(0, 12);
      const count = found.allocations.bytes / found.bytesPerKey;
      names.push(
        `${subject.name}: bytes a key by function`,
        table(
          ["function", "bytes"],
          costliest.map(([name, bytes]) => [name, shown(bytes / count, 0)]),
        ),
        "",
      );
    }
    report.judge(
      atMost(`K6 ${subject.name}, kB allocated a key`, found.bytesPerKey / 1024, 2, " kB", 2),
      atMost(`K6 ${subject.name}, heap`, found.afterMb, 6, " MB", 2),
      atMost(`K6 ${subject.name}, growth over ${keys} keys`, growth, 0.5, " MB", 3),
    );
  }
  report.table(
    `Allocation a key; heap after a collection, before and after ${keys.toLocaleString("en")} keys`,
    ["page", "kB a key", "MB before", "MB after", "growth, B a key"],
    rows,
  );
  for (const line of names) console.log(line);
}

function numbers(list: string): readonly number[] {
  return list === "" ? [] : list.split(",").map(Number);
}
