import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../shell/data/api.ts";
import { createImporter, type Importer, type ImporterState, type Sending } from "./importer.ts";
import { reloadStructure } from "../structure.ts";

/** One that was writing when its page was taken away, by the end of the session or by who left: what came in is told. */
let cutOff: { readonly userId: number; readonly importer: Importer } | null = null;

function cutOffOf(userId: number): Importer | null {
  return cutOff?.userId === userId ? cutOff.importer : null;
}

/**
 * An import that lives as long as the page: it goes on while its panel is hidden. `isBack`: it was cut off, and whoever
 * began it is here again.
 */
export function useImporter(userId: number): {
  readonly importer: Importer;
  readonly state: ImporterState;
  readonly isBack: boolean;
} {
  const [back] = useState(() => cutOffOf(userId));
  const [importer] = useState(
    () => back ?? createImporter({ send, wait, imported: () => void reloadStructure(userId) }),
  );
  const state = useSyncExternalStore(importer.subscribe, importer.getSnapshot);
  useEffect(() => {
    if (cutOff?.importer === importer) cutOff = null;
    return () => {
      const { stage } = importer.getSnapshot();
      if (stage.kind === "running" && !stage.dryRun) cutOff = { userId, importer };
      importer.stop();
    };
  }, [importer, userId]);
  return { importer, state, isBack: back !== null };
}

function send({ fileKind, text, courseId, lessonTitle, dryRun }: Sending) {
  if (fileKind === "csv")
    return courseId === null
      ? api("importCourseCsv", { body: { csvData: text, dryRun } })
      : api("importLessonsCsv", { body: { csvData: text, courseId, dryRun } });
  return courseId === null
    ? api("importCourseMarkdown", { body: { markdown: text, dryRun } })
    : api("importLesson", { body: { markdown: text, courseId, lessonTitle, dryRun } });
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
