// The query store for React: a component that uses a query loads it, and renders again when it changes.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { queryClient } from "./query-client.ts";
import type { UserKey } from "./outdated.ts";
import type { QueryOptions, QueryResult } from "./query-types.ts";

/** Data that belongs to no user, which no write outdates, has a key that begins with `open`. */
type Key = UserKey | readonly ["open", ...(string | number)[]];

/** The key says from which endpoint the data is loaded: see `outdated.ts`. */
type Options<T> = QueryOptions<T> & { readonly queryKey: Key };

/** `select` picks what the component needs of the data; it should return the same object for the same data. */
export function useQuery<T, S = T>(
  options: Options<T> & { readonly select?: (data: T) => S },
): QueryResult<S> {
  const key = JSON.stringify(options.queryKey);
  // Another key is another query; other options reach the same observer through `setOptions`.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const observer = useMemo(() => queryClient.observe(options), [key]);
  useEffect(() => observer.setOptions(options));
  const result = useSyncExternalStore(observer.subscribe, observer.getSnapshot);
  const { data } = result;
  const picked = data === undefined || !options.select ? data : options.select(data);
  return { ...result, data: picked } as QueryResult<S>;
}

/** Several queries, whose number may change. */
export function useQueries<T, R>({
  queries,
  combine,
}: {
  readonly queries: readonly Options<T>[];
  readonly combine: (results: readonly QueryResult<T>[]) => R;
}): R {
  const keys = JSON.stringify(queries.map((query) => query.queryKey));
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const all = useMemo(() => observeAll(queries), [keys]);
  useEffect(() => {
    for (const [i, query] of queries.entries()) all.observers[i]?.setOptions(query);
  });
  return combine(useSyncExternalStore(all.subscribe, all.getSnapshot));
}

function observeAll<T>(queries: readonly QueryOptions<T>[]) {
  const observers = queries.map((query) => queryClient.observe(query));
  let shown: readonly QueryResult<T>[] = [];
  return {
    observers,
    subscribe: (listener: () => void) => {
      const ends = observers.map((observer) => observer.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    getSnapshot: () => {
      const now = observers.map((observer) => observer.getSnapshot());
      if (now.length !== shown.length || now.some((result, i) => result !== shown[i])) shown = now;
      return shown;
    },
  };
}
