// The state of an import, without React and without the network: choosing files, checking them, importing them. Files
// are sent one at a time, so that lessons are added in the order shown and the server has time for learners. A check
// reads each file again; the import sends the text that was checked, and checks again if a file has changed since.

import { ApiError } from "@tabstop/contract/client";
import {
  type FileKind,
  type FileLike,
  formatProblem,
  type ImportTarget,
  inNameOrder,
  kindOf,
  withoutExtension,
  selectionProblem,
} from "./import-files.ts";
import {
  duplicates,
  endsImport,
  failedImport,
  faultyFile,
  type ImportResult,
  noneImported,
  type Outcome,
  unreadableFile,
  withSharedTitles,
} from "./import-outcome.ts";
import { readCourseFile } from "./import-reading.ts";
import { list } from "../../ui/words.ts";
import { lessonTitleIn } from "./lesson-title.ts";

export type ImportRequest = {
  readonly fileKind: FileKind;
  readonly text: string;
  /** null when the import creates a course. */
  readonly courseId: number | null;
  /** When it is empty, the file's own title is used. */
  readonly lessonTitle: string;
  /** Whether learners see the new course. Lessons are seen when their course is. */
  readonly published: boolean;
  readonly dryRun: boolean;
};

export type ImporterDeps = {
  /** Sends one import request; throws what the client throws. */
  readonly send: (request: ImportRequest) => Promise<ImportResult>;
  /** Resolves after `ms`, or immediately when it is stopped. */
  readonly wait: (ms: number, stopped: AbortSignal) => Promise<void>;
  /** Called when something was imported: the list of courses is out of date. */
  readonly imported: () => void;
};

export type ChosenFile = {
  readonly id: number;
  readonly file: FileLike;
  readonly name: string;
  /** The title that the admin typed. When it is empty, the file's own title is used. */
  readonly lessonTitle: string;
  /** The title in the file. null when it has none; undefined when it is not read yet or is not a Markdown lesson. */
  readonly ownTitle: string | null | undefined;
};

export type FileResult = { readonly file: ChosenFile; readonly outcome: Outcome };

export type Stage =
  | { readonly kind: "choosing" }
  | {
      readonly kind: "running";
      readonly dryRun: boolean;
      /** The number of finished files, of all files, and the name of the current one. */
      readonly done: number;
      readonly of: number;
      readonly name: string;
      /** The seconds to wait that the server named when it limited the rate; else null. */
      readonly waitS: number | null;
      readonly results: readonly FileResult[];
      readonly isStopping: boolean;
    }
  | { readonly kind: "checked"; readonly results: readonly FileResult[] }
  | { readonly kind: "imported"; readonly results: readonly FileResult[] };

export type ImporterState = {
  readonly files: readonly ChosenFile[];
  readonly target: ImportTarget;
  /** New courses are imported as drafts. */
  readonly isDraft: boolean;
  readonly stage: Stage;
  /** Why the files cannot be checked or imported, in the specification's words. */
  readonly problem: string | null;
  /** A note about the last choice of files. */
  readonly note: string | null;
  /** Sentences about titles that exist already, which the admin has to confirm before the import. */
  readonly toConfirm: readonly string[] | null;
};

export type Importer = ReturnType<typeof createImporter>;

