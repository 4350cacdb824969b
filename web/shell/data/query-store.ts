// What was loaded from the server, by key: loaded once for all who look at it, kept while it is fresh, loaded again when
// something changed it. Pure of React and of the browser: time, waiting and what deserves another try are given to it.
//
// Always true
// - One request a key at a time. Whoever looks meanwhile waits for the same one; nobody looking any more ends it.
// - Data stays while it is loaded again and when that fails: `error` and `data` may be there together.
// - Parts that came back unchanged stay the same objects, so that what is drawn from them need not be drawn again.
// - What nobody has looked at for a while goes.
// - What is to be kept is written to the device with every change, and shown from there when the server cannot be
//   reached; it counts as stale, so it is loaded as soon as that goes again.
//
// Our own, with the names of TanStack Query, of which Tabstop uses a small part: 2 kB where that is 10, in what a
// learner loads before the first key. Left out: paging, dehydration, a cache of mutations (a change is a call of `api`
// and then `invalidate`).

export type QueryKey = readonly (string | number)[];

export type QueryOptions<T> = {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  /** False: looks at what is there, but asks for nothing. */
  readonly enabled?: boolean;
  /** How long an answer is good, ms; 30 s unless said. */
  readonly staleTime?: number;
  /** How long it is kept once nobody looks at it, ms; 5 minutes unless said. */
  readonly gcTime?: number;
  /** False: a failure is an error at once. */
  readonly retry?: boolean;
  /** Keep it on the device, for when the server cannot be reached. */
  readonly keep?: boolean;
  /** Ms until it is loaded again by itself; asked after each answer. */
  readonly refetchInterval?: (query: { readonly state: LoadedState<T> }) => number | false;
};

type LoadedState<T> = {
  readonly data: T | undefined;
  /** How often data came or was set. */
  readonly dataUpdateCount: number;
};

export type QueryResult<T> = {
  readonly isFetching: boolean;
  /** When data came or was set, by the store's clock; 0: never. */
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<void>;
} & Outcome<T>;

/** `isPending`: neither data nor an error yet. `error` is of the last try, null while there was none or it went well. */
type Outcome<T> =
  | { readonly isPending: true; readonly isError: false; readonly data: undefined; readonly error: null }
  | { readonly isPending: false; readonly isError: true; readonly data: undefined; readonly error: Error }
  | { readonly isPending: false; readonly isError: true; readonly data: T; readonly error: Error }
  | { readonly isPending: false; readonly isError: false; readonly data: T; readonly error: null };

export type QueryWorld = {
  readonly now: () => number;
  readonly later: (delayMs: number, run: () => void) => () => void;
  /** Whether a failure deserves another try; at most two follow. */
  readonly mayHelp: (error: Error) => boolean;
  /** What the device keeps; `read` gives undefined where there is nothing. Neither ever fails. */
  readonly kept: {
    readonly read: (key: QueryKey) => Promise<unknown>;
    readonly write: (key: QueryKey, data: unknown) => void;
  };
};

export type QueryObserver<T> = {
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly getSnapshot: () => QueryResult<T>;
  /** Takes over what a new drawing says; the key stays. */
  readonly setOptions: (options: QueryOptions<T>) => void;
};

type State = {
  readonly data: unknown;
  readonly error: Error | null;
  readonly updatedAt: number;
  readonly updateCount: number;
  readonly isInvalid: boolean;
  readonly isFetching: boolean;
};

type Looker = { options: QueryOptions<unknown>; readonly changed: () => void };

type Entry = {
  readonly key: QueryKey;
  state: State;
  loading: { readonly abort: AbortController; readonly promise: Promise<void> } | null;
  readonly lookers: Set<Looker>;
  /** Somebody who looked at it wanted it kept. */
  isKept: boolean;
  forget: (() => void) | null;
  again: (() => void) | null;
};

const nothing: State = {
  data: undefined,
  error: null,
  updatedAt: 0,
  updateCount: 0,
  isInvalid: false,
  isFetching: false,
};

const pausesMs = [1_000, 2_000];

export type QueryClient = ReturnType<typeof createQueryClient>;

