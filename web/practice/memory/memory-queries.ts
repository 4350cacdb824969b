// What typing from memory loads: examples with what of them is hidden. They are stored on the device, so that Gaps and Recall
// work without a network where they were loaded before.
//
// Nothing here is requested while the learner types: what a run has outdated is loaded when they stop.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { useEffect, useState } from "react";
import { deviceZone } from "../../shell/browser/device-zone.ts";
import { within } from "../../shell/browser/within.ts";
import { quietApi } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { queryClient, userKey } from "../../shell/data/query-client.ts";
import type { QueryResult } from "../../shell/data/query-types.ts";
import { fateOf } from "../../shell/outbox/fate.ts";
import type { MemoryWay } from "../../typing/memory/hidden-text.ts";
import { isTypingNow, onTypingNow, useTypingNow } from "../../typing/typing-now.ts";

export type ReviewExample = ResponseOf<"getReviewExample">;

/** After this time the copy on the device is used, as without a network. */
const loadedWithinMs = 8_000;
/** How long an outdated copy waits for the newer one, while that is loaded. */
const newerWithinMs = 1_500;
/** Runs that end, results and panels come first. */
const prefetchAfterMs = 1_500;

const ways: readonly MemoryWay[] = ["gaps", "recall"];

/**
 * The example as it is asked today. What this returns stays the same as long as the component is there, so that no run
 * loses what is hidden in it; another example or way is loaded again.
 */
export function useReviewExample(
  userId: number,
  exampleId: number,
  way: MemoryWay,
  isWanted: boolean,
): QueryResult<ReviewExample> {
  const isTyping = useTypingNow();
  const result = useQuery({
    ...exampleQuery(userId, exampleId, way),
    enabled: isWanted && !isTyping,
  });
  const task = isWanted ? `${exampleId} ${way}` : null;
  const isLate = useWaitOver(task, newerWithinMs);
  const [kept, setKept] = useState<{ readonly task: string; readonly data: ReviewExample } | null>(null);
  const present = kept?.task === task ? kept.data : undefined;
  const isSettled = !result.isFetching || isLate;
  const data = present ?? (isSettled && !isGone(result.error) ? result.data : undefined);
  if (task !== null && data !== undefined && present === undefined) setKept({ task, data });
  if (task === null && kept !== null) setKept(null);
  return shownAs(result, data);
}

/** Rejects when there is neither a response nor a copy on the device, and when the example is gone. */
export function loadReviewExample(
  userId: number,
  exampleId: number,
  way: MemoryWay,
  signal?: AbortSignal,
): Promise<ReviewExample> {
  const observer = queryClient.observe(exampleQuery(userId, exampleId, way));
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const settle = (act: () => void) => {
      stop();
      signal?.removeEventListener("abort", abort);
      act();
    };
    const abort = () => settle(() => reject(signal?.reason));
    const look = () => {
      const { isFetching, data, error } = observer.getSnapshot();
      if (isFetching) return;
      if (data !== undefined && !isGone(error)) settle(() => resolve(data));
      // Without an error the learner has logged out, which removes everything.
      else settle(() => reject(error ?? new Error("The request was given up")));
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    stop = observer.subscribe(look);
    look();
  });
}

/**
 * Loads an example in both ways, so that it can be asked without a network. Fails silently, and waits while the learner
 * types. The returned function gives it up.
 */
export function prefetchReviewExample(userId: number, exampleId: number): () => void {
  const abort = new AbortController();
  const load = async () => {
    for (const way of ways) {
      await pause(abort.signal);
      await loadReviewExample(userId, exampleId, way, abort.signal);
    }
  };
  load().catch(() => {});
  return () => abort.abort();
}

function exampleQuery(userId: number, exampleId: number, way: MemoryWay) {
  return {
    queryKey: userKey(userId, "getReviewExample", exampleId, way),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      within(
        loadedWithinMs,
        quietApi("getReviewExample", { params: { exampleId }, query: { way, ...zoneQuery() } }, { signal }),
      ),
    persist: true,
  };
}

function zoneQuery(): { readonly zone?: string } {
  const zone = deviceZone();
  return zone === null ? {} : { zone };
}

/** A copy of an example that the server no longer has is not typed. */
function isGone(error: Error | null): boolean {
  return error !== null && fateOf(error).kind === "gone";
}

/** The result with other data. */
function shownAs<T>(result: QueryResult<T>, data: T | undefined): QueryResult<T> {
  if (data === result.data) return result;
  const error = data === undefined ? result.error : null;
  const isError = error !== null;
  return { ...result, data, error, isError, isPending: data === undefined && !isError } as QueryResult<T>;
}

/** Whether the same task has been there for this time. */
function useWaitOver(task: string | null, afterMs: number): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    setLate(null);
    const timer = setTimeout(() => setLate(task), afterMs);
    return () => clearTimeout(timer);
  }, [task, afterMs]);
  return task !== null && late === task;
}

/** Resolves after a moment without typing. Rejects when it is aborted. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onTypingNow(wait);
    function wait(): void {
      clearTimeout(timer);
      if (!isTypingNow()) timer = setTimeout(end, prefetchAfterMs);
    }
    function end(): void {
      clearTimeout(timer);
      stop();
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    else wait();
  });
}
