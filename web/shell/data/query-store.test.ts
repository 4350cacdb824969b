import { expect, test } from "vitest";
import { createQueryClient } from "./query-store.ts";
import type { QueryObserver, QueryOptions } from "./query-types.ts";
import { shareUnchanged } from "./share-unchanged.ts";
import { numberClock, settled } from "../test/clock.ts";

/** A client with a clock that is a number, and a server that responds when the test releases it. */
function setUp() {
  const clock = numberClock(1_000_000);
  const stored = new Map<string, unknown>();
  const client = createQueryClient({
    now: clock.now,
    later: clock.later,
    isRetryable: (error) => error.message === "unreachable",
    persister: {
      read: async (key) => stored.get(JSON.stringify(key)),
      write: (key, data) => void stored.set(JSON.stringify(key), data),
    },
  });
  const requests: {
    respond: (data: unknown) => void;
    fail: (message: string) => void;
    signal: AbortSignal;
  }[] = [];
  const query = <T = string>(key: string, more: Partial<QueryOptions<T>> = {}): QueryOptions<T> => ({
    queryKey: ["user", 7, key],
    queryFn: ({ signal }) =>
      new Promise((resolve, reject) =>
        requests.push({
          respond: (data) => resolve(data as T),
          fail: (message) => reject(new Error(message)),
          signal,
        }),
      ),
    ...more,
  });
  return {
    client,
    stored,
    requests,
    query,
    respond: async (place: number, data: unknown) => {
      requests[place]?.respond(data);
      await settled();
    },
    fail: async (place: number, message: string) => {
      requests[place]?.fail(message);
      await settled();
    },
    pass: clock.pass,
  };
}

function shown(observer: Pick<QueryObserver<unknown>, "getSnapshot">): string {
  const { data, error, isPending, isFetching } = observer.getSnapshot();
  const parts = [isPending ? "pending" : "", data === undefined ? "" : JSON.stringify(data)];
  return [...parts, error ? `error ${error.message}` : "", isFetching ? "…" : ""].filter(Boolean).join(" ");
}

const ignore = () => {};

test("a query loads when it is observed, and its earlier result already says that it is loading", async () => {
  const { client, query, requests, respond } = setUp();
  const observer = client.observe(query("a"));
  expect(shown(observer)).toBe("pending …");
  expect(requests).toHaveLength(0);
  observer.subscribe(ignore);
  expect(shown(observer)).toBe("pending …");
  await respond(0, "A");
  expect(shown(observer)).toBe('"A"');
});

test("many observers of one key share one request", async () => {
  const { client, query, requests, respond } = setUp();
  const observers = [1, 2, 3].map(() => client.observe(query("a")));
  for (const observer of observers) observer.subscribe(ignore);
  await respond(0, "A");
  expect(requests).toHaveLength(1);
  expect(observers.map(shown)).toEqual(['"A"', '"A"', '"A"']);
});

test("fresh data is not loaded again; stale data is, and stays visible until then", async () => {
  const { client, query, requests, respond, pass } = setUp();
  client.observe(query("a")).subscribe(ignore)();
  const first = client.observe(query("a"));
  first.subscribe(ignore);
  await respond(1, "A");
  await pass(29_999);
  const fresh = client.observe(query("a"));
  fresh.subscribe(ignore);
  expect(shown(fresh)).toBe('"A"');
  await pass(1);
  const stale = client.observe(query("a"));
  expect(shown(stale)).toBe('"A" …');
  stale.subscribe(ignore);
  expect(requests).toHaveLength(3);
  await respond(2, "B");
  expect([first, fresh, stale].map(shown)).toEqual(['"B"', '"B"', '"B"']);
});

test("when the last observer leaves, the request is aborted and its response is ignored", async () => {
  const { client, query, requests, respond } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore)();
  expect(requests[0]?.signal.aborted).toBe(true);
  await respond(0, "late");
  expect(client.getQueryData(["user", 7, "a"])).toBeUndefined();
});

test("a disabled observer loads nothing until it is enabled", async () => {
  const { client, query, requests, respond } = setUp();
  const observer = client.observe(query("a", { enabled: false }));
  observer.subscribe(ignore);
  expect(shown(observer)).toBe("pending");
  observer.setOptions(query("a", { enabled: true }));
  expect(shown(observer)).toBe("pending …");
  await respond(0, "A");
  expect(shown(observer)).toBe('"A"');
  expect(requests).toHaveLength(1);
});