// Long: the actions share the state; the steps are functions inside it.
export function createImporter(deps: ImporterDeps) {
  let state: ImporterState = {
    files: [],
    target: { kind: "new" },
    isDraft: false,
    stage: { kind: "choosing" },
    problem: null,
    note: null,
    toConfirm: null,
  };
  const listeners = new Set<() => void>();
  /** The texts that the last check read, by the id of the file. */
  let texts = new Map<number, string>();
  let isComparing = false;
  let nextId = 1;
  let stopController = new AbortController();

  function set(change: Partial<ImporterState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Changes files or target, and discards the results of a check, which no longer apply. */
  function changeChoice(change: Partial<Pick<ImporterState, "files" | "target" | "note">>): void {
    if (state.stage.kind === "running") return;
    const files = change.files ?? state.files;
    texts = new Map();
    set({
      note: null,
      ...change,
      stage: { kind: "choosing" },
      problem: formatProblem(files.map(({ name }) => name)),
      toConfirm: null,
    });
    void findTitles();
  }

  async function findTitles(): Promise<void> {
    if (state.target.kind === "new") return;
    for (const { id, file } of state.files) {
      if (!hasUnknownTitle(id)) continue;
      const reading = await readCourseFile(file);
      if (reading.kind === "text") offerTitle(id, reading.text);
    }
  }

  function hasUnknownTitle(id: number): boolean {
    const chosen = state.files.find((file) => file.id === id);
    return chosen !== undefined && chosen.ownTitle === undefined && kindOf(chosen.name) === "markdown";
  }

  /** Stores the title of a lesson; one without a `# Title` is offered its file name. */
  function offerTitle(id: number, text: string): void {
    // The file was removed or read by another step in the meantime.
    if (!hasUnknownTitle(id)) return;
    const ownTitle = lessonTitleIn(text);
    const files = state.files.map((file) => {
      if (file.id !== id) return file;
      const isOffered = ownTitle === null && file.lessonTitle === "";
      return { ...file, ownTitle, ...(isOffered && { lessonTitle: withoutExtension(file.name) }) };
    });
    set({ files });
  }

  async function outcomeOf(
    chosen: ChosenFile,
    dryRun: boolean,
  ): Promise<{ outcome: Outcome; endsAll: boolean }> {
    const fileKind = kindOf(chosen.name);
    if (fileKind === null) throw new RangeError(`${chosen.name} is no course file`);
    let text = texts.get(chosen.id);
    if (dryRun || text === undefined) {
      const reading = await readCourseFile(chosen.file);
      if (reading.kind === "unreadable") return { outcome: unreadableFile, endsAll: false };
      if (reading.kind === "faulty") return { outcome: faultyFile(reading.problem), endsAll: false };
      text = reading.text;
    }
    const { target } = state;
    const courseId = target.kind === "new" ? null : target.courseId;
    if (courseId !== null) offerTitle(chosen.id, text);
    const { lessonTitle: typed } = state.files.find(({ id }) => id === chosen.id) ?? chosen;
    const lessonTitle = courseId === null || fileKind === "csv" ? "" : typed.trim();
    for (;;) {
      try {
        const published = courseId !== null || !state.isDraft;
        const result = await deps.send({ fileKind, text, courseId, lessonTitle, published, dryRun });
        if (dryRun) texts.set(chosen.id, text);
        else texts.delete(chosen.id);
        const { results: items, warnings } = result;
        return { outcome: { kind: "good", items, warnings, isDraft: !published }, endsAll: false };
      } catch (error) {
        const waitS = secondsToWait(error);
        if (waitS === null || stopController.signal.aborted) {
          const outcome = failedImport(error, fileKind, dryRun);
          return { outcome, endsAll: outcome.kind === "failed" && endsImport(error) };
        }
        progress({ waitS });
        await deps.wait(waitS * 1_000, stopController.signal);
        progress({ waitS: null });
        if (stopController.signal.aborted) return { outcome: { kind: "unsent" }, endsAll: true };
      }
    }
  }

  function progress(change: {
    waitS?: number | null;
    done?: number;
    name?: string;
    results?: FileResult[];
  }): void {
    if (state.stage.kind === "running") set({ stage: { ...state.stage, ...change } });
  }

  /** Sends `files` in their order. Returns their results and, unchanged, those of the other files in `earlier`. */
  async function run(
    files: readonly ChosenFile[],
    earlier: readonly FileResult[],
    dryRun: boolean,
  ): Promise<FileResult[]> {
    stopController = new AbortController();
    const outcomes = new Map<number, Outcome>();
    const all = () =>
      (earlier.length > 0 ? earlier : files.map((file) => ({ file }))).map((entry) => ({
        file: entry.file,
        outcome: outcomes.get(entry.file.id) ?? ("outcome" in entry ? entry.outcome : unsent),
      }));
    const first = files[0]?.name ?? "";
    set({
      problem: null,
      note: null,
      toConfirm: null,
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
      const { outcome, endsAll } = stopController.signal.aborted
        ? { outcome: unsent, endsAll: true }
        : await outcomeOf(file, dryRun);
      outcomes.set(file.id, outcome);
      if (endsAll) {
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
    set({
      stage: { kind: "checked", results: withSharedTitles(results) },
      problem: results.some(({ outcome }) => outcome.kind === "good") ? null : noneImported,
    });
  }

  /** The names of the files that no longer have the text that was checked, or that cannot be read any more. */
  async function changedSinceCheck(files: readonly ChosenFile[]): Promise<readonly string[]> {
    const changed: string[] = [];
    for (const { id, file, name } of files) {
      const reading = await readCourseFile(file);
      if (reading.kind !== "text" || reading.text !== texts.get(id)) changed.push(name);
    }
    return changed;
  }

  async function importChecked(isConfirmed: boolean): Promise<void> {
    if (state.stage.kind === "running" || isComparing) return;
    // Only checked files are imported: the admin sees a preview first.
    if (state.stage.kind !== "checked") return check();
    const { stage } = state;
    const { results: earlier } = stage;
    const good = earlier.filter(({ outcome }) => outcome.kind === "good");
    const toConfirm = duplicates(earlier.map(({ outcome }) => outcome));
    if (toConfirm.length > 0 && !isConfirmed) return set({ toConfirm });
    isComparing = true;
    const changed = await changedSinceCheck(good.map(({ file }) => file));
    isComparing = false;
    // The choice was changed in the meantime.
    if (state.stage !== stage) return;
    if (changed.length > 0) {
      await check();
      return set({ note: changedText(changed) });
    }
    const results = await run(
      good.map(({ file }) => file),
      earlier,
      false,
    );
    const sent = new Set(good.map(({ file }) => file.id));
    const isDone = ({ file, outcome }: FileResult) => sent.has(file.id) && outcome.kind === "good";
    const isUnsure = ({ outcome }: FileResult) => outcome.kind === "failed" && outcome.unsure;
    const done = new Set(results.filter(isDone).map(({ file }) => file.id));
    texts = new Map();
    set({
      stage: { kind: "imported", results },
      // Imported files are no longer chosen, so that a second press does not import them again.
      files: state.files.filter(({ id }) => !done.has(id)),
      problem: done.size === 0 ? noneImported : null,
    });
    if (done.size > 0 || results.some(isUnsure)) deps.imported();
  }

  return {
    getSnapshot: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Adds chosen or dropped files; a file of the same name replaces the old one. */
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
      changeChoice({
        files: [...kept, ...added.filter((file) => !byName.has(file.name))],
        note: replaced.length === 0 ? null : `Replaced files of the same name: ${names}`,
      });
    },
    remove(id: number): void {
      const files = state.files.filter((file) => file.id !== id);
      const { stage } = state;
      if (stage.kind !== "checked") return changeChoice({ files });
      // The results of the other files still hold.
      const results = withSharedTitles(stage.results.filter(({ file }) => file.id !== id));
      set({
        files,
        problem: null,
        note: null,
        stage: files.length > 0 ? { ...stage, results } : { kind: "choosing" },
      });
    },
    setTarget(target: ImportTarget): void {
      changeChoice({ target });
    },
    /** The results of a check still hold. */
    setDraft(isDraft: boolean): void {
      if (state.stage.kind !== "running") set({ isDraft });
    },
    /** Sets the title of this file's lesson. An empty title selects the file's own. */
    setLessonTitle(id: number, lessonTitle: string): void {
      changeChoice({ files: state.files.map((file) => (file.id === id ? { ...file, lessonTitle } : file)) });
    },
    /** Has the server check the files without importing them. */
    check,
    /** Imports the files that passed the check; first asks about titles that exist already. */
    import: (): Promise<void> => importChecked(false),
    confirm(): Promise<void> {
      set({ toConfirm: null });
      return importChecked(true);
    },
    cancel(): void {
      set({ toConfirm: null });
    },
    /** Sends no further file; the current one is finished. */
    stop(): void {
      stopController.abort();
      if (state.stage.kind === "running") set({ stage: { ...state.stage, isStopping: true } });
    },
  };
}

function changedText(names: readonly string[]): string {
  const have = names.length === 1 ? "has" : "have";
  return `${list(names)} ${have} changed since the check. Nothing was imported, and the files were checked again.`;
}

const unsent: Outcome = { kind: "unsent" };

/** The seconds to wait after RATE_LIMITED; null after any other error. */
function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "RATE_LIMITED") return null;
  return Math.min(error.retryAfterS ?? 5, 120);
}
