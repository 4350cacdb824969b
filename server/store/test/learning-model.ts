// The whole of progress as a plain model in memory, for `derived.test.ts`: slow, short, and without SQL. It answers
// every question from the list of runs and the tree of courses, never from a sum kept on the side.

export type Example = { id: number; version: number };
export type Chapter = { id: number; examples: Example[] };
export type Lesson = { id: number; chapters: Chapter[] };
export type ModelCourse = { id: number; lessons: Lesson[] };

export type Standing = {
  percent: number;
  completed: boolean;
  best: number | null;
  bestAt: number;
  last: number | null;
  lastAt: number;
  savedAt: number;
};

export type Answer = { best_time_ms: number | null; last_time_ms: number | null; isRecord: boolean };

export type ModelRun = {
  user: number;
  example: number;
  id: string | null;
  timeMs: number;
  endedAt: number;
  errors: number | null;
  /** The version it counted for, or null. */
  version: number | null;
  answer: Answer;
};

const tenMinutes = 600_000;

export class LearningModel {
  courses: ModelCourse[] = [];
  users: number[] = [];
  runs: ModelRun[] = [];
  readonly #standings = new Map<string, Standing>();

  // ------------------------------------------------------------ doing

  autosave(user: number, example: number, percent: number, at: number): void {
    const standing = this.#begin(user, example, at);
    standing.savedAt = Math.max(standing.savedAt, at);
    if (!standing.completed) standing.percent = Math.max(standing.percent, percent);
  }

  complete(run: Omit<ModelRun, "answer" | "version">, codeVersion: number | null, at: number): Answer {
    const seen = this.#sameRun(run);
    if (seen) {
      seen.id ??= run.id;
      seen.errors ??= run.errors;
      return seen.answer;
    }
    const standing = this.#begin(run.user, run.example, at);
    standing.savedAt = Math.max(standing.savedAt, at);
    standing.completed = true;
    standing.percent = 100;
    const present = this.#example(run.example).version;
    const counts = codeVersion === null || codeVersion === present;
    const isRecord = counts && (standing.best === null || run.timeMs < standing.best);
    if (isRecord || (counts && run.timeMs === standing.best && run.endedAt < standing.bestAt)) {
      standing.best = run.timeMs;
      standing.bestAt = run.endedAt;
    }
    if (counts && (standing.last === null || run.endedAt >= standing.lastAt)) {
      standing.last = run.timeMs;
      standing.lastAt = run.endedAt;
    }
    const answer = { best_time_ms: standing.best, last_time_ms: standing.last, isRecord };
    this.runs.push({ ...run, version: counts ? present : null, answer });
    return answer;
  }

  changeCode(example: number): void {
    this.#example(example).version++;
    for (const user of this.users) {
      const standing = this.standing(user, example);
      if (standing) Object.assign(standing, { best: null, last: null });
    }
  }

  removeTime(user: number, example: number): boolean {
    const standing = this.standing(user, example);
    if (!standing || standing.best === null) return false;
    standing.best = null;
    return true;
  }

  /** Forgets what hangs on examples and learners that are not there any more. */
  forget(): void {
    const examples = new Set(this.examples().map((example) => example.id));
    const users = new Set(this.users);
    this.runs = this.runs.filter((run) => examples.has(run.example) && users.has(run.user));
    for (const key of this.#standings.keys()) {
      const [user, example] = key.split("/").map(Number) as [number, number];
      if (!examples.has(example) || !users.has(user)) this.#standings.delete(key);
    }
  }

  // ------------------------------------------------------------ asking

  examples(): Example[] {
    return this.courses.flatMap((course) => examplesOf(course.lessons));
  }

  standing(user: number, example: number): Standing | undefined {
    return this.#standings.get(`${user}/${example}`);
  }

  completed(user: number, examples: readonly Example[]): number {
    return examples.filter((example) => this.standing(user, example.id)?.completed).length;
  }

  /** Learner and time, fastest first. */
  board(example: number): { user: number; best: number; rank: number }[] {
    const timed = this.users.flatMap((user) => {
      const { best = null, bestAt = 0 } = this.standing(user, example) ?? {};
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
        ...examplesOf(course.lessons).map((example) => this.standing(user, example.id)?.savedAt ?? -1),
      ),
    );
    const latest = Math.max(-1, ...saves);
    const start = latest < 0 ? 0 : saves.indexOf(latest);
    for (let i = 0; i < this.courses.length; i++) {
      const course = this.courses[(start + i) % this.courses.length] as ModelCourse;
      for (const lesson of course.lessons) {
        const open = examplesOf([lesson]).find((example) => !this.standing(user, example.id)?.completed);
        if (open) return { exampleId: open.id, lessonId: lesson.id };
      }
    }
    return null;
  }

  #begin(user: number, example: number, at: number): Standing {
    const key = `${user}/${example}`;
    const standing = this.#standings.get(key) ?? {
      percent: 0,
      completed: false,
      best: null,
      bestAt: 0,
      last: null,
      lastAt: 0,
      savedAt: at,
    };
    this.#standings.set(key, standing);
    return standing;
  }

  #sameRun(run: Omit<ModelRun, "answer" | "version">): ModelRun | undefined {
    const mine = this.runs.filter((other) => other.user === run.user && other.example === run.example);
    const named = mine.find((other) => run.id !== null && other.id === run.id);
    if (named) return named;
    return mine
      .filter((other) => run.id === null || other.id === null)
      .filter((other) => other.timeMs === run.timeMs && Math.abs(other.endedAt - run.endedAt) <= tenMinutes)
      .sort((one, other) => other.endedAt - one.endedAt)[0];
  }

  #example(id: number): Example {
    return this.examples().find((example) => example.id === id) as Example;
  }
}

export function examplesOf(lessons: readonly Lesson[]): Example[] {
  return lessons.flatMap((lesson) => lesson.chapters.flatMap((chapter) => chapter.examples));
}
