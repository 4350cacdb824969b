import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../shell/api.ts";
import { createImporter, type Importer, type ImporterState, type Sending } from "./importer.ts";
import { reloadStructure } from "./structure.ts";

/** An import that lives as long as the page: it goes on while its panel is hidden. */
export function useImporter(userId: number): readonly [Importer, ImporterState] {
  const [importer] = useState(() =>
    createImporter({ send, wait, imported: () => void reloadStructure(userId) }),
  );
  const state = useSyncExternalStore(importer.subscribe, importer.getSnapshot);
  useEffect(() => () => importer.stop(), [importer]);
  return [importer, state];
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
