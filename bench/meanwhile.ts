/** Learners who read lessons and save progress, each at his own pace, while something else is measured. */
import type { AuthoringServer } from "./authoring-server.ts";

export type Meanwhile = {
  /** Every answer's time, ms. */
  readonly readsMs: number[];
  readonly savesMs: number[];
  /** Answers that were no 2xx. */
  failed: number;
};

export type LearnersOptions = {
  /** So many read, and as many save. */
  readonly each: number;
  /** Between an answer and the next call, so that the clients alone do not fill the machine. */
  readonly pauseMs: number;
};

/** Runs learners until `work` has ended, and gives what they met, and what `work` gave. */
export async function meanwhile<T>(
  server: AuthoringServer,
  { each, pauseMs }: LearnersOptions,
  work: () => Promise<T>,
): Promise<{ readonly met: Meanwhile; readonly value: T }> {
  const met: Meanwhile = { readsMs: [], savesMs: [], failed: 0 };
  let goesOn = true;
  const client = async (index: number, times: number[], ask: (turn: number) => Promise<Response>) => {
    // Not all at the same moment.
    await pause((pauseMs * index) / each);
    for (let turn = 0; goesOn; turn++) {
      const from = performance.now();
      const answer = await ask(turn);
      await answer.arrayBuffer();
      times.push(performance.now() - from);
      if (!answer.ok) met.failed++;
      await pause(pauseMs);
    }
  };
  const clients = Array.from({ length: 2 * each }, (_, i) => {
    const authorization = `Bearer ${server.tokens[i]}`;
    return i < each
      ? client(i, met.readsMs, (turn) => {
          const lessonId = server.lessonIds[(i + turn) % server.lessonIds.length];
          return fetch(`${server.url}/api/courses/lessons/${lessonId}`, { headers: { authorization } });
        })
      : client(i - each, met.savesMs, (turn) =>
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
    return { met, value };
  } finally {
    goesOn = false;
    await Promise.all(clients);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
