// An import from choosing files to its results, without React and without the network: what is chosen, what a check
// said, what was imported. One file after the other, so that lessons come in the order shown and the server is left
// room for learners. What was checked is what is sent: a file is read anew for every check, and kept for the import.

import { ApiError } from "@tabstop/contract/client";
import {
  type FileKind,
  type FileLike,
  formatProblem,
  type ImportTarget,
  inNameOrder,
  kindOf,
  nameWithoutEnd,
  selectionProblem,
} from "./import-files.ts";
import {
  duplicates,
  endsImport,
  failedImport,
  faultyFile,
  type ImportAnswer,
  noneImported,
  type Outcome,
  unreadableFile,
  withSharedTitles,
} from "./import-outcome.ts";
import { readCourseFile } from "./import-reading.ts";
import { lessonTitleIn } from "./lesson-title.ts";

export type Sending = {
  readonly fileKind: FileKind;
  readonly text: string;
  /** null: a new course. */
  readonly courseId: number | null;
  /** Empty where the file's own title counts. */
  readonly lessonTitle: string;
  readonly dryRun: boolean;
};

export type ImporterWorld = {
  /** One import call; throws what the client throws. */
  readonly send: (sending: Sending) => Promise<ImportAnswer>;
  /** Over after `ms`, or at once when it is stopped. */
  readonly wait: (ms: number, stopped: AbortSignal) => Promise<void>;
  /** Something was written: the list is out of date. */
  readonly imported: () => void;
};

export type ChosenFile = {
  readonly id: number;
  readonly file: FileLike;
  readonly name: string;
  /** What the admin typed; empty: the file's own title counts. */
  readonly lessonTitle: string;
  /** undefined: not looked for yet, or no lesson in Markdown. */
  readonly ownTitle: string | null | undefined;
};

export type Checked = { readonly file: ChosenFile; readonly outcome: Outcome };

export type Stage =
  | { readonly kind: "choosing" }
  | {
      readonly kind: "running";
      readonly dryRun: boolean;
      /** How many are done, and the name of the one under way. */
      readonly done: number;
      readonly of: number;
      readonly name: string;
      /** The server takes no more for a while: how many seconds it asked for. */
      readonly waitS: number | null;
      readonly results: readonly Checked[];
      readonly isStopping: boolean;
    }
  | { readonly kind: "checked"; readonly results: readonly Checked[] }
  | { readonly kind: "imported"; readonly results: readonly Checked[] };

export type ImporterState = {
  readonly files: readonly ChosenFile[];
  readonly target: ImportTarget;
  readonly stage: Stage;
  /** What stops the admin from going on, in the specification's words. */
  readonly problem: string | null;
  /** Good to know about what was just chosen. */
  readonly note: string | null;
  /** Titles that are there already, to be confirmed before anything is sent. */
  readonly asking: readonly string[] | null;
};

export type Importer = ReturnType<typeof createImporter>;

