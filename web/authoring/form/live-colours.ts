// The colours of code while an admin types it, without React and without the network: when to request them, which
// response counts, and what is drawn until it arrives.
//
// Coloured text keeps its colours while text beside it changes; new text is plain until the server has coloured it.
// Failures are not reported: the code is only drawn plain.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { ApiError } from "@tabstop/contract/client";
import { changeBetween } from "./lint-groups.ts";

/** The longest code that the endpoint accepts, in UTF-16 units. No example has longer code. */
const maxUnits = 20_000;
/** Code is requested when it has not changed for this long: fewer requests than one per key, and no noticeable wait. */
export const settleMs = 300;
/** The pause after a failed request, unless the server says how long. */
export const retryMs = 15_000;

export type Code = { readonly code: string; readonly language: string };
/** With `tokens` null the code is drawn without colours. */
export type Coloured = Code & { readonly tokens: Tokens | null };

export function isSame(one: Code, other: Code): boolean {
  return one.code === other.code && one.language === other.language;
}

/** What to draw immediately when `before` has become `now`. */
export function carriedOver(before: Coloured, now: Code): Coloured {
  const tokens =
    before.tokens === null || before.language !== now.language || !isColourable(now)
      ? null
      : carriedRuns(before.tokens, before.code, now.code);
  return { ...now, tokens };
}

/**
 * Whether to request colours. Plain text has none. A character that no example may contain has different widths in the
 * text area and in the layer of colours, so that the colours would not be on their letters.
 */
export function isColourable({ code, language }: Code): boolean {
  return language !== "text" && code.trim() !== "" && code.length <= maxUnits && !hasForbiddenCharacter(code);
}

function hasForbiddenCharacter(code: string): boolean {
  return /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/.test(code) || /\p{Surrogate}/u.test(code);
}

function carriedRuns(tokens: Tokens, before: string, after: string): Tokens {
  const { start, end, text } = changeBetween(before, after);
  const runs: [TokenClass, number][] = [];
  const add = (token: TokenClass, length: number) => {
    const last = runs.at(-1);
    if (length <= 0) return;
    if (last?.[0] === token) last[1] += length;
    else runs.push([token, length]);
  };
  let at = 0;
  let isInserted = false;
  for (const [token, length] of tokens) {
    const to = at + length;
    add(token, Math.min(to, start) - at);
    if (!isInserted && to > start) {
      // Text typed in the middle of a comment or a string most likely belongs to it.
      add(at < start && end < to ? token : "", text.length);
      isInserted = true;
    }
    add(token, to - Math.max(at, end));
    at = to;
  }
  if (!isInserted) add("", text.length);
  return runs;
}

/** Requests the colours of the latest code once it has settled, one request at a time. */
// Long: the functions share the state of the request.
export function createColourLoader({
  request,
  wait,
  onColoured,
}: {
  /** One request; throws what the client throws. */
  readonly request: (code: Code, signal: AbortSignal) => Promise<Tokens | null>;
  /** Resolves after `ms`; rejects when it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onColoured: (coloured: Coloured) => void;
}) {
  let latest: Code | null = null;
  let loaded: Code | null = null;
  let loading = new AbortController();
  /** Set after a failure: no request is sent before it resolves. */
  let pause: Promise<void> | null = null;

  async function load(code: Code, { signal }: AbortController): Promise<void> {
    await wait(settleMs, signal);
    for (;;) {
      if (pause !== null) await pause;
      if (signal.aborted) return;
      try {
        const tokens = await request(code, signal);
        // The code has changed since.
        if (signal.aborted) return;
        loaded = code;
        return onColoured({ ...code, tokens });
      } catch (error) {
        if (signal.aborted) return;
        const isRefused = error instanceof ApiError && error.status < 500 && error.code !== "RATE_LIMITED";
        if (isRefused) return;
        pause = pauseAfter(error).then(
          () => {
            pause = null;
          },
          () => {},
        );
      }
    }
  }

  function pauseAfter(error: unknown): Promise<void> {
    const retryAfterMs = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1_000 : 0;
    // Typing on must not shorten this pause, so its signal is never aborted.
    return wait(retryAfterMs > 0 ? retryAfterMs : retryMs, new AbortController().signal);
  }

  return {
    /** Loads the colours of this code, unless they are loaded already or it has none. */
    load(code: Code): void {
      if (latest !== null && isSame(latest, code)) return;
      loading.abort();
      latest = code;
      if ((loaded !== null && isSame(loaded, code)) || !isColourable(code)) return;
      loading = new AbortController();
      load(code, loading).catch(() => {});
    },
    stop(): void {
      loading.abort();
      latest = null;
    },
  };
}
