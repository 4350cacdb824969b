// The colours of code while it is written, without React and without the network: when to ask for them, which answer
// counts, and what is drawn until it comes.
//
// What was coloured keeps its colours while somebody types beside it; what is new is plain until the server has seen it.
// Nothing is said when there are none: colours are no news.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { ApiError } from "@tabstop/contract/client";
import { changeBetween } from "./lint-groups.ts";

/** What the call takes at most. Longer text is no example. */
const mostUnits = 20_000;
/** Fewer calls than one a letter, and no wait that one would notice. */
export const pauseMs = 300;
/** After a call that failed, unless the server says how long. */
export const patienceMs = 15_000;

export type Code = { readonly code: string; readonly language: string };
/** null: drawn plain. */
export type Coloured = Code & { readonly tokens: Tokens | null };

export function isSame(one: Code, other: Code): boolean {
  return one.code === other.code && one.language === other.language;
}

/** What to draw at once when `before` has become `now`. */
export function carriedOver(before: Coloured, now: Code): Coloured {
  const tokens =
    before.tokens === null || before.language !== now.language || !isColourable(now)
      ? null
      : carriedRuns(before.tokens, before.code, now.code);
  return { ...now, tokens };
}

/**
 * Whether there is any use in asking. Plain text has no colours; and a character that no example may have is drawn by
 * each part of a browser in its own way, so that the colours would stand beside their letters.
 */
export function isColourable({ code, language }: Code): boolean {
  return language !== "text" && code.trim() !== "" && code.length <= mostUnits && !hasStrangers(code);
}

function hasStrangers(code: string): boolean {
  return /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/.test(code) || !code.isWellFormed();
}

function carriedRuns(tokens: Tokens, before: string, after: string): Tokens {
  const { start, end, text } = changeBetween(before, after);
  const runs: [Tokens[number][0], number][] = [];
  const add = (of: Tokens[number][0], length: number) => {
    const last = runs.at(-1);
    if (length <= 0) return;
    if (last?.[0] === of) last[1] += length;
    else runs.push([of, length]);
  };
  let at = 0;
  let isPut = false;
  for (const [of, length] of tokens) {
    const to = at + length;
    add(of, Math.min(to, start) - at);
    if (!isPut && to > start) {
      // In the middle of a comment or a string it is most likely more of it.
      add(at < start && end < to ? of : "", text.length);
      isPut = true;
    }
    add(of, to - Math.max(at, end));
    at = to;
  }
  if (!isPut) add("", text.length);
  return runs;
}

export type ColourAsker = ReturnType<typeof createColourAsker>;

/** Asks for the colours of the newest text, once it has stood for a moment; one call at a time. */
export function createColourAsker({
  ask,
  wait,
  answered,
}: {
  /** One call; throws what the client throws. */
  readonly ask: (code: Code, given: AbortSignal) => Promise<Tokens | null>;
  /** Over after `ms`; rejects when it is given up. */
  readonly wait: (ms: number, given: AbortSignal) => Promise<void>;
  readonly answered: (coloured: Coloured) => void;
}) {
  let wanted: Code | null = null;
  let known: Code | null = null;
  let giving = new AbortController();
  /** Asked too often: until when nothing is asked. */
  let quiet: Promise<void> | null = null;

  async function run(code: Code, { signal }: AbortController): Promise<void> {
    await wait(pauseMs, signal);
    for (;;) {
      if (quiet !== null) await quiet;
      if (signal.aborted) return;
      try {
        const tokens = await ask(code, signal);
        // Late: somebody has typed on.
        if (signal.aborted) return;
        known = code;
        return answered({ ...code, tokens });
      } catch (error) {
        if (signal.aborted) return;
        const isOver = error instanceof ApiError && error.status < 500 && error.code !== "RATE_LIMITED";
        if (isOver) return;
        const retryAfterMs = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1_000 : 0;
        const pause = wait(retryAfterMs > 0 ? retryAfterMs : patienceMs, new AbortController().signal);
        quiet = pause.then(
          () => {
            quiet = null;
          },
          () => {},
        );
      }
    }
  }

  return {
    /** What is to be coloured now. */
    want(code: Code): void {
      if (wanted !== null && isSame(wanted, code)) return;
      giving.abort();
      wanted = code;
      if ((known !== null && isSame(known, code)) || !isColourable(code)) return;
      giving = new AbortController();
      run(code, giving).catch(() => {});
    },
    stop(): void {
      giving.abort();
      wanted = null;
    },
  };
}
