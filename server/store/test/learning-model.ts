// A plain model of progress in memory, for `derived.test.ts`: slow, short and without SQL. It computes everything from
// the list of attempts and the tree of courses, and keeps no sums.

export type ModelExample = { id: number; version: number };
export type ModelChapter = { id: number; examples: ModelExample[] };
export type ModelLesson = { id: number; chapters: ModelChapter[] };
export type ModelCourse = { id: number; lessons: ModelLesson[] };

export type ModelProgress = {
  percent: number;
  completed: boolean;
  best: number | null;
  bestAt: number;
  last: number | null;
  lastAt: number;
  savedAt: number;
};

export type ModelResult = { best_time_ms: number | null; last_time_ms: number | null; isRecord: boolean };

export type ModelRun = {
  user: number;
  example: number;
  id: string | null;
  timeMs: number;
  endedAt: number;
  errors: number | null;
  /** The version of the code for which it counted, or null. */
  version: number | null;
  result: ModelResult;
};

const tenMinutes = 600_000;
const keptMs = 400 * 86_400_000;

export class LearningModel {
  courses: ModelCourse[] = [];
  users: number[] = [];
  runs: ModelRun[] = [];
  readonly #progress = new Map<string, ModelProgress>();

  // ------------------------------------------------------------ changes

  autosave(user: number, example: number, percent: number, at: number): void {
    const progress = this.#progressOf(user, example, at);
    progress.savedAt = Math.max(progress.savedAt, at);
    if (!progress.completed) progress.percent = Math.max(progress.percent, percent);
  }

  complete(run: Omit<ModelRun, "result" | "version">, codeVersion: number | null, at: number): ModelResult {
    const seen = this.#sameRun(run);
    if (seen) {
      seen.id ??= run.id;
      seen.errors ??= run.errors;
      return seen.result;
    }
    const progress = this.#progressOf(run.user, run.example, at);
    progress.savedAt = Math.max(progress.savedAt, at);
    progress.completed = true;
    progress.percent = 100;
    const version = this.#example(run.example).version;
    const counts = (codeVersion === null || codeVersion === version) && run.endedAt >= at - keptMs;
    const isRecord = counts && (progress.best === null || run.timeMs < progress.best);
    if (isRecord || (counts && run.timeMs === progress.best && run.endedAt < progress.bestAt)) {
      progress.best = run.timeMs;
      progress.bestAt = run.endedAt;
    }
    if (counts && (progress.last === null || run.endedAt >= progress.lastAt)) {
      progress.last = run.timeMs;
      progress.lastAt = run.endedAt;
    }
    const result = { best_time_ms: progress.best, last_time_ms: progress.last, isRecord };
    this.runs.push({ ...run, version: counts ? version : null, result });
    return result;
  }

  /** Forgets the attempts that ended before a moment, and returns them. What they counted for stays. */
  sweep(before: number): readonly ModelRun[] {
    const swept = this.runs.filter((run) => run.endedAt < before);
    this.runs = this.runs.filter((run) => run.endedAt >= before);
    return swept;
  }

  changeCode(example: number): void {
    this.#example(example).version++;
    for (const user of this.users) {
      const progress = this.progress(user, example);
      if (progress) Object.assign(progress, { best: null, last: null });
    }
  }

  removeTime(user: number, example: number): boolean {
    const progress = this.progress(user, example);
    if (!progress || progress.best === null) return false;
    for (const run of this.runs)
      if (run.user === user && run.example === example && run.result.best_time_ms === progress.best)
        run.result = { ...run.result, best_time_ms: null, isRecord: false };
    progress.best = null;
    return true;
  }

  /** Forgets the results of deleted examples and learners. */
  forget(): void {
    const examples = new Set(this.examples().map((example) => example.id));
    const users = new Set(this.users);
    this.runs = this.runs.filter((run) => examples.has(run.example) && users.has(run.user));
    for (const key of this.#progress.keys()) {
      const [user, example] = key.split("/").map(Number) as [number, number];
      if (!examples.has(example) || !users.has(user)) this.#progress.delete(key);
    }
  }

  // ------------------------------------------------------------ queries

  examples(): ModelExample[] {
    return this.courses.flatMap((course) => examplesOf(course.lessons));
  }

  progress(user: number, example: number): ModelProgress | undefined {
    return this.#progress.get(`${user}/${example}`);
  }

  completed(user: number, examples: readonly ModelExample[]): number {
    return examples.filter((example) => this.progress(user, example.id)?.completed).length;
  }

  /** Learners and times, fastest first. */
  board(example: number): { user: number; best: number; rank: number }[] {
    const timed = this.users.flatMap((user) => {
      const { best = null, bestAt = 0 } = this.progress(user, example) ?? {};
      return best === null ? [] : [{ user, best, bestAt }];
    });
    timed.sort((one, other) => one.best - other.best || one.bestAt - other.bestAt || one.user - other.user);
    return timed.map(({ user, best }) => ({
      user,
      best,
      rank: 1 + timed.filter((other) => other.best < best).length,
    }));
  }

  nextExample(user: number): { exampleId: number; lessonId: number } | null {
    const saves = this.courses.map((course) =>
      Math.max(
        -1,
        ...examplesOf(course.lessons).map((example) => this.progress(user, example.id)?.savedAt ?? -1),
      ),
    );
    const latest = Math.max(-1, ...saves);
    const start = latest < 0 ? 0 : saves.indexOf(latest);
    for (let i = 0; i < this.courses.length; i++) {
      const course = this.courses[(start + i) % this.courses.length] as ModelCourse;
      for (const lesson of course.lessons) {
        const open = examplesOf([lesson]).find((example) => !this.progress(user, example.id)?.completed);
        if (open) return { exampleId: open.id, lessonId: lesson.id };
      }
    }
    return null;
  }

  #progressOf(user: number, example: number, at: number): ModelProgress {
    const key = `${user}/${example}`;
    const progress = this.#progress.get(key) ?? {
      percent: 0,
      completed: false,
      best: null,
      bestAt: 0,
      last: null,
      lastAt: 0,
      savedAt: at,
    };
    this.#progress.set(key, progress);
    return progress;
  }

  #sameRun(run: Omit<ModelRun, "result" | "version">): ModelRun | undefined {
    const mine = this.runs.filter((other) => other.user === run.user && other.example === run.example);
    const named = mine.find((other) => run.id !== null && other.id === run.id);
    if (named) return named;
    return mine
      .filter((other) => run.id === null || other.id === null)
      .filter((other) => other.timeMs === run.timeMs && Math.abs(other.endedAt - run.endedAt) <= tenMinutes)
      .sort((one, other) => other.endedAt - one.endedAt)[0];
  }

  #example(id: number): ModelExample {
    return this.examples().find((example) => example.id === id) as ModelExample;
  }
}

export function examplesOf(lessons: readonly ModelLesson[]): ModelExample[] {
  return lessons.flatMap((lesson) => lesson.chapters.flatMap((chapter) => chapter.examples));
}
