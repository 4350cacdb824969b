// Learners who read lessons and save progress, each at their own pace, while something else is measured.

import type { AuthoringServer } from "./authoring-server.ts";

export type LoadSeen = {
  /** The time of every response, ms. */
  readonly readsMs: number[];
  readonly savesMs: number[];
  /** Responses with a status other than 2xx. */
  failed: number;
};

export type LearnersOptions = {
  /** The number of learners who read; as many others save. */
  readonly each: number;
  /** The pause between a response and the client's next request, so that the clients alone do not fill the machine. */
  readonly pauseMs: number;
};

/** Runs learners until `work` has ended. Returns the response times that they saw, and the value of `work`. */
export async function withLearners<T>(
  server: AuthoringServer,
  { each, pauseMs }: LearnersOptions,
  work: () => Promise<T>,
): Promise<{ readonly seen: LoadSeen; readonly value: T }> {
  const seen: LoadSeen = { readsMs: [], savesMs: [], failed: 0 };
  let isRunning = true;
  const client = async (index: number, times: number[], send: (turn: number) => Promise<Response>) => {
    // The clients do not all start at the same moment.
    await pause((pauseMs * index) / each);
    for (let turn = 0; isRunning; turn++) {
      const from = performance.now();
      const response = await send(turn);
      await response.arrayBuffer();
      times.push(performance.now() - from);
      if (!response.ok) seen.failed++;
      await pause(pauseMs);
    }
  };
  const clients = Array.from({ length: 2 * each }, (_, i) => {
    const authorization = `Bearer ${server.tokens[i]}`;
    return i < each
      ? client(i, seen.readsMs, (turn) => {
          const lessonId = server.lessonIds[(i + turn) % server.lessonIds.length];
          return fetch(`${server.url}/api/courses/lessons/${lessonId}`, { headers: { authorization } });
        })
      : client(i - each, seen.savesMs, (turn) =>
          fetch(`${server.url}/api/courses/progress`, {
            method: "POST",
            headers: { authorization, "content-type": "application/json" },
            body: JSON.stringify({
              exampleId: server.exampleIds[(i + turn) % server.exampleIds.length],
              progress: turn % 101,
              accuracy: 96,
              errors: 3,
              isComplete: false,
              timeMs: 15_000,
            }),
          }),
        );
  });
  try {
    const value = await work();
    return { seen, value };
  } finally {
    isRunning = false;
    await Promise.all(clients);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
