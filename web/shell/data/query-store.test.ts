import { expect, test } from "vitest";
import { createQueryClient, type QueryObserver, type QueryOptions, shared } from "./query-store.ts";
import { numberClock, settled } from "../test/clock.ts";

/** A clock that is a number, and a server whose answers come when the test says so. */
function setUp() {
  const clock = numberClock(1_000_000);
  const kept = new Map<string, unknown>();
  const client = createQueryClient({
    now: clock.now,
    later: clock.later,
    mayHelp: (error) => error.message === "away",
    kept: {
      read: async (key) => kept.get(JSON.stringify(key)),
      write: (key, data) => void kept.set(JSON.stringify(key), data),
    },
  });
  const asked: { answer: (data: unknown) => void; fail: (message: string) => void; signal: AbortSignal }[] =
    [];
  const query = <T = string>(key: string, more: Partial<QueryOptions<T>> = {}): QueryOptions<T> => ({
    queryKey: ["user", 7, key],
    queryFn: ({ signal }) =>
      new Promise((resolve, reject) =>
        asked.push({
          answer: (data) => resolve(data as T),
          fail: (message) => reject(new Error(message)),
          signal,
        }),
      ),
    ...more,
  });
  return {
    client,
    kept,
    asked,
    query,
    answer: async (place: number, data: unknown) => {
      asked[place]?.answer(data);
      await settled();
    },
    fail: async (place: number, message: string) => {
      asked[place]?.fail(message);
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

const nobody = () => {};

test("it loads when somebody looks, and says so before that", async () => {
  const { client, query, asked, answer } = setUp();
  const observer = client.observe(query("a"));
  expect(shown(observer)).toBe("pending …");
  expect(asked).toHaveLength(0);
  observer.subscribe(nobody);
  expect(shown(observer)).toBe("pending …");
  await answer(0, "A");
  expect(shown(observer)).toBe('"A"');
});

test("many who look at one key are one request", async () => {
  const { client, query, asked, answer } = setUp();
  const observers = [1, 2, 3].map(() => client.observe(query("a")));
  for (const observer of observers) observer.subscribe(nobody);
  await answer(0, "A");
  expect(asked).toHaveLength(1);
  expect(observers.map(shown)).toEqual(['"A"', '"A"', '"A"']);
});

test("what is fresh is not asked for again, what is stale is, and stays to be seen meanwhile", async () => {
  const { client, query, asked, answer, pass } = setUp();
  client.observe(query("a")).subscribe(nobody)();
  const first = client.observe(query("a"));
  first.subscribe(nobody);
  await answer(1, "A");
  await pass(29_999);
  const fresh = client.observe(query("a"));
  fresh.subscribe(nobody);
  expect(shown(fresh)).toBe('"A"');
  await pass(1);
  const stale = client.observe(query("a"));
  expect(shown(stale)).toBe('"A" …');
  stale.subscribe(nobody);
  expect(asked).toHaveLength(3);
  await answer(2, "B");
  expect([first, fresh, stale].map(shown)).toEqual(['"B"', '"B"', '"B"']);
});

test("nobody looking any more ends the request, and what it would have said is not taken", async () => {
  const { client, query, asked, answer } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(nobody)();
  expect(asked[0]?.signal.aborted).toBe(true);
  await answer(0, "late");
  expect(client.getQueryData(["user", 7, "a"])).toBeUndefined();
});

test("without leave to ask it only looks; with it, it asks", async () => {
  const { client, query, asked, answer } = setUp();
  const observer = client.observe(query("a", { enabled: false }));
  observer.subscribe(nobody);
  expect(shown(observer)).toBe("pending");
  observer.setOptions(query("a", { enabled: true }));
  expect(shown(observer)).toBe("pending …");
  await answer(0, "A");
  expect(shown(observer)).toBe('"A"');
  expect(asked).toHaveLength(1);
});

test("a failure that may pass is tried after 1 and 2 s, then it is an error", async () => {
  const { client, query, asked, fail, pass } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(nobody);
  await fail(0, "away");
  await pass(1_000);
  await fail(1, "away");
  await pass(1_999);
  expect(asked).toHaveLength(2);
  await pass(1);
  expect(shown(observer)).toBe("pending …");
  await fail(2, "away");
  expect(shown(observer)).toBe("error away");
  expect(asked).toHaveLength(3);
});

test("a failure that no try would change is an error at once, and so is any where retry is false", async () => {
  const { client, query, asked, fail } = setUp();
  const refused = client.observe(query("a"));
  refused.subscribe(nobody);
  await fail(0, "no");
  expect(shown(refused)).toBe("error no");
  const once = client.observe(query("b", { retry: false }));
  once.subscribe(nobody);
  await fail(1, "away");
  expect(shown(once)).toBe("error away");
  expect(asked).toHaveLength(2);
});

test("a failed reload keeps the data beside the error; trying again mends it", async () => {
  const { client, query, answer, fail } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(nobody);
  await answer(0, "A");
  void observer.getSnapshot().refetch();
  await fail(1, "no");
  expect(shown(observer)).toBe('"A" error no');
  void observer.getSnapshot().refetch();
  await answer(2, "B");
  expect(shown(observer)).toBe('"B"');
});

test("invalidation loads again what is looked at, under every key that begins so, and only that", async () => {
  const { client, query, asked, answer } = setUp();
  const seen = client.observe(query("a"));
  const other = client.observe({ ...query("b"), queryKey: ["user", 8, "b"] });
  seen.subscribe(nobody);
  other.subscribe(nobody);
  const left = client.observe(query("c"));
  const leave = left.subscribe(nobody);
  for (const place of [0, 1, 2]) await answer(place, `${place}`);
  leave();
  void client.invalidateQueries({ queryKey: ["user", 7] });
  expect([seen, other].map(shown)).toEqual(['"0" …', '"1"']);
  expect(asked).toHaveLength(4);
  // Nobody looks at it now; the next one to look finds it stale.
  left.subscribe(nobody);
  expect(asked).toHaveLength(5);
});

test("a cancelled answer does not undo what was shown meanwhile; the first answer of all is waited for", async () => {
  const { client, query, asked, answer } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(nobody);
  client.cancelQueries({ queryKey: ["user", 7] });
  await answer(0, "old");
  expect(shown(observer)).toBe('"old"');
  void observer.getSnapshot().refetch();
  expect(shown(observer)).toBe('"old" …');
  client.cancelQueries({ queryKey: ["user", 7] });
  client.setQueryData(["user", 7, "a"], () => "moved");
  await answer(1, "old again");
  expect(shown(observer)).toBe('"moved"');
  expect(asked[1]?.signal.aborted).toBe(true);
  void client.invalidateQueries({ queryKey: ["user", 7, "a"] });
  await answer(2, "saved");
  expect(shown(observer)).toBe('"saved"');
});

test("an answer that was asked for before a change does not undo it", async () => {
  const { client, query, answer } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(nobody);
  await answer(0, "old");
  void observer.getSnapshot().refetch();
  void client.invalidateQueries({ queryKey: ["user", 7, "a"] });
  await answer(1, "still old");
  expect(shown(observer)).toBe('"old" …');
  await answer(2, "new");
  expect(shown(observer)).toBe('"new"');
});

test("data can be set, for one key or for all that begin so", async () => {
  const { client, query, answer } = setUp();
  const observer = client.observe(query<number>("a"));
  observer.subscribe(nobody);
  await answer(0, 1);
  client.setQueryData<number>(["user", 7, "a"], (old) => (old ?? 0) + 1);
  expect(shown(observer)).toBe("2");
  client.setQueriesData<number>({ queryKey: ["user", 7] }, (old) => (old === undefined ? old : old * 10));
  expect(shown(observer)).toBe("20");
  client.setQueryData<number>(["user", 7, "a"], () => undefined);
  expect(shown(observer)).toBe("20");
});

test("an interval is asked after each answer and ends with the looking", async () => {
  const { client, query, asked, answer, pass } = setUp();
  const options = query("a", { refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? 4_000 : false) });
  const stop = client.observe(options).subscribe(nobody);
  await answer(0, "plain");
  await pass(3_999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toHaveLength(2);
  await answer(1, "coloured");
  await pass(60_000);
  expect(asked).toHaveLength(2);
  stop();
});

test("what nobody looks at goes after five minutes, or at once where that is said", async () => {
  const { client, query, answer, pass } = setUp();
  const stay = client.observe(query("a")).subscribe(nobody);
  const go = client.observe(query("b", { gcTime: 0 })).subscribe(nobody);
  await answer(0, "A");
  await answer(1, "B");
  stay();
  go();
  expect(client.getQueryData(["user", 7, "b"])).toBeUndefined();
  await pass(299_999);
  expect(client.getQueryData(["user", 7, "a"])).toBe("A");
  await pass(1);
  expect(client.getQueryData(["user", 7, "a"])).toBeUndefined();
});

test("who looks again within that time keeps it", async () => {
  const { client, query, answer, pass } = setUp();
  client.observe(query("a")).subscribe(nobody);
  await answer(0, "A");
  const again = client.observe(query("a", { staleTime: 3_600_000 }));
  const leave = again.subscribe(nobody);
  leave();
  again.subscribe(nobody);
  await pass(600_000);
  expect(shown(again)).toBe('"A"');
});

test("clearing leaves nothing, also to those who still look, and takes no answer that was under way", async () => {
  const { client, query, asked, answer } = setUp();
  const observer = client.observe(query("a"));
  observer.subscribe(nobody);
  await answer(0, "A");
  void observer.getSnapshot().refetch();
  client.clear();
  expect(asked[1]?.signal.aborted).toBe(true);
  await answer(1, "A again");
  expect(observer.getSnapshot().data).toBeUndefined();
});

test("being back loads what is looked at and stale", async () => {
  const { client, query, asked, answer, pass } = setUp();
  client.observe(query("a")).subscribe(nobody);
  await answer(0, "A");
  client.refetchStale();
  expect(asked).toHaveLength(1);
  await pass(30_000);
  client.refetchStale();
  expect(asked).toHaveLength(2);
});

test("a listener hears of every change, and the snapshot is the same until there is one", async () => {
  const { client, query, answer } = setUp();
  const observer = client.observe(query("a"));
  let heard = 0;
  observer.subscribe(() => {
    heard += 1;
  });
  const before = observer.getSnapshot();
  expect(observer.getSnapshot()).toBe(before);
  await answer(0, "A");
  expect(heard).toBeGreaterThan(0);
  expect(observer.getSnapshot()).not.toBe(before);
});

test("parts that came back unchanged stay the same objects", () => {
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
  const mixed = shared(old, next) as typeof old;
  expect(mixed).toEqual(next);
  expect(mixed.examples[1]).toBe(old.examples[1]);
  expect(mixed.tags).toBe(old.tags);
  expect(mixed.examples[0]).not.toBe(old.examples[0]);
  expect(shared(old, structuredClone(old))).toBe(old);
  expect(shared({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(shared([1, 2], [1])).toEqual([1]);
  expect(shared({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
});

test("what is to be kept is kept with every change, and nothing else is", async () => {
  const { client, kept, query, answer } = setUp();
  client.observe(query("lesson", { keep: true })).subscribe(() => {});
  client.observe(query("board")).subscribe(() => {});
  await answer(0, "lesson 1");
  await answer(1, "board 1");
  expect([...kept]).toEqual([['["user",7,"lesson"]', "lesson 1"]]);
  client.setQueryData(["user", 7, "lesson"], () => "lesson 1, completed");
  client.setQueryData(["user", 7, "board"], () => "board 2");
  expect([...kept.values()]).toEqual(["lesson 1, completed"]);
});

test("what was kept is shown while the server is away, and gives way to its answer", async () => {
  const { client, kept, query, fail, answer, pass } = setUp();
  kept.set('["user",7,"lesson"]', "kept");
  const observer = client.observe(query("lesson", { keep: true }));
  observer.subscribe(() => {});
  expect(observer.getSnapshot()).toMatchObject({ isPending: true });
  await fail(0, "away");
  expect(observer.getSnapshot()).toMatchObject({
    data: "kept",
    isPending: false,
    isError: false,
    isFetching: true,
  });
  await pass(1_000);
  await fail(1, "away");
  await pass(2_000);
  await fail(2, "away");
  expect(observer.getSnapshot()).toMatchObject({ data: "kept", isError: true, isFetching: false });
  // Stale, so the next look asks again.
  client.refetchStale();
  await answer(3, "fresh");
  expect(observer.getSnapshot()).toMatchObject({ data: "fresh", isError: false });
});

test("what was kept is no answer to a no, and not asked for while the server answers", async () => {
  const { client, kept, query, fail } = setUp();
  kept.set('["user",7,"lesson"]', "kept");
  const observer = client.observe(query("lesson", { keep: true }));
  observer.subscribe(() => {});
  await fail(0, "gone");
  expect(observer.getSnapshot()).toMatchObject({ data: undefined, isError: true });
});