export function createQueryClient(world: QueryWorld) {
  const entries = new Map<string, Entry>();

  function entryOf(key: QueryKey): Entry {
    const hash = JSON.stringify(key);
    let entry = entries.get(hash);
    if (!entry) {
      entry = {
        key,
        state: nothing,
        loading: null,
        lookers: new Set(),
        isKept: false,
        forget: null,
        again: null,
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
    for (const looker of entry.lookers) looker.changed();
  }

  function setData(entry: Entry, data: unknown): void {
    if (entry.isKept) world.kept.write(entry.key, data);
    set(entry, {
      data: shared(entry.state.data, data),
      error: null,
      updatedAt: world.now(),
      updateCount: entry.state.updateCount + 1,
      isInvalid: false,
    });
  }

  function isStale({ state }: Entry, { staleTime = 30_000 }: QueryOptions<unknown>): boolean {
    return state.data === undefined || state.isInvalid || world.now() - state.updatedAt >= staleTime;
  }

  /** The looker whose function is asked: the last that wants the data. */
  function asker(entry: Entry): Looker | undefined {
    return [...entry.lookers].findLast((looker) => looker.options.enabled !== false);
  }

  function stop(entry: Entry): void {
    entry.loading?.abort.abort();
    entry.loading = null;
  }

  function load(entry: Entry, options: QueryOptions<unknown>): Promise<void> {
    if (entry.loading) return entry.loading.promise;
    const abort = new AbortController();
    const promise = run(entry, options, abort.signal);
    // The first part of `run` is done by now; what follows comes in a later turn.
    entry.loading = { abort, promise };
    return promise;
  }

  async function run(entry: Entry, options: QueryOptions<unknown>, signal: AbortSignal): Promise<void> {
    entry.again?.();
    entry.again = null;
    set(entry, { isFetching: true, ...(entry.state.data === undefined && { error: null }) });
    let outcome: { readonly data: unknown } | { readonly error: Error };
    try {
      outcome = { data: await withRetry(entry, options, signal) };
    } catch (error) {
      outcome = { error: error instanceof Error ? error : new Error(String(error)) };
    }
    // Stopped: somebody else has said what holds now.
    if (signal.aborted) return;
    entry.loading = null;
    if ("data" in outcome) {
      setData(entry, outcome.data);
      set(entry, { isFetching: false });
    } else set(entry, { error: outcome.error, isFetching: false });
    loadAgainLater(entry);
  }

  async function withRetry(
    entry: Entry,
    options: QueryOptions<unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    for (const pause of options.retry === false ? [] : pausesMs) {
      try {
        return await options.queryFn({ signal });
      } catch (error) {
        if (signal.aborted || !(error instanceof Error) || !world.mayHelp(error)) throw error;
        if (entry.isKept && entry.state.data === undefined) await showKept(entry, signal);
        await new Promise<void>((resolve) => world.later(pause, resolve));
        if (signal.aborted) throw error;
      }
    }
    return options.queryFn({ signal });
  }

  async function showKept(entry: Entry, signal: AbortSignal): Promise<void> {
    const data = await world.kept.read(entry.key);
    if (!signal.aborted && data !== undefined && entry.state.data === undefined) set(entry, { data });
  }

  function loadAgainLater(entry: Entry): void {
    const looker = asker(entry);
    const { data, updateCount } = entry.state;
    const delay = looker?.options.refetchInterval?.({ state: { data, dataUpdateCount: updateCount } });
    if (typeof delay !== "number") return;
    entry.again = world.later(delay, () => {
      entry.again = null;
      const still = asker(entry);
      if (still) void load(entry, still.options);
    });
  }

  function look(entry: Entry, looker: Looker): () => void {
    entry.forget?.();
    entry.forget = null;
    entry.lookers.add(looker);
    entry.isKept ||= looker.options.keep === true;
    loadIfWanted(entry, looker);
    return () => {
      entry.lookers.delete(looker);
      if (entry.lookers.size > 0) return;
      stop(entry);
      entry.again?.();
      entry.again = null;
      if (entry.state.isFetching) set(entry, { isFetching: false });
      const drop = () => {
        const hash = JSON.stringify(entry.key);
        if (entries.get(hash) === entry) entries.delete(hash);
      };
      const { gcTime = 300_000 } = looker.options;
      if (gcTime === 0) drop();
      else entry.forget = world.later(gcTime, drop);
    };
  }

  function loadIfWanted(entry: Entry, { options }: Looker): void {
    if (options.enabled !== false && isStale(entry, options)) void load(entry, options);
  }

  return {
    /** For one who looks at a key; see `QueryObserver`. */
    observe<T>(first: QueryOptions<T>): QueryObserver<T> {
      const listeners = new Set<() => void>();
      const looker: Looker = {
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
        await load(target, looker.options);
      };

      return {
        subscribe(listener) {
          listeners.add(listener);
          if (listeners.size === 1) {
            entry = entryOf(first.queryKey);
            leave = look(entry, looker);
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
          const state = target?.state ?? nothing;
          const { options } = looker;
          // Drawn before it began to look: it will load as soon as it does, so it says so already.
          const willLoad =
            entry === null && options.enabled !== false && (target === undefined || isStale(target, options));
          if (shown?.state === state && shown.willLoad === willLoad) return shown.result;
          const { data, error, updatedAt, isFetching } = state;
          const result = {
            data,
            error,
            isPending: data === undefined && error === null,
            isError: error !== null,
            isFetching: isFetching || willLoad,
            dataUpdatedAt: updatedAt,
            refetch,
          } as QueryResult<T>;
          shown = { state, willLoad, result };
          return result;
        },
        setOptions(options) {
          const wasEnabled = looker.options.enabled !== false;
          looker.options = options as QueryOptions<unknown>;
          if (entry && !wasEnabled) loadIfWanted(entry, looker);
        },
      };
    },

    getQueryData<T>(key: QueryKey): T | undefined {
      return entries.get(JSON.stringify(key))?.state.data as T | undefined;
    },

    /** Changes what is kept; `undefined` from the function leaves it as it is. */
    setQueryData<T>(key: QueryKey, change: (old: T | undefined) => T | undefined): void {
      const entry = entryOf(key);
      const next = change(entry.state.data as T | undefined);
      if (next !== undefined) setData(entry, next);
    },

    /** The same for every key that begins so. */
    setQueriesData<T>(
      filter: { readonly queryKey: QueryKey },
      change: (old: T | undefined) => T | undefined,
    ): void {
      for (const entry of matching(filter.queryKey)) {
        const next = change(entry.state.data as T | undefined);
        if (next !== undefined) setData(entry, next);
      }
    },

    /**
     * What begins so and is being loaded anew is given up, and what is shown stays: called before a change is shown that
     * the server does not know yet, since an answer that is on its way would undo it for the eye.
     */
    cancelQueries(filter: { readonly queryKey: QueryKey }): void {
      for (const entry of matching(filter.queryKey)) {
        if (!entry.loading || entry.state.data === undefined) continue;
        stop(entry);
        set(entry, { isFetching: false });
      }
    },

    /** What begins so is no longer good: what somebody looks at is loaded again now, the rest when somebody does. */
    async invalidateQueries(filter: { readonly queryKey: QueryKey }): Promise<void> {
      const loading: Promise<void>[] = [];
      for (const entry of matching(filter.queryKey)) {
        set(entry, { isInvalid: true });
        const looker = asker(entry);
        if (!looker) continue;
        // An answer that was asked for before the change may be older than it.
        if (entry.state.data !== undefined) stop(entry);
        loading.push(load(entry, looker.options));
      }
      await Promise.all(loading);
    },

    /** The page is seen again, or the network is back: what is looked at and stale is loaded. */
    refetchStale(): void {
      for (const entry of entries.values()) {
        const looker = asker(entry);
        if (looker) loadIfWanted(entry, looker);
      }
    },

    /** Everything goes, whoever looks. */
    clear(): void {
      for (const [hash, entry] of entries) {
        stop(entry);
        entry.again?.();
        entry.forget?.();
        entry.again = null;
        entry.forget = null;
        if (entry.lookers.size === 0) entries.delete(hash);
        else set(entry, nothing);
      }
    },
  };
}

/** `next`, with every part of it that equals the part of `old` at the same place replaced by the old one. */
export function shared(old: unknown, next: unknown): unknown {
  if (Object.is(old, next)) return old;
  if (Array.isArray(old) && Array.isArray(next)) {
    const items = next.map((item, i) => shared(old[i], item));
    return items.length === old.length && items.every((item, i) => item === old[i]) ? old : items;
  }
  if (!isPlain(old) || !isPlain(next)) return next;
  const names = Object.keys(next);
  const parts = Object.fromEntries(names.map((name) => [name, shared(old[name], next[name])]));
  const isSame =
    names.length === Object.keys(old).length &&
    names.every((name) => name in old && parts[name] === old[name]);
  return isSame ? old : parts;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