export function createImporter(world: ImporterWorld) {
  let state: ImporterState = {
    files: [],
    target: { kind: "new" },
    stage: { kind: "choosing" },
    problem: null,
    note: null,
    asking: null,
  };
  const listeners = new Set<() => void>();
  /** What the last check read, by file. */
  let texts = new Map<number, string>();
  let nextId = 1;
  let stopping = new AbortController();

  function set(change: Partial<ImporterState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Another choice: what a check said is no longer about it. */
  function choose(change: Partial<Pick<ImporterState, "files" | "target" | "note">>): void {
    if (state.stage.kind === "running") return;
    const files = change.files ?? state.files;
    texts = new Map();
    set({
      note: null,
      ...change,
      stage: { kind: "choosing" },
      problem: formatProblem(files.map(({ name }) => name)),
      asking: null,
    });
    void findTitles();
  }

  async function findTitles(): Promise<void> {
    if (state.target.kind === "new") return;
    for (const { id, file } of state.files) {
      if (!lacksTitle(id)) continue;
      const read = await readCourseFile(file);
      if (read.kind === "text") offerTitle(id, read.text);
    }
  }

  function lacksTitle(id: number): boolean {
    const chosen = state.files.find((file) => file.id === id);
    return chosen !== undefined && chosen.ownTitle === undefined && kindOf(chosen.name) === "markdown";
  }

  /** Only a lesson without a `# Title` is offered its file's name. */
  function offerTitle(id: number, text: string): void {
    // Removed, or looked at by another, while it was read.
    if (!lacksTitle(id)) return;
    const ownTitle = lessonTitleIn(text);
    const files = state.files.map((file) => {
      if (file.id !== id) return file;
      const isOffered = ownTitle === null && file.lessonTitle === "";
      return { ...file, ownTitle, ...(isOffered && { lessonTitle: nameWithoutEnd(file.name) }) };
    });
    set({ files });
  }

  async function outcomeOf(
    chosen: ChosenFile,
    dryRun: boolean,
  ): Promise<{ outcome: Outcome; ends: boolean }> {
    const fileKind = kindOf(chosen.name);
    if (fileKind === null) throw new RangeError(`${chosen.name} is no course file`);
    let text = texts.get(chosen.id);
    if (dryRun || text === undefined) {
      const read = await readCourseFile(chosen.file);
      if (read.kind === "unreadable") return { outcome: unreadableFile, ends: false };
      if (read.kind === "faulty") return { outcome: faultyFile(read.problem), ends: false };
      text = read.text;
    }
    const { target } = state;
    const courseId = target.kind === "new" ? null : target.courseId;
    if (courseId !== null) offerTitle(chosen.id, text);
    const { lessonTitle: typed } = state.files.find(({ id }) => id === chosen.id) ?? chosen;
    const lessonTitle = courseId === null || fileKind === "csv" ? "" : typed.trim();
    for (;;) {
      try {
        const answer = await world.send({ fileKind, text, courseId, lessonTitle, dryRun });
        if (dryRun) texts.set(chosen.id, text);
        else texts.delete(chosen.id);
        return { outcome: { kind: "good", items: answer.results, warnings: answer.warnings }, ends: false };
      } catch (error) {
        const waitS = secondsToWait(error);
        if (waitS === null || stopping.signal.aborted) {
          const outcome = failedImport(error, fileKind, dryRun);
          return { outcome, ends: outcome.kind === "failed" && endsImport(error) };
        }
        progress({ waitS });
        await world.wait(waitS * 1_000, stopping.signal);
        progress({ waitS: null });
        if (stopping.signal.aborted) return { outcome: { kind: "unsent" }, ends: true };
      }
    }
  }

  function progress(change: {
    waitS?: number | null;
    done?: number;
    name?: string;
    results?: Checked[];
  }): void {
    if (state.stage.kind === "running") set({ stage: { ...state.stage, ...change } });
  }

  /** `files` in their order; the rest of `known` keeps what was said about it. */
  async function run(
    files: readonly ChosenFile[],
    known: readonly Checked[],
    dryRun: boolean,
  ): Promise<Checked[]> {
    stopping = new AbortController();
    const outcomes = new Map<number, Outcome>();
    const all = () =>
      (known.length > 0 ? known : files.map((file) => ({ file }))).map((entry) => ({
        file: entry.file,
        outcome: outcomes.get(entry.file.id) ?? ("outcome" in entry ? entry.outcome : unsent),
      }));
    const first = files[0]?.name ?? "";
    set({
      problem: null,
      note: null,
      asking: null,
      stage: {
        kind: "running",
        dryRun,
        done: 0,
        of: files.length,
        name: first,
        waitS: null,
        results: [],
        isStopping: false,
      },
    });
    for (const [place, file] of files.entries()) {
      progress({ done: place, name: file.name });
      const { outcome, ends } = stopping.signal.aborted
        ? { outcome: unsent, ends: true }
        : await outcomeOf(file, dryRun);
      outcomes.set(file.id, outcome);
      if (ends) {
        for (const later of files.slice(place + 1)) outcomes.set(later.id, unsent);
        break;
      }
      progress({ results: all().filter(({ file: { id } }) => outcomes.has(id)) });
    }
    return all();
  }

  async function check(): Promise<void> {
    if (state.stage.kind === "running") return;
    const problem = selectionProblem(
      state.files.map(({ name }) => name),
      state.target,
    );
    if (problem !== null) return set({ problem, note: null });
    texts = new Map();
    const results = await run(state.files, [], true);
    set({ stage: { kind: "checked", results: withSharedTitles(results) } });
  }

  async function importChecked(isConfirmed: boolean): Promise<void> {
    if (state.stage.kind === "running") return;
    // Nothing is written that nobody has seen a preview of.
    if (state.stage.kind !== "checked") return check();
    const { results: known } = state.stage;
    const good = known.filter(({ outcome }) => outcome.kind === "good");
    const asking = duplicates(known.map(({ outcome }) => outcome));
    if (asking.length > 0 && !isConfirmed) return set({ asking });
    const results = await run(
      good.map(({ file }) => file),
      known,
      false,
    );
    const sent = new Set(good.map(({ file }) => file.id));
    const isDone = ({ file, outcome }: Checked) => sent.has(file.id) && outcome.kind === "good";
    const isUnsure = ({ outcome }: Checked) => outcome.kind === "failed" && outcome.unsure;
    const done = new Set(results.filter(isDone).map(({ file }) => file.id));
    texts = new Map();
    set({
      stage: { kind: "imported", results },
      // What is in is chosen no longer, so that a second press doesn't bring it in twice.
      files: state.files.filter(({ id }) => !done.has(id)),
      problem: done.size === 0 ? noneImported : null,
    });
    if (done.size > 0 || results.some(isUnsure)) world.imported();
  }

  return {
    getSnapshot: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Adds what was chosen or dropped; a file of the same name takes the old one's place. */
    add(files: readonly FileLike[]): void {
      if (files.length === 0) return;
      const added = inNameOrder(files).map((file) => ({
        id: nextId++,
        file,
        name: file.name,
        lessonTitle: "",
        ownTitle: undefined,
      }));
      const replaced = added.filter(({ name }) => state.files.some((old) => old.name === name));
      const byName = new Map(replaced.map((file) => [file.name, file]));
      const kept = state.files.map((old) => byName.get(old.name) ?? old);
      const names = replaced.map(({ name }) => name).join(", ");
      choose({
        files: [...kept, ...added.filter((file) => !byName.has(file.name))],
        note: replaced.length === 0 ? null : `Chosen anew, in place of the one before: ${names}`,
      });
    },
    remove(id: number): void {
      const files = state.files.filter((file) => file.id !== id);
      const { stage } = state;
      if (stage.kind !== "checked") return choose({ files });
      // What the check said of the others still holds.
      const results = withSharedTitles(stage.results.filter(({ file }) => file.id !== id));
      set({
        files,
        problem: null,
        note: null,
        stage: files.length > 0 ? { ...stage, results } : { kind: "choosing" },
      });
    },
    setTarget(target: ImportTarget): void {
      choose({ target });
    },
    /** What the lesson of this file shall be called; empty for the file's own title. */
    setLessonTitle(id: number, lessonTitle: string): void {
      choose({ files: state.files.map((file) => (file.id === id ? { ...file, lessonTitle } : file)) });
    },
    /** Asks the server what an import would do. */
    check,
    /** Imports what the check found good, asking first where a title is there already. */
    import: (): Promise<void> => importChecked(false),
    confirm(): Promise<void> {
      set({ asking: null });
      return importChecked(true);
    },
    cancel(): void {
      set({ asking: null });
    },
    /** No further file; the one under way is finished. */
    stop(): void {
      stopping.abort();
      if (state.stage.kind === "running") set({ stage: { ...state.stage, isStopping: true } });
    },
  };
}

const unsent: Outcome = { kind: "unsent" };

/** Only a server that is asked too often says when to come again. */
function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "RATE_LIMITED") return null;
  return Math.min(error.retryAfterS ?? 5, 120);
}
