import { useEffect, useState, useSyncExternalStore } from "react";
import { quietApi } from "../../shell/data/api.ts";
import { createImporter, type Importer, type ImporterState, type ImportRequest } from "./importer.ts";
import { reloadStructure } from "../structure.ts";

/** An import that was running when its page was closed, because the session ended or the admin left. */
let interrupted: { readonly userId: number; readonly importer: Importer } | null = null;

function interruptedOf(userId: number): Importer | null {
  return interrupted?.userId === userId ? interrupted.importer : null;
}

/**
 * An import that lives as long as the page, so it continues while its panel is hidden. `isResumed` means that it was
 * interrupted and the same admin has come back to see its results.
 */
export function useImporter(userId: number): {
  readonly importer: Importer;
  readonly state: ImporterState;
  readonly isResumed: boolean;
} {
  const [earlier] = useState(() => interruptedOf(userId));
  const [importer] = useState(
    () => earlier ?? createImporter({ send, wait, imported: () => void reloadStructure(userId) }),
  );
  const state = useSyncExternalStore(importer.subscribe, importer.getSnapshot);
  useEffect(() => {
    if (interrupted?.importer === importer) interrupted = null;
    return () => {
      const { stage } = importer.getSnapshot();
      if (stage.kind === "running" && !stage.dryRun) interrupted = { userId, importer };
      importer.stop();
    };
  }, [importer, userId]);
  return { importer, state, isResumed: earlier !== null };
}

// The list of courses is loaded once at the end, not after each of perhaps many files.
function send({ fileKind, text, courseId, lessonTitle, published, dryRun }: ImportRequest) {
  if (fileKind === "csv")
    return courseId === null
      ? quietApi("importCourseCsv", { body: { csvData: text, published, dryRun } })
      : quietApi("importLessonsCsv", { body: { csvData: text, courseId, dryRun } });
  return courseId === null
    ? quietApi("importCourseMarkdown", { body: { markdown: text, published, dryRun } })
    : quietApi("importLesson", { body: { markdown: text, courseId, lessonTitle, dryRun } });
}

function wait(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
