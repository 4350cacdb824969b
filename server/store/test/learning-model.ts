// A plain model of progress in memory, for `derived.test.ts`: slow, short and without SQL. It computes everything from
// the list of attempts and the tree of courses, and keeps no sums.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import type { Evidence } from "../results/runs.ts";
import type { BoardKind } from "../results/time-counts.ts";

/** `length` is that of its code. */
export type ModelExample = { id: number; version: number; length: number };
export type ModelChapter = { id: number; examples: ModelExample[] };
export type ModelLesson = { id: number; chapters: ModelChapter[] };
export type ModelCourse = { id: number; lessons: ModelLesson[] };

export type ModelProgress = {
  percent: number;
  completed: boolean;
  /** The attempts whose times are listed. */
  listed: ModelRun[];
  /** The slowest time that an admin removed. */
  removed: number;
  last: number | null;
  lastAt: number;
  savedAt: number;
};

export type ModelResult = {
  best_time_ms: number | null;
  last_time_ms: number | null;
  isRecord: boolean;
  checked: boolean;
  unchecked_because: UncheckedReason | null;
};

export type ModelRun = {
  user: number;
  example: number;
  id: string | null;
  timeMs: number;
  endedAt: number;
  /** As far as its log proves it. */
  provenEnd: number;
  receivedAt: number;
  errors: number | null;
  /** The version of the code for which it counted, or null. */
  version: number | null;
  because: UncheckedReason | null;
  isRemoved: boolean;
  result: ModelResult;
};

/** What a client reports. */
export type ModelReport = Pick<ModelRun, "user" | "example" | "id" | "timeMs" | "endedAt" | "errors">;

/** A stored log. */
export type ModelLog = { run: ModelRun; version: number; timeMs: number | null; kept: boolean };

const tenMinutes = 600_000;
const keptMs = 400 * 86_400_000;

export class LearningModel {
  courses: ModelCourse[] = [];
  users: number[] = [];
  runs: ModelRun[] = [];
  logs: ModelLog[] = [];
  readonly #progress = new Map<string, ModelProgress>();

  // ------------------------------------------------------------ changes

  autosave(user: number, example: number, percent: number, at: number): void {
    const progress = this.#progressOf(user, example, at);
    progress.savedAt = Math.max(progress.savedAt, at);
    if (!progress.completed) progress.percent = Math.max(progress.percent, percent);
  }

  complete(report: ModelReport, codeVersion: number | null, evidence: Evidence, at: number): ModelResult {
    const seen = this.#sameRun(report);
    if (seen) {
      seen.id ??= report.id;
      seen.errors ??= report.errors;
      this.#addLog(seen, evidence, at);
      return resultOf(seen);
    }
    const progress = this.#progressOf(report.user, report.example, at);
    progress.savedAt = Math.max(progress.savedAt, at);
    progress.completed = true;
    progress.percent = 100;
    const { version, length } = this.#example(report.example);
    const isOnCode = (codeVersion ?? evidence.run?.codeVersion ?? version) === version;
    const counts = isOnCode && report.endedAt >= at - keptMs;
    const isFast = counts && length >= 20 && report.timeMs < 2 * length;
    const isForeign = evidence.run !== null && !(isOnCode && evidence.run.codeVersion === version);
    const because = isFast ? "fast" : isForeign ? "log" : (evidence.because ?? (counts ? null : "late"));
    const before = best(progress.listed)?.timeMs ?? null;
    const run: ModelRun = {
      ...report,
      ...{
        provenEnd: provenEnd(report.endedAt, evidence, at),
        receivedAt: at,
        version: counts ? version : null,
        because,
        isRemoved: false,
      },
      result: undefined as never,
    };
    const isTimed = counts && !isFast;
    const isListed = isTimed && (because === null || run.timeMs > progress.removed);
    if (isListed) progress.listed.push(run);
    if (isTimed && (progress.last === null || run.endedAt >= progress.lastAt)) {
      progress.last = run.timeMs;
      progress.lastAt = run.endedAt;
    }
    if (counts && evidence.run !== null && !isForeign)
      this.#store({ run, version, timeMs: isTimed ? run.timeMs : null, kept: isListed });
    const after = best(progress.listed)?.timeMs ?? null;
    run.result = {
      ...{ best_time_ms: after, last_time_ms: progress.last, isRecord: after !== before },
      ...{ checked: because === null, unchecked_because: because },
    };
    this.runs.push(run);
    return run.result;
  }