test("a retryable failure is tried again after 1 and 2 s, then it is an error", async () => {
  const { client, query, requests, fail, pass } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore);
  await fail(0, "unreachable");
  await pass(1_000);
  await fail(1, "unreachable");
  await pass(1_999);
  expect(requests).toHaveLength(2);
  await pass(1);
  expect(shown(observer)).toBe("pending …");
  await fail(2, "unreachable");
  expect(shown(observer)).toBe("error unreachable");
  expect(requests).toHaveLength(3);
});

test("any other failure is an error immediately, and so is every failure with retry false", async () => {
  const { client, query, requests, fail } = setUp();
  const refused = client.observe(query("a"));
  refused.subscribe(ignore);
  await fail(0, "no");
  expect(shown(refused)).toBe("error no");
  const once = client.observe(query("b", { retry: false }));
  once.subscribe(ignore);
  await fail(1, "unreachable");
  expect(shown(once)).toBe("error unreachable");
  expect(requests).toHaveLength(2);
});

test("a failed reload keeps the data beside the error, and a successful one clears the error", async () => {
  const { client, query, respond, fail } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore);
  await respond(0, "A");
  void observer.getSnapshot().refetch();
  await fail(1, "no");
  expect(shown(observer)).toBe('"A" error no');
  void observer.getSnapshot().refetch();
  await respond(2, "B");
  expect(shown(observer)).toBe('"B"');
});

test("invalidation reloads exactly the observed queries whose key has that prefix", async () => {
  const { client, query, requests, respond } = setUp();
  const seen = client.observe(query("a"));
  const other = client.observe({ ...query("b"), queryKey: ["user", 8, "b"] });
  seen.subscribe(ignore);
  other.subscribe(ignore);
  const left = client.observe(query("c"));
  const leave = left.subscribe(ignore);
  for (const place of [0, 1, 2]) await respond(place, `${place}`);
  leave();
  void client.invalidateQueries({ queryKey: ["user", 7] });
  expect([seen, other].map(shown)).toEqual(['"0" …', '"1"']);
  expect(requests).toHaveLength(4);
  // It has no observer now; the next one finds it stale.
  left.subscribe(ignore);
  expect(requests).toHaveLength(5);
});

test("a cancelled response does not replace newer data, but a first response cannot be cancelled", async () => {
  const { client, query, requests, respond } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore);
  client.cancelQueries({ queryKey: ["user", 7] });
  await respond(0, "old");
  expect(shown(observer)).toBe('"old"');
  void observer.getSnapshot().refetch();
  expect(shown(observer)).toBe('"old" …');
  client.cancelQueries({ queryKey: ["user", 7] });
  client.setQueryData(["user", 7, "a"], () => "moved");
  await respond(1, "old again");
  expect(shown(observer)).toBe('"moved"');
  expect(requests[1]?.signal.aborted).toBe(true);
  void client.invalidateQueries({ queryKey: ["user", 7, "a"] });
  await respond(2, "saved");
  expect(shown(observer)).toBe('"saved"');
});

test("the response to a request that was sent before a change does not undo the change", async () => {
  const { client, query, respond } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore);
  await respond(0, "old");
  void observer.getSnapshot().refetch();
  void client.invalidateQueries({ queryKey: ["user", 7, "a"] });
  await respond(1, "still old");
  expect(shown(observer)).toBe('"old" …');
  await respond(2, "new");
  expect(shown(observer)).toBe('"new"');
});

test("data can be set, for one key or for all keys with a prefix", async () => {
  const { client, query, respond } = setUp();
  const observer = client.observe(query<number>("a"));
  observer.subscribe(ignore);
  await respond(0, 1);
  client.setQueryData<number>(["user", 7, "a"], (old) => (old ?? 0) + 1);
  expect(shown(observer)).toBe("2");
  client.setQueriesData<number>({ queryKey: ["user", 7] }, (old) => (old === undefined ? old : old * 10));
  expect(shown(observer)).toBe("20");
  client.setQueryData<number>(["user", 7, "a"], () => undefined);
  expect(shown(observer)).toBe("20");
});

