// Loads data from the server by key, once for all observers, and loads it again when it is stale or invalidated.
// Independent of React and of the browser: clock, timers, retry policy and persister are passed in.
//
// Invariants
// - At most one request per key at a time. Observers that join wait for the same request; when the last one leaves, the
//   request is aborted.
// - Data stays while it is loaded again and when that fails: `error` and `data` may be there together.
// - Unchanged parts of reloaded data stay the same objects (`share-unchanged.ts`).
// - Data without observers is removed after a time.
// - Persisted data is stored on the device with every change, and shown when the server is unreachable. It counts as
//   stale, so it is loaded as soon as the server is reachable again.
//
// Our own, with the names of TanStack Query, of which Tabstop uses a small part: 2 kB instead of 10, in the code that a
// learner loads before the first keystroke. Left out: paging, dehydration, a cache of mutations (a change is a call of
// `api`, which outdates what it changes: see `outdated.ts`).

import type { QueryKey, QueryObserver, QueryOptions, QueryResult, QueryWorld } from "./query-types.ts";
import { shareUnchanged } from "./share-unchanged.ts";

type State = {
  readonly data: unknown;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly loadedAt: number;
  readonly updateCount: number;
  readonly isInvalid: boolean;
  readonly isFetching: boolean;
};

type Observer = { options: QueryOptions<unknown>; readonly changed: () => void };

type Entry = {
  readonly key: QueryKey;
  state: State;
  loading: { readonly abort: AbortController; readonly promise: Promise<void> } | null;
  readonly observers: Set<Observer>;
  /** An observer asked for it to be persisted. */
  isPersisted: boolean;
  cancelRemoval: (() => void) | null;
  cancelRefetch: (() => void) | null;
};

const emptyState: State = {
  data: undefined,
  error: null,
  dataUpdatedAt: 0,
  loadedAt: 0,
  updateCount: 0,
  isInvalid: false,
  isFetching: false,
};

const retryPausesMs = [1_000, 2_000];

export type QueryClient = ReturnType<typeof createQueryClient>;

