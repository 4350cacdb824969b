// Fills the cache of colours. Stored code without colours of this engine version gets them, one text after another, in
// a worker thread that ends when none is left. No request waits for it; until then a text is drawn plain.
//
// `refresh` is called after a start and after each committed change of code. Several servers share the work: each claims
// a few texts for five minutes, and looks once a minute for what another one left. A text that cannot be coloured (no
// grammar, too slow, too large) is stored without colours and not tried again by this version. Whatever else fails, such
// as a thread that cannot start or read its files, is tried again after growing waits.
//
// `colours` is for text that an admin is still writing: the same thread computes it between two texts of the cache, and
// nothing is stored.

import { randomUUID } from "node:crypto";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { DomainError } from "../../domain-error.ts";
import {
  type ClaimedHighlight,
  claimHighlights,
  nextClaimEnd,
  postponeHighlight,
  releaseHighlights,
  saveHighlight,
  sweepClaims,
  sweepHighlights,
  unclaimedHighlights,
} from "../../store/content/highlights.ts";
import type { Store } from "../../store/store.ts";
import { openJobThread, threadModule } from "../../threads/thread-jobs.ts";
import type { HighlightJob, HighlightResult } from "./highlight-thread.ts";
import { hasGrammar } from "./highlight-languages.ts";

/**
 * Goes up with every change of colours: of shiki, a grammar, the theme, the words. All stored colours are then computed
 * again. `colour-runs.test.ts` fails when colours change and this number does not.
 */
export const engineVersion = "1";

export type Highlighter = {
  /** Starts to compute missing colours; returns immediately. */
  readonly refresh: () => void;
  /**
   * The colours of a text that is not stored; null when it has none. Throws DomainError UNAVAILABLE when too many texts
   * are waiting or the server is stopping.
   */
  readonly colours: Colours;
  /** Resolves when all missing colours are computed or given up. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Colours = (code: string, language: string) => Promise<Tokens | null>;

type HighlightThread = ReturnType<typeof openJobThread<HighlightJob, HighlightResult>>;
type Log = { warn(fields: object, message: string): void };

export type HighlighterOptions = {
  readonly store: Store;
  readonly log: Log;
  /** For tests of hostile code only. */
  readonly limitMs?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** For tests only. */
  readonly waits?: Waits;
};

type Waits = { readonly firstMs: number; readonly lastMs: number; readonly lookMs: number };

// A server that is alone claims as many texts as one query finds. Several share the work, so each claims few.
const claimedAtOnce = { sqlite: 100, postgres: 8 };
// Few, so that the first lesson has its colours soon; more than one, because each commit waits for the disk.
const savedAtOnce = 8;
/** After that time other servers take over the texts of a server that was killed. */
const claimMs = 5 * 60_000;
// The largest example takes less than a second, the first of a language up to two. This limit is enough even on a
// machine twenty times slower or busier.
const usualLimitMs = 30_000;
/**
 * The wait after a failure grows from `firstMs` to `lastMs`. Every `lookMs` a server looks for what other servers have
 * left.
 */
const usualWaits: Waits = { firstMs: 30_000, lastMs: 86_400_000, lookMs: 60_000 };
// An admin is looking at the text, so one that takes longer stays plain. The thread stays for their next keystrokes.
const liveLimits = { limitMs: 10_000, idleMs: 60_000 };
const maxLive = 8;

// Long: a closure over what the threads are doing; each of its functions is short.
export function openHighlighter({
  store,
  log,
  limitMs = usualLimitMs,
  now = Date.now,
  waits = usualWaits,
}: HighlighterOptions): Highlighter {
  const options = { module: threadModule("learning/colours/highlight-thread"), limitMs, memoryMb: 256 };
  const thread = openJobThread<HighlightJob, HighlightResult>({ ...options, idleMs: 5_000 });
  // It ends after each text, so that a text which fails there is at fault itself and no earlier one.
  const freshThread = openJobThread<HighlightJob, HighlightResult>({ ...options, idleMs: 0 });
  const owner = randomUUID();
  const deps = { store, thread, freshThread, log, owner, now, waits, isClosed: () => closed };
  let filling: Promise<void> | null = null;
  let isRefreshDue = false;
  let isFirst = true;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let live = 0;

  function refreshIn(ms: number): void {
    if (closed) return;
    clearTimeout(timer ?? undefined);
    timer = setTimeout(refresh, Math.min(ms, usualWaits.lastMs));
    timer.unref();
  }

  function refresh(): void {
    if (closed) return;
    if (filling !== null) {
      isRefreshDue = true;
      return;
    }
    clearTimeout(timer ?? undefined);
    filling = fill()
      .catch((error: unknown) => {
        if (closed) return;
        // The database is unreachable, or no thread can be started. Nothing is lost: colours can wait.
        log.warn({ err: error }, "colours could not be computed, trying again later");
        refreshIn(waitAfter(failures++, waits));
      })
      .then(() => {
        filling = null;
        if (!isRefreshDue) return;
        isRefreshDue = false;
        refresh();
      });
  }

  async function fill(): Promise<void> {
    // There is one server, so what was claimed belongs to the one before.
    if (isFirst && store.dialect === "sqlite")
      await store.write((tx) => sweepClaims(tx, Number.MAX_SAFE_INTEGER));
    isFirst = false;
    await fillCache(deps);
    failures = 0;
    const next = await store.read(nextClaimEnd);
    const claimEndsInMs = next === null ? Number.POSITIVE_INFINITY : Math.max(leastWaitMs, next - now());
    const lookInMs = store.dialect === "postgres" ? waits.lookMs : Number.POSITIVE_INFINITY;
    const ms = Math.min(claimEndsInMs, lookInMs);
    if (Number.isFinite(ms)) refreshIn(ms);
  }

  async function coloursNow(code: string, language: string): Promise<Tokens | null> {
    if (!hasGrammar(language)) return null;
    if (live >= maxLive) throw unavailable();
    live += 1;
    const outcome = await thread.run({ code, language }, liveLimits);
    live -= 1;
    if (!outcome.ok && outcome.why === "undone") throw unavailable();
    return outcome.ok ? outcome.value : null;
  }

  return {
    refresh,
    colours: coloursNow,
    async settled() {
      while (filling !== null) await filling;
    },
    async close() {
      closed = true;
      clearTimeout(timer ?? undefined);
      await Promise.all([thread.close(), freshThread.close()]);
      await filling;
    },
  };
}

