// The types of queries: `query-store.ts` loads them, `query.ts` shows them to components.

export type QueryKey = readonly (string | number)[];

export type QueryOptions<T> = {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  /** When false, the observer sees loaded data but loads nothing. */
  readonly enabled?: boolean;
  /** How long a response is fresh, ms; 30 s by default. */
  readonly staleTime?: number;
  /** How long data stays after the last observer left, ms; 5 minutes by default. */
  readonly gcTime?: number;
  /** When false, a failure is not retried. */
  readonly retry?: boolean;
  /** When true, data is also stored on the device, for use when the server is unreachable. */
  readonly persist?: boolean;
  /** Ms until the query is loaded again; called after each response. */
  readonly refetchInterval?: (query: { readonly state: LoadedState<T> }) => number | false;
};

type LoadedState<T> = {
  readonly data: T | undefined;
  /** How often data was loaded or set. */
  readonly dataUpdateCount: number;
};

export type QueryResult<T> = {
  readonly isFetching: boolean;
  /** When data was loaded or set, by the store's clock; 0 if it never was. */
  readonly dataUpdatedAt: number;
  /**
   * When the data came from the server, by the store's clock; a change of loaded data leaves it. 0 if it never did: it
   * was stored on the device.
   */
  readonly loadedAt: number;
  readonly refetch: () => Promise<void>;
} & Outcome<T>;

/**
 * `isPending` means that there is neither data nor an error yet. `error` is that of the last try; null if there was
 * none or it succeeded.
 */
type Outcome<T> =
  | { readonly isPending: true; readonly isError: false; readonly data: undefined; readonly error: null }
  | { readonly isPending: false; readonly isError: true; readonly data: undefined; readonly error: Error }
  | { readonly isPending: false; readonly isError: true; readonly data: T; readonly error: Error }
  | { readonly isPending: false; readonly isError: false; readonly data: T; readonly error: null };

/** Stores data on the device. Neither function ever fails. */
export type QueryPersister = {
  /** Resolves to undefined when nothing is stored. */
  readonly read: (key: QueryKey) => Promise<unknown>;
  readonly write: (key: QueryKey, data: unknown) => void;
};

export type QueryWorld = {
  readonly now: () => number;
  readonly later: (delayMs: number, run: () => void) => () => void;
  /** Whether another try may help after this failure. There are at most two more. */
  readonly isRetryable: (error: Error) => boolean;
  readonly persister: QueryPersister;
};

export type QueryObserver<T> = {
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly getSnapshot: () => QueryResult<T>;
  /** Replaces the options, for example after a render; the key stays the same. */
  readonly setOptions: (options: QueryOptions<T>) => void;
};
