// Finds the constructs of stored code with their places, one text after another, in a worker thread that ends when none
// is left (`filling/`): after a start, after changes of code, and with every change of rules. No request waits for it.
// While earlier rules' places are replaced, they still serve.
//
// A language without rules needs the colours of the text; the highlighter calls `refresh` when there are new ones. A
// text that takes too much time or memory has no constructs in this version of the rules.
//
// After that come the cards of learners who completed an example before its constructs were found.

import { setTimeout as sleep } from "node:timers/promises";
import { languages } from "@tabstop/course/languages";
import { hasRules, syntaxVersion } from "@tabstop/syntax/constructs-of";
import { renamed } from "@tabstop/syntax/renamed";
import {
  type ExampleText,
  exampleText,
  type FoundConstruct,
  type FoundInExample,
  saveConstructs,
} from "../../store/memory/constructs.ts";
import { areSomeUnmet, meetEarlier, type MeetRules } from "../../store/memory/earlier-completions.ts";
import {
  applyRenames,
  findMove,
  findRenames,
  moveCards,
  type Rename,
} from "../../store/memory/renamed-constructs.ts";
import {
  type ClaimedExample,
  claimExamples,
  nextClaimEnd,
  postponeExample,
  releaseExamples,
  type Rules,
  sweepClaims,
  type UnfilledExample,
  unfilledExamples,
} from "../../store/memory/unfilled.ts";
import type { Store } from "../../store/store.ts";
import { threadModule } from "../../threads/thread-jobs.ts";
import { dayOf, zoneOf } from "../days/calendar.ts";
import { mergedCard, refoldCard } from "../memory/stored-cards.ts";
import { type CarefulLimits, type CarefulThreads, openCarefulThreads } from "../filling/careful-threads.ts";
import { type FillerLog, openFiller, type Waits } from "../filling/filler.ts";

export type ConstructJob = Pick<ExampleText, "code" | "language" | "runs">;
export type ConstructResult = readonly FoundConstruct[];

export type ConstructFiller = {
  /** Starts to find missing constructs; returns immediately. */
  readonly refresh: () => void;
  /**
   * Finds the constructs of an example at once, for a reader that needs them now. False when it has none yet: they
   * cannot be found at present, or its language needs colours that are not there. Rejects when the database is away.
   */
  readonly ensure: EnsureConstructs;
  /** Resolves when all missing constructs are found or given up, and the cards of earlier completions are made. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type EnsureConstructs = (exampleId: number) => Promise<boolean>;

export type ConstructFillerOptions = {
  readonly store: Store;
  readonly log: FillerLog;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** For tests only. */
  readonly limits?: Omit<CarefulLimits, "memoryMb">;
  readonly waits?: Waits;
  readonly rules?: Rules;
  readonly renames?: readonly Rename[];
  /** The module of a thread that finds constructs by other rules. */
  readonly module?: URL;
};

const productRules: Rules = {
  version: syntaxVersion,
  languages: languages.map(({ id }) => id).filter(hasRules),
};

const meetRules: MeetRules = {
  dayOf: (at, zone) => dayOf(at, zoneOf(null, zone)),
  refold: refoldCard,
};

// A commit waits for the disk, and on SQLite other writers wait for the commit.
const savedAtOnce = 16;
/** While learners hold the rows. */
const busyPauseMs = 100;

