// What GET /courses/home and a course's figures should say after some runs, worked out from these runs alone.

export type TriedRun = {
  /** Its place in the list of examples. */
  readonly example: number;
  /** null for a run whose time cannot be trusted. */
  readonly timeMs: number | null;
  readonly accuracy: number;
  readonly endedAt: number;
  readonly codeVersion: number;
};

type Example = {
  readonly id: number;
  readonly lessonId: number;
  readonly courseId: number;
  readonly title: string;
  readonly lesson: string;
  readonly course: string;
};

/** Changed by the test as admins change content. */
export type TriedExample = Example & {
  code: string;
  codeVersion: number;
  /** Whether learners see it. */
  isShown: boolean;
  /** An admin removed a time: of unchecked ones only slower ones count, which arrive later. */
  removedMs: number;
};

/** A run that arrived: `isOnCode` when it was on the code of that time, and `canBeBest` until an admin removes a time. */
export type SentRun = TriedRun & { readonly isOnCode: boolean; canBeBest: boolean };

function speedOf(code: string, ms: number): number {
  return Math.floor([...code].length / 5 / (ms / 60_000));
}

export function lastRunsOf(runs: readonly SentRun[], examples: readonly TriedExample[]) {
  return runs
    .map((run) => ({ ...run, of: examples[run.example] as TriedExample }))
    .filter(({ of }) => of.isShown)
    .toSorted((one, other) => other.endedAt - one.endedAt)
    .slice(0, 5)
    .map(({ of, isOnCode, timeMs, accuracy, endedAt, codeVersion }) => {
      const isOnCodeOfToday = isOnCode && codeVersion === of.codeVersion;
      return {
        ...{
          exampleId: of.id,
          lessonId: of.lessonId,
          example: of.title,
          lesson: of.lesson,
          course: of.course,
        },
        ...{ ms: timeMs, accuracy, ended_at: new Date(endedAt).toISOString() },
        wpm: timeMs !== null && isOnCodeOfToday ? speedOf(of.code, timeMs) : null,
      };
    });
}

export function figuresOf(
  runs: readonly SentRun[],
  examples: readonly TriedExample[],
  { courseId, lessonId }: { readonly courseId: number; readonly lessonId?: number },
) {
  const inside = [...examples.entries()].filter(
    ([, one]) =>
      one.isShown && one.courseId === courseId && (lessonId === undefined || one.lessonId === lessonId),
  );
  const best = inside.map(([index, one]) =>
    runs
      .filter(
        (run) =>
          run.example === index &&
          run.isOnCode &&
          run.codeVersion === one.codeVersion &&
          run.timeMs !== null &&
          run.canBeBest,
      )
      .toSorted((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0))
      .at(0),
  );
  const all = inside.flatMap(([index]) => runs.filter((run) => run.example === index));
  const speeds = inside.map(([, one], at) => {
    const ms = best[at]?.timeMs ?? null;
    return ms === null ? null : speedOf(one.code, ms);
  });
  const some = best.filter((run) => run !== undefined);
  const length = lessonId === undefined ? 10 : 1;
  return {
    ms: all.reduce((sum, { timeMs }) => sum + (timeMs ?? 0), 0),
    accuracy:
      some.length === 0
        ? null
        : Math.floor(some.reduce((sum, { accuracy }) => sum + accuracy, 0) / some.length),
    first_wpm: medianOf(speeds.slice(0, length)),
    last_wpm: medianOf(speeds.slice(Math.max(0, speeds.length - length))),
    examples: inside.map(([, { id }], at) => ({ id, wpm: speeds[at] ?? null })),
  };
}

function medianOf(speeds: readonly (number | null)[]): number | null {
  const known = speeds.flatMap((speed) => speed ?? []).toSorted((a, b) => a - b);
  if (known.length === 0) return null;
  const upper = known[Math.floor(known.length / 2)] ?? 0;
  return known.length % 2 === 1 ? upper : Math.floor(((known[known.length / 2 - 1] ?? 0) + upper) / 2);
}
