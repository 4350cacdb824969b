// Colours that several servers of one database compute together, and those that cannot be computed for a moment.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  claimHighlights,
  missingHighlights,
  postponeHighlight,
  unclaimedHighlights,
} from "../../store/content/highlights.ts";
import type { Store } from "../../store/store.ts";
import { plantTexts } from "../../test/plant-texts.ts";
import { openers, type TestStore } from "../../test/stores.ts";
import { engineVersion, type Highlighter, openHighlighter } from "./highlighter.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

const [, postgres] = openers as [(typeof openers)[number], (typeof openers)[number]];

/** Servers of one new database, each with its own connections. */
async function servers(count: number): Promise<readonly Store[]> {
  const opened: TestStore = await postgres.open();
  toClose.push(() => opened.remove());
  const stores = [opened.store];
  while (stores.length < count) {
    const store = await opened.reopen();
    toClose.push(() => store.close());
    stores.push(store);
  }
  return stores;
}

const waits = { firstMs: 200, lastMs: 1_000, lookMs: 200 };
const noWarning = { warn: (fields: object) => expect(fields).toEqual({}) };

function open(store: Store, options: { now?: () => number; lookMs?: number } = {}): Highlighter {
  const { lookMs = waits.lookMs, ...rest } = options;
  const highlighter = openHighlighter({ store, log: noWarning, waits: { ...waits, lookMs }, ...rest });
  toClose.push(() => highlighter.close());
  return highlighter;
}

const manyTexts = (count: number, name = "x") =>
  Array.from({ length: count }, (_, n) => ["javascript", `let ${name}${n} = ${n};`] as const);
const missing = (store: Store) => store.read((db) => missingHighlights(db, engineVersion, 100));

/** How many texts each server claimed. Every claim is a row, also after the text has its colours. */
async function claims(store: Store): Promise<readonly number[]> {
  const rows = await store.read((db) =>
    db
      .selectFrom("highlight_claim")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .groupBy("owner")
      .execute(),
  );
  return rows.map(({ n }) => Number(n));
}

describe("several servers of one database", () => {
  test("two servers share 60 texts, and no text is computed by both", async () => {
    const stores = await servers(2);
    const [first, second] = stores as [Store, Store];
    await plantTexts(first, manyTexts(60));
    const saved = () => stores.map(({ counters }) => counters.transactions);
    const before = saved();
    const both = [open(first, { lookMs: 600_000 }), open(second, { lookMs: 600_000 })];
    for (const highlighter of both) highlighter.refresh();
    for (const highlighter of both) await highlighter.settled();
    await expect.poll(() => missing(first)).toEqual([]);
    const counts = await claims(first);
    expect(counts).toHaveLength(2);
    expect(counts.reduce((sum, n) => sum + n)).toBe(60);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
    // A claim and a save for each eight texts, and a sweep: none was saved twice.
    const writes = saved().map((now, n) => now - (before[n] ?? 0));
    expect(writes.reduce((sum, n) => sum + n)).toBeLessThan(2 * 8 + 12);
  });

  test("of many that claim at the same moment, each text goes to one", async () => {
    const stores = await servers(3);
    const [first] = stores as [Store];
    await plantTexts(first, manyTexts(40));
    const texts = await missing(first);
    const claimed = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (stores[n % 3] as Store).write((tx) =>
          claimHighlights(tx, texts, { owner: `server ${n}`, engineVersion, at: 1_000, until: 2_000 }),
        ),
      ),
    );
    expect(
      claimed
        .flat()
        .map(({ code_hash }) => code_hash)
        .toSorted(),
    ).toEqual(texts.map(({ code_hash }) => code_hash).toSorted());
  });

  test("one is closed in the middle, and the other, which has no changes of its own, finishes", async () => {
    const [first, second] = (await servers(2)) as [Store, Store];
    const other = open(second);
    other.refresh();
    await other.settled();
    await plantTexts(first, manyTexts(60));
    const closing = open(first);
    closing.refresh();
    await expect.poll(async () => (await claims(first)).length).toBeGreaterThan(0);
    await closing.close();
    await expect.poll(() => missing(first), { timeout: 20_000 }).toEqual([]);
  });

  test("the claims of a server that was killed run out after five minutes", async () => {
    const [first, second] = (await servers(2)) as [Store, Store];
    await plantTexts(first, manyTexts(3));
    const clock = { now: 1_000_000 };
    const texts = await missing(first);
    const until = clock.now + 5 * 60_000;
    await first.write((tx) =>
      claimHighlights(tx, texts, { owner: "killed", engineVersion, at: clock.now, until }),
    );
    const highlighter = open(second, { now: () => clock.now, lookMs: 600_000 });
    highlighter.refresh();
    await highlighter.settled();
    expect(await missing(first)).toHaveLength(3);
    clock.now = until;
    highlighter.refresh();
    await highlighter.settled();
    expect(await missing(first)).toEqual([]);
  });
});

test("the wait after a failure grows, and a text that failed is claimed with the number of its failures", async () => {
  const [store] = (await servers(1)) as [Store];
  await plantTexts(store, manyTexts(1));
  const claim = { owner: "a", engineVersion, at: 0, until: 10 };
  const find = (at: number) => store.read((db) => unclaimedHighlights(db, { engineVersion, limit: 9, at }));
  for (const [at, failures] of [
    [0, 0],
    [30, 1],
    [90, 2],
  ] as const) {
    const texts = await find(at);
    const [claimed] = await store.write((tx) => claimHighlights(tx, texts, { ...claim, at, until: at + 10 }));
    if (claimed === undefined) throw new Error("nothing was claimed");
    expect(claimed.failures).toBe(failures);
    await store.write((tx) => postponeHighlight(tx, claimed, { engineVersion, dueAt: at + 30 }));
    expect(await find(at + 29)).toEqual([]);
  }
});

describe.runIf(process.platform !== "win32")("a process without files", () => {
  test.each([
    ["0", "cold"],
    ["12", "cold"],
    // A thread runs, and cannot read the file of a grammar.
    ["0", "warm"],
  ])(
    "colours that could not be computed because the process had %s files left come later, thread %s [SEC-192]",
    { timeout: 60_000 },
    async (kept, warm) => {
      const folder = mkdtempSync(join(tmpdir(), "tabstop-colours-"));
      const file = join(import.meta.dirname, "../../test/colouring-process.ts");
      const command = `ulimit -n 300 && exec "$0" --import tsx "$1" "$2" "$3" "$4"`;
      const child = spawn("sh", ["-c", command, process.execPath, file, folder, kept, warm], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      let out = "";
      let err = "";
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk;
      });
      child.stderr.on("data", (chunk: Buffer) => {
        err += chunk;
      });
      const [code] = await once(child, "close");
      rmSync(folder, { recursive: true, force: true });
      expect({ code, err, end: out.split("\n").at(-2) }).toEqual({
        code: 0,
        err: "",
        end: "coloured javascript python",
      });
      expect(out).toContain("failed colours could not be computed, trying again later");
    },
  );
});