test("a refetch interval is computed after each response and ends with the last observer", async () => {
  const { client, query, requests, respond, pass } = setUp();
  const options = query("a", { refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? 4_000 : false) });
  const stop = client.observe(options).subscribe(ignore);
  await respond(0, "plain");
  await pass(3_999);
  expect(requests).toHaveLength(1);
  await pass(1);
  expect(requests).toHaveLength(2);
  await respond(1, "coloured");
  await pass(60_000);
  expect(requests).toHaveLength(2);
  stop();
});

test("data without observers is removed after five minutes, or after its gcTime", async () => {
  const { client, query, respond, pass } = setUp();
  const stay = client.observe(query("a")).subscribe(ignore);
  const go = client.observe(query("b", { gcTime: 0 })).subscribe(ignore);
  await respond(0, "A");
  await respond(1, "B");
  stay();
  go();
  expect(client.getQueryData(["user", 7, "b"])).toBeUndefined();
  await pass(299_999);
  expect(client.getQueryData(["user", 7, "a"])).toBe("A");
  await pass(1);
  expect(client.getQueryData(["user", 7, "a"])).toBeUndefined();
});

test("data that is observed again within that time is kept", async () => {
  const { client, query, respond, pass } = setUp();
  client.observe(query("a")).subscribe(ignore);
  await respond(0, "A");
  const again = client.observe(query("a", { staleTime: 3_600_000 }));
  const leave = again.subscribe(ignore);
  leave();
  again.subscribe(ignore);
  await pass(600_000);
  expect(shown(again)).toBe('"A"');
});

test("clearing removes the data of observed queries too, and ignores pending responses", async () => {
  const { client, query, requests, respond } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore);
  await respond(0, "A");
  void observer.getSnapshot().refetch();
  client.clear();
  expect(requests[1]?.signal.aborted).toBe(true);
  await respond(1, "A again");
  expect(observer.getSnapshot().data).toBeUndefined();
});

test("refetchStale loads observed queries that are stale", async () => {
  const { client, query, requests, respond, pass } = setUp();
  client.observe(query("a")).subscribe(ignore);
  await respond(0, "A");
  client.refetchStale();
  expect(requests).toHaveLength(1);
  await pass(30_000);
  client.refetchStale();
  expect(requests).toHaveLength(2);
});

test("a listener is called at every change, and the snapshot is the same object until then", async () => {
  const { client, query, respond } = setUp();
  const observer = client.observe(query("a"));
  let heard = 0;
  observer.subscribe(() => {
    heard += 1;
  });
  const before = observer.getSnapshot();
  expect(observer.getSnapshot()).toBe(before);
  await respond(0, "A");
  expect(heard).toBeGreaterThan(0);
  expect(observer.getSnapshot()).not.toBe(before);
});