  /** Adds the log of a repeat to an attempt that had none. */
  #addLog(first: ModelRun, evidence: Evidence, at: number): void {
    const { because, run } = evidence;
    if (first.because !== "none" || because === "none") return;
    const { version } = this.#example(first.example);
    const isOfFirst =
      run !== null &&
      run.codeVersion === version &&
      first.version === version &&
      run.timeMs === first.timeMs &&
      (first.errors === null || run.errors === first.errors);
    first.because = isOfFirst ? because : because === "busy" ? "busy" : "log";
    first.provenEnd = provenEnd(first.endedAt, evidence, at);
    const progress = this.progress(first.user, first.example) as ModelProgress;
    const isListed = !first.isRemoved && (first.because === null || first.timeMs > progress.removed);
    if (first.because === null && isListed && !progress.listed.includes(first)) progress.listed.push(first);
    if (isOfFirst) this.#store({ run: first, version, timeMs: first.timeMs, kept: isListed });
  }

  #store(log: ModelLog): void {
    const { user, example } = log.run;
    const kept = this.logs.filter((one) => one.kept && one.run.user === user && one.run.example === example);
    this.logs.push(log);
    if (!log.kept) return;
    const all = [...kept, log].map((one) => one.run);
    const stay = [fastest(all, endOf), fastest(all.filter(isChecked), endOf)];
    for (const one of [...kept, log]) one.kept = stay.includes(one.run);
  }

  /** Forgets the attempts that ended before a moment, and returns them. What they counted for stays. */
  sweep(before: number): readonly ModelRun[] {
    const swept = this.runs.filter((run) => run.endedAt < before);
    this.runs = this.runs.filter((run) => run.endedAt >= before);
    return swept;
  }

  changeCode(id: number, length: number): void {
    const example = this.#example(id);
    example.version++;
    example.length = length;
    this.logs = this.logs.filter((log) => log.run.example !== id);
    for (const user of this.users) {
      const progress = this.progress(user, id);
      if (progress) Object.assign(progress, { listed: [], removed: 0, last: null });
    }
  }

  removeTime(user: number, example: number, board: BoardKind): boolean {
    const progress = this.progress(user, example);
    const removed = progress && this.#listedOn(progress, board)?.timeMs;
    if (!progress || removed === undefined) return false;
    const { version } = this.#example(example);
    for (const run of this.runs)
      if (run.user === user && run.example === example) {
        const isOfCode = run.version === null || run.version === version;
        if (isOfCode && run.result.best_time_ms !== null && run.result.best_time_ms <= removed)
          run.result = { ...run.result, best_time_ms: null, isRecord: false };
        if (run.version === version && run.timeMs <= removed) run.isRemoved = true;
      }
    for (const log of this.logs)
      if (log.run.user === user && log.run.example === example && (log.timeMs ?? Infinity) <= removed)
        log.kept = false;
    const checked = this.#listedOn(progress, "checked");
    progress.listed = checked && checked.timeMs > removed ? [checked] : [];
    progress.removed = Math.max(progress.removed, removed);
    return true;
  }

  /** Forgets the results of deleted examples and learners. */
  forget(): void {
    const examples = new Set(this.examples().map((example) => example.id));
    const users = new Set(this.users);
    this.runs = this.runs.filter((run) => examples.has(run.example) && users.has(run.user));
    this.logs = this.logs.filter(({ run }) => examples.has(run.example) && users.has(run.user));
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

  best(user: number, example: number): number | null {
    return best(this.progress(user, example)?.listed ?? [])?.timeMs ?? null;
  }

  /** Learners and times, fastest first. */
  board(example: number, board: BoardKind) {
    const timed = this.users.flatMap((user) => {
      const progress = this.progress(user, example);
      const run = progress && this.#listedOn(progress, board);
      return run ? [run] : [];
    });
    timed.sort(
      (one, other) => one.timeMs - other.timeMs || placeOf(one) - placeOf(other) || one.user - other.user,
    );
    return timed.map((run) => ({
      user: run.user,
      best: run.timeMs,
      rank: 1 + timed.filter((other) => other.timeMs < run.timeMs).length,
      because: run.because,
    }));
  }

  #listedOn({ listed }: ModelProgress, board: BoardKind): ModelRun | undefined {
    return best(board === "all" ? listed : listed.filter(isChecked));
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
      listed: [],
      removed: 0,
      last: null,
      lastAt: 0,
      savedAt: at,
    };
    this.#progress.set(key, progress);
    return progress;
  }

  #sameRun(run: ModelReport): ModelRun | undefined {
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

function provenEnd(endedAt: number, { run }: Evidence, at: number): number {
  if (run === null) return endedAt;
  return Math.max(endedAt, at - Math.max(0, (run.startedMs ?? run.timeMs) - run.timeMs));
}

function isChecked(run: ModelRun): boolean {
  return run.because === null;
}

const endOf = (run: ModelRun) => run.endedAt;
/** A checked time counts from its end, any other from when the server first heard of it. */
const placeOf = (run: ModelRun) => (isChecked(run) ? run.provenEnd : run.receivedAt);
const best = (runs: readonly ModelRun[]) => fastest(runs, placeOf);

/** Of equal times a checked one, then the earlier one. */
function fastest(runs: readonly ModelRun[], at: (run: ModelRun) => number): ModelRun | undefined {
  return runs.toSorted(
    (one, other) =>
      one.timeMs - other.timeMs || Number(isChecked(other)) - Number(isChecked(one)) || at(one) - at(other),
  )[0];
}

/** The first result, where a log that was added may have changed whether it is checked. */
function resultOf(run: ModelRun): ModelResult {
  return { ...run.result, checked: isChecked(run), unchecked_because: run.because };
}

export function examplesOf(lessons: readonly ModelLesson[]): ModelExample[] {
  return lessons.flatMap((lesson) => lesson.chapters.flatMap((chapter) => chapter.examples));
}
