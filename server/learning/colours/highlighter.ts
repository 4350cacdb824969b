// Keeps the cache of colours full: whatever code is stored without colours of this engine version gets them, one text
// after another, in a thread that ends when nothing is left. Nobody waits for it; until then a text is drawn plain.
//
// `refresh` is called after a start and after every change of code, once it is committed. What cannot be computed
// (no grammar, too slow, too large) is noted as such and not tried again by this version.
//
// `colours` is for text that is still being written: the same thread computes it, between two texts of the cache, and
// nothing of it is kept.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { DomainError } from "../../domain-error.ts";
import { missingHighlights, saveHighlight, sweepHighlights } from "../../store/content/highlights.ts";
import type { Store } from "../../store/store.ts";
import { openJobThread, threadModule } from "../../threads/thread-jobs.ts";
import type { HighlightJob, HighlightResult } from "./highlight-thread.ts";
import { hasGrammar } from "./highlight-languages.ts";

/**
 * Goes up with whatever changes a colour: shiki, a grammar, the theme, the words. All stored colours are then computed
 * anew. `colour-runs.test.ts` holds colours and number together.
 */
export const engineVersion = "1";

export type Highlighter = {
  /** Looks for code without colours and computes them; returns at once. */
  readonly refresh: () => void;
  /**
   * The colours of a text that is not stored; null when it has none. Throws DomainError UNAVAILABLE when too many wait
   * for theirs already or the server is stopping.
   */
  readonly colours: Colours;
  /** Resolves when everything asked for is done or given up. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Colours = (code: string, language: string) => Promise<Tokens | null>;

type Highlight = Parameters<typeof saveHighlight>[1];
type Log = { warn(fields: object, message: string): void };

export type HighlighterOptions = {
  readonly store: Store;
  readonly log: Log;
  /** For tests of hostile code only. */
  readonly limitMs?: number;
};

const batchSize = 100;
// Few, so that the first lesson has its colours soon; more than one, since each commit waits for the disk.
const savedAtOnce = 8;
// The largest example takes less than a second, the first of a language up to two. On a machine twenty times slower or
// busier it still gets its colours.
const usualLimitMs = 30_000;
const retryMs = 30_000;
// Somebody looks at it: what takes so long is plain. The thread stays a while, since the next letters are being typed.
const liveLimits = { limitMs: 10_000, idleMs: 60_000 };
const mostLive = 8;

export function openHighlighter({ store, log, limitMs = usualLimitMs }: HighlighterOptions): Highlighter {
  const thread = openJobThread<HighlightJob, HighlightResult>({
    module: threadModule("learning/colours/highlight-thread"),
    limitMs,
    idleMs: 5_000,
    memoryMb: 256,
  });
  let filling: Promise<void> | null = null;
  let askedAgain = false;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  let live = 0;

  function refresh(): void {
    if (closed) return;
    if (filling !== null) {
      askedAgain = true;
      return;
    }
    if (retry !== null) clearTimeout(retry);
    filling = fill()
      .catch((error: unknown) => {
        if (closed) return;
        // The database is away, or no thread can be started: nothing is lost, colours can wait.
        log.warn({ err: error }, "colours could not be computed, trying again later");
        retry = setTimeout(refresh, retryMs);
        retry.unref();
      })
      .then(() => {
        filling = null;
        if (!askedAgain) return;
        askedAgain = false;
        refresh();
      });
  }

  async function fill(): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      const batch = await store.read((db) => missingHighlights(db, engineVersion, batchSize));
      const open = batch.filter(({ codeHash, language }) => !done.has(`${codeHash} ${language}`));
      if (batch.length > 0 && open.length === 0)
        throw new RangeError(`${batch.length} texts still count as without colours after theirs were saved`);
      if (batch.length === 0) {
        // With new colours there are often old ones of code that was replaced.
        if (done.size > 0) await store.write(sweepHighlights);
        return;
      }
      for (let at = 0; at < open.length; at += savedAtOnce) {
        const highlights: Highlight[] = [];
        for (const { codeHash, language, code } of open.slice(at, at + savedAtOnce)) {
          if (closed) return;
          highlights.push({
            codeHash,
            language,
            engineVersion,
            runs: await coloursToKeep(code, language, codeHash),
          });
          done.add(`${codeHash} ${language}`);
        }
        await store.write(async (tx) => {
          for (const highlight of highlights) await saveHighlight(tx, highlight);
        });
      }
    }
  }

  async function coloursNow(code: string, language: string): Promise<Tokens | null> {
    if (!hasGrammar(language)) return null;
    if (live >= mostLive) throw unavailable();
    live += 1;
    const outcome = await thread.run({ code, language }, liveLimits);
    live -= 1;
    if (outcome.ok) return outcome.value;
    if (outcome.why === "undone") throw unavailable();
    return null;
  }

  async function coloursToKeep(code: string, language: string, codeHash: string): Promise<Tokens | null> {
    if (!hasGrammar(language)) return null;
    let outcome = await thread.run({ code, language });
    // Once more in a fresh thread: memory may have been short because of what came before, time because of a busy machine.
    if (!outcome.ok && outcome.why !== "undone") outcome = await thread.run({ code, language });
    if (outcome.ok) return outcome.value;
    if (outcome.why === "undone") throw new Error(`The thread for colours did not work: ${outcome.message}`);
    log.warn({ codeHash, language, why: outcome.why, reason: outcome.message }, "code stays without colours");
    return null;
  }

  return {
    refresh,
    colours: coloursNow,
    async settled() {
      while (filling !== null) await filling;
    },
    async close() {
      closed = true;
      if (retry !== null) clearTimeout(retry);
      await thread.close();
      await filling;
    },
  };
}

function unavailable(): DomainError {
  return new DomainError("UNAVAILABLE", "There are no colours right now. Try again in a moment.", {
    retryAfterS: 5,
  });
}
