// A number of clients, each sending its next request as soon as it has a response, until a number of requests is
// reached.

import autocannon, { type LoadRequest } from "autocannon";

export type { LoadRequest };

export type Load = {
  readonly url: string;
  readonly clients: number;
  readonly calls: number;
  /** The requests of a client, sent in turn; a client number has the same requests in every load. */
  readonly requestsOf: (client: number) => readonly LoadRequest[];
};

export type LoadReport = {
  readonly calls: number;
  readonly callsPerS: number;
  /** The time of every response, ms. */
  readonly responsesMs: readonly number[];
  /** Responses with a status other than 2xx, by status; status 0 counts requests without a response. */
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
  const responsesMs: number[] = [];
  const startedAt = performance.now();
  // Not the time at which `instance` resolves, which is a whole second.
  let endedAt = startedAt;
  const failed = new Map<number, number>();
  instance.on("response", (_client, status, _bytes, responseMs) => {
    if (status < 200 || status > 299) failed.set(status, (failed.get(status) ?? 0) + 1);
    responsesMs.push(responseMs);
    endedAt = performance.now();
  });
  const limit = setTimeout(() => instance.stop(), longestMs);
  const result = await instance;
  clearTimeout(limit);
  if (result.errors + result.timeouts > 0) failed.set(0, result.errors + result.timeouts);
  return {
    calls: result.requests.total,
    callsPerS: responsesMs.length / ((endedAt - startedAt) / 1000),
    responsesMs,
    failed,
  };
}