const leastWaitMs = 100;

/** Four times as long after each failure. */
function waitAfter(failures: number, { firstMs, lastMs }: Waits): number {
  return Math.min(lastMs, firstMs * 4 ** Math.min(failures, 10));
}

type Filling = {
  readonly store: Store;
  readonly thread: HighlightThread;
  readonly freshThread: HighlightThread;
  readonly log: Log;
  readonly owner: string;
  readonly now: () => number;
  readonly waits: Waits;
  readonly isClosed: () => boolean;
};

/** Computes missing colours until no server has any left to claim, or the highlighter is closed. */
async function fillCache(deps: Filling): Promise<void> {
  const { store, owner, now, isClosed } = deps;
  const limit = claimedAtOnce[store.dialect];
  let done = 0;
  for (;;) {
    const texts = await store.read((db) => unclaimedHighlights(db, { engineVersion, limit, at: now() }));
    if (texts.length === 0 || isClosed()) break;
    const at = now();
    const claimed = await store.write((tx) =>
      claimHighlights(tx, texts, { owner, engineVersion, at, until: at + claimMs }),
    );
    try {
      for (let n = 0; n < claimed.length; n += savedAtOnce)
        await saveColours(deps, claimed.slice(n, n + savedAtOnce));
    } catch (error) {
      await store.write((tx) => releaseHighlights(tx, owner, now())).catch(() => {});
      if (!isClosed()) throw error;
      return;
    }
    done += claimed.length;
  }
  const end = await store.read(nextClaimEnd);
  if (end !== null && end <= now()) await store.write((tx) => sweepClaims(tx, now()));
  // New colours often mean that older code was replaced, whose colours are still stored.
  if (done > 0) await store.write(sweepHighlights);
}

/** Throws when no colours can be computed at present: no thread can be started, or the highlighter was closed. */
async function saveColours(deps: Filling, texts: readonly ClaimedHighlight[]): Promise<void> {
  const results: { readonly text: ClaimedHighlight; readonly colours: Outcome }[] = [];
  let fault: unknown = null;
  for (const text of texts)
    try {
      results.push({ text, colours: await coloursToStore(deps, text) });
    } catch (error) {
      fault = error;
      break;
    }
  if (results.length > 0)
    await deps.store.write(async (tx) => {
      for (const { text, colours } of results) {
        const { code_hash, language, failures } = text;
        const key = { code_hash, language, engine_version: engineVersion };
        if (colours.kind === "final") await saveHighlight(tx, { ...key, runs: colours.runs });
        else
          await postponeHighlight(tx, text, {
            engineVersion,
            dueAt: deps.now() + waitAfter(failures, deps.waits),
          });
      }
    });
  if (fault !== null) throw fault;
}

/** `later`: something other than the text kept its colours from being computed. */
type Outcome = { readonly kind: "final"; readonly runs: Tokens | null } | { readonly kind: "later" };

async function coloursToStore(
  { thread, freshThread, log }: Filling,
  { code_content: code, language, code_hash: codeHash }: ClaimedHighlight,
): Promise<Outcome> {
  if (!hasGrammar(language)) return { kind: "final", runs: null };
  let outcome = await thread.run({ code, language });
  // Again in a fresh thread: earlier texts may have used up the memory or broken something.
  if (!outcome.ok && outcome.why !== "undone") outcome = await freshThread.run({ code, language });
  if (outcome.ok) return { kind: "final", runs: outcome.value };
  if (outcome.why === "undone") throw new Error(`The thread for colours failed: ${outcome.message}`);
  const { why, message: reason, hasWaited } = outcome;
  // Alone in its thread, only the text can use up the processor's time or the memory.
  const isFinal = (why === "time" && !hasWaited) || why === "memory";
  log.warn(
    { codeHash, language, why, reason },
    isFinal ? "code stays without colours" : "code has no colours yet, trying again later",
  );
  return isFinal ? { kind: "final", runs: null } : { kind: "later" };
}

function unavailable(): DomainError {
  return new DomainError("UNAVAILABLE", "There are no colours right now. Try again in a moment.", {
    retryAfterS: 5,
  });
}