// Long: a closure over the map of entries; its functions are short, and its methods are the client.
export function createQueryClient(world: QueryWorld) {
  const entries = new Map<string, Entry>();

  function entryOf(key: QueryKey): Entry {
    const hash = JSON.stringify(key);
    let entry = entries.get(hash);
    if (!entry) {
      entry = {
        key,
        state: emptyState,
        loading: null,
        observers: new Set(),
        isPersisted: false,
        cancelRemoval: null,
        cancelRefetch: null,
      };
      entries.set(hash, entry);
    }
    return entry;
  }

  function matching(prefix: QueryKey): Entry[] {
    return [...entries.values()].filter((entry) => prefix.every((part, i) => entry.key[i] === part));
  }

  function set(entry: Entry, change: Partial<State>): void {
    entry.state = { ...entry.state, ...change };
    for (const observer of entry.observers) observer.changed();
  }

  /** `isInvalid` stays when the data is this page's own change of outdated data. */
  function setData(entry: Entry, data: unknown, { isInvalid }: Pick<State, "isInvalid">): void {
    if (entry.isPersisted) world.persister.write(entry.key, data);
    set(entry, {
      data: shareUnchanged(entry.state.data, data),
      error: null,
      dataUpdatedAt: world.now(),
      updateCount: entry.state.updateCount + 1,
      isInvalid,
    });
  }

  function isStale({ state }: Entry, { staleTime = 30_000 }: QueryOptions<unknown>): boolean {
    return state.data === undefined || state.isInvalid || world.now() - state.dataUpdatedAt >= staleTime;
  }

  /** The observer whose options are used to load: the last one that is enabled. */
  function loadingObserver(entry: Entry): Observer | undefined {
    return [...entry.observers].findLast((observer) => observer.options.enabled !== false);
  }

  function stop(entry: Entry): void {
    entry.loading?.abort.abort();
    entry.loading = null;
  }

  function load(entry: Entry, options: QueryOptions<unknown>): Promise<void> {
    if (entry.loading) return entry.loading.promise;
    const abort = new AbortController();
    const promise = run(entry, options, abort.signal);
    // `run` has already executed up to its first `await`; the rest runs in a later turn.
    entry.loading = { abort, promise };
    return promise;
  }

  async function run(entry: Entry, options: QueryOptions<unknown>, signal: AbortSignal): Promise<void> {
    stopRefetch(entry);
    set(entry, { isFetching: true, ...(entry.state.data === undefined && { error: null }) });
    let outcome: { readonly data: unknown } | { readonly error: Error };
    try {
      outcome = { data: await withRetry(entry, options, signal) };
    } catch (error) {
      outcome = { error: error instanceof Error ? error : new Error(String(error)) };
    }
    // Aborted: the state was set by whatever aborted this request.
    if (signal.aborted) return;
    entry.loading = null;
    if ("data" in outcome) {
      setData(entry, outcome.data, { isInvalid: false });
      set(entry, { isFetching: false, loadedAt: world.now() });
    } else set(entry, { error: outcome.error, isFetching: false });
    scheduleRefetch(entry);
  }

  async function withRetry(
    entry: Entry,
    options: QueryOptions<unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    for (const pause of options.retry === false ? [] : retryPausesMs) {
      try {
        return await options.queryFn({ signal });
      } catch (error) {
        if (signal.aborted || !(error instanceof Error) || !world.isRetryable(error)) throw error;
        if (entry.isPersisted && entry.state.data === undefined) await showPersisted(entry, signal);
        await new Promise<void>((resolve) => world.later(pause, resolve));
        if (signal.aborted) throw error;
      }
    }
    return options.queryFn({ signal });
  }

  async function showPersisted(entry: Entry, signal: AbortSignal): Promise<void> {
    const data = await world.persister.read(entry.key);
    if (!signal.aborted && data !== undefined && entry.state.data === undefined) set(entry, { data });
  }

  function scheduleRefetch(entry: Entry): void {
    const { data, updateCount } = entry.state;
    const { refetchInterval } = loadingObserver(entry)?.options ?? {};
    const delay = refetchInterval?.({ state: { data, dataUpdateCount: updateCount } });
    if (typeof delay !== "number") return;
    entry.cancelRefetch = world.later(delay, () => {
      entry.cancelRefetch = null;
      const observer = loadingObserver(entry);
      if (observer) void load(entry, observer.options);
    });
  }

  function stopRefetch(entry: Entry): void {
    entry.cancelRefetch?.();
    entry.cancelRefetch = null;
  }

  /** Adds an observer; the returned function removes it. */
  function join(entry: Entry, observer: Observer): () => void {
    entry.cancelRemoval?.();
    entry.cancelRemoval = null;
    entry.observers.add(observer);
    entry.isPersisted ||= observer.options.persist === true;
    loadIfStale(entry, observer);
    return () => {
      entry.observers.delete(observer);
      if (entry.observers.size > 0) return;
      stop(entry);
      stopRefetch(entry);
      if (entry.state.isFetching) set(entry, { isFetching: false });
      const { gcTime = 300_000 } = observer.options;
      if (gcTime === 0) remove(entry);
      else entry.cancelRemoval = world.later(gcTime, () => remove(entry));
    };
  }

  function remove(entry: Entry): void {
    entry.cancelRemoval?.();
    entry.cancelRemoval = null;
    const hash = JSON.stringify(entry.key);
    if (entries.get(hash) === entry) entries.delete(hash);
  }

  /** Marks an entry as outdated and, if it is observed, loads it. */
  async function reload(entry: Entry): Promise<void> {
    set(entry, { isInvalid: true });
    const observer = loadingObserver(entry);
    if (!observer) return;
    // The response to a request from before the change may be older than the change.
    stop(entry);
    await load(entry, observer.options);
  }

  function loadIfStale(entry: Entry, { options }: Observer): void {
    if (options.enabled !== false && isStale(entry, options)) void load(entry, options);
  }

  return {
    /** Loads a query as long as the observer has a subscriber. */
    observe<T>(first: QueryOptions<T>): QueryObserver<T> {
      const listeners = new Set<() => void>();
      const observer: Observer = {
        options: first as QueryOptions<unknown>,
        changed: () => {
          for (const listener of listeners) listener();
        },
      };
      let entry: Entry | null = null;
      let leave: (() => void) | null = null;
      let shown: { state: State; willLoad: boolean; result: QueryResult<T> } | null = null;

      const refetch = async () => {
        const target = entryOf(first.queryKey);
        if (target.state.data !== undefined) stop(target);
        await load(target, observer.options);
      };

      return {
        subscribe(listener) {
          listeners.add(listener);
          if (listeners.size === 1) {
            entry = entryOf(first.queryKey);
            leave = join(entry, observer);
          }
          return () => {
            listeners.delete(listener);
            if (listeners.size > 0) return;
            leave?.();
            leave = null;
            entry = null;
          };
        },
        getSnapshot() {
          const target = entry ?? entries.get(JSON.stringify(first.queryKey));
          const state = target?.state ?? emptyState;
          const { options } = observer;
          // Before the first subscription: the query will load with it, so the result already says that it is fetching.
          const willLoad =
            entry === null && options.enabled !== false && (target === undefined || isStale(target, options));
          if (shown?.state === state && shown.willLoad === willLoad) return shown.result;
          const { data, error, dataUpdatedAt, loadedAt, isFetching } = state;
          const isPending = data === undefined && error === null;
          const result = {
            ...{ data, error, dataUpdatedAt, loadedAt, refetch },
            ...{ isPending, isError: error !== null, isFetching: isFetching || willLoad },
          } as QueryResult<T>;
          shown = { state, willLoad, result };
          return result;
        },
        setOptions(options) {
          const wasEnabled = observer.options.enabled !== false;
          observer.options = options as QueryOptions<unknown>;
          if (entry && !wasEnabled) loadIfStale(entry, observer);
        },
      };
    },

    /** With `isCurrent` data that a write has outdated counts as not loaded. */
    getQueryData<T>(key: QueryKey, { isCurrent = false } = {}): T | undefined {
      const { data, isInvalid } = entries.get(JSON.stringify(key))?.state ?? emptyState;
      return isCurrent && isInvalid ? undefined : (data as T | undefined);
    },

    /** Changes loaded data; `undefined` from the function leaves it as it is. */
    setQueryData<T>(key: QueryKey, change: (old: T | undefined) => T | undefined): void {
      const entry = entryOf(key);
      const next = change(entry.state.data as T | undefined);
      if (next !== undefined) setData(entry, next, entry.state);
    },

    /** Changes the data of every query whose key begins with this one. */
    setQueriesData<T>(
      filter: { readonly queryKey: QueryKey },
      change: (old: T | undefined) => T | undefined,
    ): void {
      for (const entry of matching(filter.queryKey)) {
        const next = change(entry.state.data as T | undefined);
        if (next !== undefined) setData(entry, next, entry.state);
      }
    },

    /**
     * Aborts reloads of queries whose key begins with this one; their data stays. To be called before showing a change
     * that the server has not yet stored: a response on its way would replace it with the old data.
     */
    cancelQueries(filter: { readonly queryKey: QueryKey }): void {
      for (const entry of matching(filter.queryKey)) {
        if (!entry.loading || entry.state.data === undefined) continue;
        stop(entry);
        set(entry, { isFetching: false });
      }
    },

    /**
     * Marks the data of every query whose key begins with this one as outdated. Observed queries are loaded again now,
     * the others when they are next observed.
     */
    async invalidateQueries(filter: { readonly queryKey: QueryKey }): Promise<void> {
      await Promise.all(matching(filter.queryKey).map(reload));
    },

    /**
     * Marks the data of these queries as outdated, and removes what no observer shows if it must not be shown again
     * even for a moment (`isForgotten`). With `isShownNow` observed queries are loaded again now, else when they are
     * next observed or by `refetchStale`.
     */
    outdate(
      isOutdated: (key: QueryKey) => boolean,
      { isForgotten, isShownNow }: { readonly isForgotten: boolean; readonly isShownNow: boolean },
    ): void {
      for (const entry of entries.values()) {
        if (!isOutdated(entry.key)) continue;
        if (entry.observers.size === 0 && isForgotten) remove(entry);
        else if (isShownNow) void reload(entry);
        else set(entry, { isInvalid: true });
      }
    },

    /** Resolves when no request for this query is under way. */
    async whenLoaded(key: QueryKey): Promise<void> {
      const entry = entries.get(JSON.stringify(key));
      while (entry?.loading) await entry.loading.promise;
    },

    /** Loads observed queries that are stale: after the page was hidden, or the network was gone. */
    refetchStale(): void {
      for (const entry of entries.values()) {
        const observer = loadingObserver(entry);
        if (observer) loadIfStale(entry, observer);
      }
    },

    /** Removes all data, also of observed queries. */
    clear(): void {
      for (const entry of entries.values()) {
        stop(entry);
        stopRefetch(entry);
        if (entry.observers.size === 0) remove(entry);
        else set(entry, emptyState);
      }
    },
  };
}