export function openConstructFiller({
  store,
  log,
  now = Date.now,
  limits,
  waits,
  rules = productRules,
  renames = renamed,
  module = threadModule("learning/constructs/construct-thread"),
}: ConstructFillerOptions): ConstructFiller {
  const threads: Threads = openCarefulThreads(module, "constructs", { ...limits, memoryMb: 256 });
  const { version } = rules;
  let after: number | null = 0;

  async function find(some: { readonly limit: number; readonly at: number }) {
    const found: UnfilledExample[] = [];
    while (after !== null && found.length < some.limit) {
      const from: number = after;
      const limit = some.limit - found.length;
      const page = await store.read((db) =>
        unfilledExamples(db, { ...some, ...{ limit, rules, after: from } }),
      );
      found.push(...page.examples);
      after = page.next;
    }
    return found;
  }

  const filler = openFiller({
    ...{ store, log, now, waits, savedAtOnce, failed: "constructs could not be found, trying again later" },
    async begin() {
      after = 0;
      // Before new names are found, so that cards have them at once; once more where a new name became another one.
      for (const _ of renames) {
        const due = await store.read((db) => findRenames(db, renames));
        if (due.length === 0) break;
        await store.write((tx) => applyRenames(tx, due));
      }
    },
    find,
    claim: (examples, by) => store.write((tx) => claimExamples(tx, examples, { version, ...by })),
    release: (owner, at) => store.write((tx) => releaseExamples(tx, owner, at)),
    nextClaimEnd: () => store.read(nextClaimEnd),
    sweepClaims: (at) => store.write((tx) => sweepClaims(tx, at)),
    fill: (examples, waitAfter) =>
      fillSome(
        { store, threads, log, version, dueAfter: (failures) => now() + waitAfter(failures) },
        examples,
      ),
    async end() {
      await inPages(moveSome);
      await inPages(meetSome);
    },
    stop: threads.close,
  });

  async function moveSome(): Promise<number | null> {
    const move = await store.read((db) => findMove(db, renames));
    return move && store.write((tx) => moveCards(tx, move, mergedCard));
  }

  async function meetSome(): Promise<number | null> {
    if (!(await store.read(areSomeUnmet))) return null;
    return store.write((tx) => meetEarlier(tx, meetRules));
  }

  /** A step returns null when nothing is left, and 0 when others hold the rows. */
  async function inPages(step: () => Promise<number | null>): Promise<void> {
    while (!filler.isClosed()) {
      const startedAt = performance.now();
      const done = await step();
      if (done === null) return;
      // Other requests come first.
      await sleep(done === 0 ? busyPauseMs : Math.max(1, performance.now() - startedAt));
    }
  }

  async function ensure(exampleId: number): Promise<boolean> {
    const text = await store.read((db) => exampleText(db, exampleId));
    if (text === null || text.syntax_version !== null) return text !== null;
    if (text.runs === null && !rules.languages.includes(text.language)) return false;
    const outcome = await threads.runNow(text);
    if (outcome.kind !== "done") {
      filler.refresh();
      return false;
    }
    await store.write((tx) => saveConstructs(tx, [{ ...text, constructs: outcome.value }], version));
    filler.refresh();
    return true;
  }

  return { ...filler, ensure };
}

type Threads = CarefulThreads<ConstructJob, ConstructResult>;
type Saving = {
  readonly store: Store;
  readonly threads: Threads;
  readonly log: FillerLog;
  readonly version: number;
  /** When to try again what failed this often. */
  readonly dueAfter: (failures: number) => number;
};

/** Throws when no constructs can be found at present: no thread can be started, or the filler was closed. */
async function fillSome(deps: Saving, examples: readonly ClaimedExample[]): Promise<void> {
  const { store, version } = deps;
  const found: FoundInExample[] = [];
  const failed: ClaimedExample[] = [];
  let fault: unknown = null;
  for (const example of examples) {
    const text = await store.read((db) => exampleText(db, example.example_id));
    // Deleted, or changed and claimed again.
    if (text === null || text.code_version !== example.code_version) continue;
    try {
      const constructs = await constructsToStore(deps, text);
      if (constructs === null) failed.push(example);
      else found.push({ ...text, constructs });
    } catch (error) {
      fault = error;
      break;
    }
  }
  if (found.length > 0) await store.write((tx) => saveConstructs(tx, found, version));
  if (failed.length > 0)
    await store.write(async (tx) => {
      for (const example of failed)
        await postponeExample(tx, example, { version, dueAt: deps.dueAfter(example.failures) });
    });
  if (fault !== null) throw fault;
}

/** null: something other than the text kept its constructs from being found. */
async function constructsToStore(
  { threads, log }: Saving,
  text: ExampleText,
): Promise<readonly FoundConstruct[] | null> {
  const outcome = await threads.run(text);
  if (outcome.kind === "done") return outcome.value;
  const { kind, why, reason } = outcome;
  log.warn(
    { exampleId: text.example_id, language: text.language, why, reason },
    kind === "hopeless" ? "code stays without constructs" : "code has no constructs yet, trying again later",
  );
  return kind === "hopeless" ? [] : null;
}
