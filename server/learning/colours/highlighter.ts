// Fills the cache of colours. Stored code without colours of this engine version gets them, one text after another, in
// a worker thread that ends when none is left. No request waits for it; until then a text is drawn plain.
//
// `refresh` is called after a start and after each committed change of code. A text that cannot be coloured (no
// grammar, too slow, too large) is stored without colours and not tried again by this version.
//
// `colours` is for text that an admin is still writing: the same thread computes it between two texts of the cache, and
// nothing is stored.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { DomainError } from "../../domain-error.ts";
import {
  type Highlight,
  missingHighlights,
  saveHighlight,
  sweepHighlights,
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
};

const batchSize = 100;
// Few, so that the first lesson has its colours soon; more than one, because each commit waits for the disk.
const savedAtOnce = 8;
// The largest example takes less than a second, the first of a language up to two. This limit is enough even on a
// machine twenty times slower or busier.
const usualLimitMs = 30_000;
const retryMs = 30_000;
// An admin is looking at the text, so one that takes longer stays plain. The thread stays for their next keystrokes.
const liveLimits = { limitMs: 10_000, idleMs: 60_000 };
const maxLive = 8;

export function openHighlighter({ store, log, limitMs = usualLimitMs }: HighlighterOptions): Highlighter {
  const thread = openJobThread<HighlightJob, HighlightResult>({
    module: threadModule("learning/colours/highlight-thread"),
    limitMs,
    idleMs: 5_000,
    memoryMb: 256,
  });
  let filling: Promise<void> | null = null;
  let isRefreshDue = false;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  let live = 0;

  function refresh(): void {
    if (closed) return;
    if (filling !== null) {
      isRefreshDue = true;
      return;
    }
    if (retry !== null) clearTimeout(retry);
    filling = fillCache({ store, thread, log, isClosed: () => closed })
      .catch((error: unknown) => {
        if (closed) return;
        // The database is unreachable, or no thread can be started. Nothing is lost: colours can wait.
        log.warn({ err: error }, "colours could not be computed, trying again later");
        retry = setTimeout(refresh, retryMs);
        retry.unref();
      })
      .then(() => {
        filling = null;
        if (!isRefreshDue) return;
        isRefreshDue = false;
        refresh();
      });
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
      clearTimeout(retry ?? undefined);
      await thread.close();
      await filling;
    },
  };
}

type Filling = {
  readonly store: Store;
  readonly thread: HighlightThread;
  readonly log: Log;
  readonly isClosed: () => boolean;
};

/** Computes missing colours until there are none, or the highlighter is closed. */
async function fillCache({ store, thread, log, isClosed }: Filling): Promise<void> {
  const done = new Set<string>();
  for (;;) {
    const batch = await store.read((db) => missingHighlights(db, engineVersion, batchSize));
    const open = batch.filter(({ code_hash, language }) => !done.has(`${code_hash} ${language}`));
    if (batch.length > 0 && open.length === 0)
      throw new RangeError(`${batch.length} texts still have no colours after theirs were saved`);
    if (batch.length === 0) {
      // New colours often mean that older code was replaced, whose colours are still stored.
      if (done.size > 0) await store.write(sweepHighlights);
      return;
    }
    for (let at = 0; at < open.length; at += savedAtOnce) {
      const highlights: Highlight[] = [];
      for (const { code_hash, language, code_content } of open.slice(at, at + savedAtOnce)) {
        if (isClosed()) return;
        highlights.push({
          ...{ code_hash, language, engine_version: engineVersion },
          runs: await coloursToStore({ thread, log }, code_content, language, code_hash),
        });
        done.add(`${code_hash} ${language}`);
      }
      await store.write(async (tx) => {
        for (const highlight of highlights) await saveHighlight(tx, highlight);
      });
    }
  }
}

async function coloursToStore(
  { thread, log }: Pick<Filling, "thread" | "log">,
  code: string,
  language: string,
  codeHash: string,
): Promise<Tokens | null> {
  if (!hasGrammar(language)) return null;
  let outcome = await thread.run({ code, language });
  // Again in a fresh thread: earlier texts may have used up the memory, or other processes the time.
  if (!outcome.ok && outcome.why !== "undone") outcome = await thread.run({ code, language });
  if (outcome.ok) return outcome.value;
  if (outcome.why === "undone") throw new Error(`The thread for colours failed: ${outcome.message}`);
  log.warn({ codeHash, language, why: outcome.why, reason: outcome.message }, "code stays without colours");
  return null;
}

function unavailable(): DomainError {
  return new DomainError("UNAVAILABLE", "There are no colours right now. Try again in a moment.", {
    retryAfterS: 5,
  });
}
