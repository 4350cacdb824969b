/** So many clients, each asking again as soon as it has its answer, until a number of calls is made. */
import autocannon, { type LoadRequest } from "autocannon";

export type { LoadRequest };

export type Load = {
  readonly url: string;
  readonly clients: number;
  readonly calls: number;
  /** What a client asks, in turn; the same client number asks the same in every load. */
  readonly requestsOf: (client: number) => readonly LoadRequest[];
};

export type LoadReport = {
  readonly calls: number;
  readonly callsPerS: number;
  /** Every answer's time, ms. */
  readonly answersMs: readonly number[];
  /** Answers that were no 2xx, by status; 0: no answer at all. */
  readonly failed: ReadonlyMap<number, number>;
};

const longestMs = 60_000;

export async function run({ url, clients, calls, requestsOf }: Load): Promise<LoadReport> {
  let client = 0;
  const instance = autocannon({
    url,
    connections: clients,
    amount: calls,
    timeout: 30,
    setupClient: (connection) => connection.setRequests(requestsOf(client++)),
  });
  const answersMs: number[] = [];
  const startedAt = performance.now();
  // Not when `instance` resolves: that is on whole seconds.
  let endedAt = startedAt;
  const failed = new Map<number, number>();
  instance.on("response", (_client, status, _bytes, responseMs) => {
    if (status < 200 || status > 299) failed.set(status, (failed.get(status) ?? 0) + 1);
    answersMs.push(responseMs);
    endedAt = performance.now();
  });
  const limit = setTimeout(() => instance.stop(), longestMs);
  const result = await instance;
  clearTimeout(limit);
  if (result.errors + result.timeouts > 0) failed.set(0, result.errors + result.timeouts);
  return {
    calls: result.requests.total,
    callsPerS: answersMs.length / ((endedAt - startedAt) / 1000),
    answersMs,
    failed,
  };
}