test("unchanged parts of reloaded data stay the same objects", () => {
  const old = {
    title: "Maps",
    examples: [
      { id: 1, done: false },
      { id: 2, done: false },
    ],
    tags: ["a"],
  };
  const next = {
    title: "Maps",
    examples: [
      { id: 1, done: true },
      { id: 2, done: false },
    ],
    tags: ["a"],
  };
  const mixed = shareUnchanged(old, next) as typeof old;
  expect(mixed).toEqual(next);
  expect(mixed.examples[1]).toBe(old.examples[1]);
  expect(mixed.tags).toBe(old.tags);
  expect(mixed.examples[0]).not.toBe(old.examples[0]);
  expect(shareUnchanged(old, structuredClone(old))).toBe(old);
  expect(shareUnchanged({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(shareUnchanged([1, 2], [1])).toEqual([1]);
  expect(shareUnchanged({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
});

test("only persisted queries are stored, with every change", async () => {
  const { client, stored, query, respond } = setUp();
  client.observe(query("lesson", { persist: true })).subscribe(() => {});
  client.observe(query("board")).subscribe(() => {});
  await respond(0, "lesson 1");
  await respond(1, "board 1");
  expect([...stored]).toEqual([['["user",7,"lesson"]', "lesson 1"]]);
  client.setQueryData(["user", 7, "lesson"], () => "lesson 1, completed");
  client.setQueryData(["user", 7, "board"], () => "board 2");
  expect([...stored.values()]).toEqual(["lesson 1, completed"]);
});

test("stored data is shown while the server is unreachable, and replaced by its response", async () => {
  const { client, stored, query, fail, respond, pass } = setUp();
  stored.set('["user",7,"lesson"]', "stored");
  const observer = client.observe(query("lesson", { persist: true }));
  observer.subscribe(() => {});
  expect(observer.getSnapshot()).toMatchObject({ isPending: true });
  await fail(0, "unreachable");
  expect(observer.getSnapshot()).toMatchObject({
    data: "stored",
    isPending: false,
    isError: false,
    isFetching: true,
  });
  await pass(1_000);
  await fail(1, "unreachable");
  await pass(2_000);
  await fail(2, "unreachable");
  expect(observer.getSnapshot()).toMatchObject({ data: "stored", isError: true, isFetching: false });
  // It is stale, so it is loaded again.
  client.refetchStale();
  await respond(3, "fresh");
  expect(observer.getSnapshot()).toMatchObject({ data: "fresh", isError: false });
});

test("stored data is not shown after a refusal of the server", async () => {
  const { client, stored, query, fail } = setUp();
  stored.set('["user",7,"lesson"]', "stored");
  const observer = client.observe(query("lesson", { persist: true }));
  observer.subscribe(() => {});
  await fail(0, "gone");
  expect(observer.getSnapshot()).toMatchObject({ data: undefined, isError: true });
});

test("outdated data is loaded again at once where it is observed, also when its first request is still under way", async () => {
  const { client, query, requests, respond } = setUp();
  const [loaded, loading] = [client.observe(query("a")), client.observe(query("b"))];
  loaded.subscribe(ignore);
  await respond(0, "A");
  loading.subscribe(ignore);
  client.outdate(() => true, { isForgotten: false, isShownNow: true });
  expect(requests).toHaveLength(4);
  expect(requests[1]?.signal.aborted).toBe(true);
  await respond(1, "before the write");
  await respond(2, "A2");
  await respond(3, "B2");
  expect([loaded, loading].map(shown)).toEqual(['"A2"', '"B2"']);
});

test("outdated data that no observer shows is loaded when it is next observed, or is not shown again at all", async () => {
  const { client, query, requests, respond } = setUp();
  for (const [place, key] of ["kept", "forgotten", "other"].entries()) {
    const leave = client.observe(query(key)).subscribe(ignore);
    await respond(place, key);
    leave();
  }
  client.outdate((key) => key[2] === "kept", { isForgotten: false, isShownNow: true });
  client.outdate((key) => key[2] === "forgotten", { isForgotten: true, isShownNow: true });
  expect(requests).toHaveLength(3);
  expect(["kept", "forgotten", "other"].map((key) => shown(client.observe(query(key))))).toEqual([
    '"kept" …',
    "pending …",
    '"other"',
  ]);
});

test("a write that shows nothing new only marks what is on the screen, and this page's own changes keep the mark", async () => {
  const { client, query, requests, respond } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(ignore);
  await respond(0, "A");
  client.outdate(() => true, { isForgotten: true, isShownNow: false });
  client.setQueryData(["user", 7, "a"], () => "A, typed");
  expect([requests.length, shown(observer)]).toEqual([1, '"A, typed"']);
  client.refetchStale();
  expect(requests).toHaveLength(2);
});

test("data that a write has outdated can be read as not loaded, until it is loaded again", async () => {
  const { client, query, respond } = setUp();
  client.observe(query("a")).subscribe(ignore);
  await respond(0, "A");
  const read = () => client.getQueryData(["user", 7, "a"], { isCurrent: true });
  expect(read()).toBe("A");
  client.outdate(() => true, { isForgotten: false, isShownNow: true });
  expect([read(), client.getQueryData(["user", 7, "a"])]).toEqual([undefined, "A"]);
  await respond(1, "B");
  expect(read()).toBe("B");
});

test("a query's loading can be waited for, also when it starts again", async () => {
  const { client, query, respond } = setUp();
  client.observe(query("a")).subscribe(ignore);
  let isDone = false;
  void client.whenLoaded(["user", 7, "a"]).then(() => {
    isDone = true;
  });
  client.outdate(() => true, { isForgotten: false, isShownNow: true });
  await respond(0, "old");
  expect(isDone).toBe(false);
  await respond(1, "new");
  expect(isDone).toBe(true);
  await client.whenLoaded(["user", 7, "unknown"]);
});
