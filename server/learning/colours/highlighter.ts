// Fills the cache of colours. Stored code without colours of this engine version gets them, one text after another, in
// a worker thread that ends when none is left (`filling/`). No request waits for it; until then a text is drawn plain.
//
// A text that cannot be coloured (no grammar, too slow, too large) is stored without colours and not tried again by this
// version. Whatever else fails, such as a thread that cannot start or read its files, is tried again.
//
// `colours` is for text that an admin is still writing: the same thread computes it between two texts of the cache, and
// nothing is stored.

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
import { threadModule } from "../../threads/thread-jobs.ts";
import { type CarefulThreads, openCarefulThreads } from "../filling/careful-threads.ts";
import { type FillerLog, openFiller, type Waits } from "../filling/filler.ts";
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

export type HighlighterOptions = {
  readonly store: Store;
  readonly log: FillerLog;
  /** Called when there are new colours. */
  readonly coloured?: () => void;
  /** For tests of hostile code only. */
  readonly limitMs?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** For tests only. */
  readonly waits?: Waits;
};

// Few, so that the first lesson has its colours soon; more than one, because each commit waits for the disk.
const savedAtOnce = 8;

export function openHighlighter({
  store,
  log,
  coloured = () => {},
  limitMs,
  now = Date.now,
  waits,
}: HighlighterOptions): Highlighter {
  const threads: Threads = openCarefulThreads<HighlightJob, HighlightResult>(
    threadModule("learning/colours/highlight-thread"),
    "colours",
    { limitMs, memoryMb: 256 },
  );
  const filler = openFiller({
    ...{ store, log, now, waits, savedAtOnce, failed: "colours could not be computed, trying again later" },
    find: (some) => store.read((db) => unclaimedHighlights(db, { engineVersion, ...some })),
    claim: (texts, by) => store.write((tx) => claimHighlights(tx, texts, { engineVersion, ...by })),
    release: (owner, at) => store.write((tx) => releaseHighlights(tx, owner, at)),
    nextClaimEnd: () => store.read(nextClaimEnd),
    sweepClaims: (at) => store.write((tx) => sweepClaims(tx, at)),
    fill: (texts, waitAfter) =>
      saveColours({ store, threads, log, dueAfter: (failures) => now() + waitAfter(failures) }, texts),
    async end(filled) {
      if (filled === 0) return;
      // New colours often mean that older code was replaced, whose colours are still stored.
      await store.write(sweepHighlights);
      coloured();
    },
    stop: threads.close,
  });
  return {
    ...filler,
    async colours(code, language) {
      if (!hasGrammar(language)) return null;
      const outcome = await threads.runNow({ code, language });
      if (outcome.kind === "busy") throw unavailable();
      return outcome.kind === "done" ? outcome.value : null;
    },
  };
}

type Threads = CarefulThreads<HighlightJob, HighlightResult>;
type Saving = {
  readonly store: Store;
  readonly threads: Threads;
  readonly log: FillerLog;
  /** When to try again what failed this often. */
  readonly dueAfter: (failures: number) => number;
};

/** Throws when no colours can be computed at present: no thread can be started, or the highlighter was closed. */
async function saveColours(deps: Saving, texts: readonly ClaimedHighlight[]): Promise<void> {
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
        else await postponeHighlight(tx, text, { engineVersion, dueAt: deps.dueAfter(failures) });
      }
    });
  if (fault !== null) throw fault;
}

/** `later`: something other than the text kept its colours from being computed. */
type Outcome = { readonly kind: "final"; readonly runs: Tokens | null } | { readonly kind: "later" };

async function coloursToStore(
  { threads, log }: Saving,
  { code_content: code, language, code_hash: codeHash }: ClaimedHighlight,
): Promise<Outcome> {
  if (!hasGrammar(language)) return { kind: "final", runs: null };
  const outcome = await threads.run({ code, language });
  if (outcome.kind === "done") return { kind: "final", runs: outcome.value };
  const { kind, why, reason } = outcome;
  log.warn(
    { codeHash, language, why, reason },
    kind === "hopeless" ? "code stays without colours" : "code has no colours yet, trying again later",
  );
  return kind === "hopeless" ? { kind: "final", runs: null } : { kind: "later" };
}

function unavailable(): DomainError {
  return new DomainError("UNAVAILABLE", "There are no colours right now. Try again in a moment.", {
    retryAfterS: 5,
  });
}
