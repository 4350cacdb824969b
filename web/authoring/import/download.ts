// The files that admins take with them: templates to write from, and courses as they are.

import { api } from "../../shell/data/api.ts";
import { saveFile } from "../../shell/data/save-file.ts";
import type { FileKind } from "./import-files.ts";

const templateNames = { markdown: "tabstop-course-template.md", csv: "tabstop-course-template.csv" } as const;

/** The server's template; when the call fails, the same file as it lies beside the web app. */
export async function downloadTemplate(kind: FileKind): Promise<void> {
  const name = templateNames[kind];
  const file = await api(kind === "csv" ? "getTemplateCsv" : "getTemplateMarkdown").catch(async () => {
    const answer = await fetch(`/templates/${name}`);
    if (!answer.ok) throw new Error("The template could not be downloaded.");
    return { name, content: await answer.blob() };
  });
  saveFile(file, name);
}

/** What to say when an export fails without a sentence of the server's. */
export const exportFallback = { markdown: "Failed to export markdown", csv: "Failed to export CSV" } as const;

/** Under the name that the server gives it. */
export async function downloadCourse(courseId: number, kind: FileKind): Promise<void> {
  const params = { courseId };
  if (kind === "csv") saveFile(await api("exportCsv", { params }), `course-${courseId}.csv`);
  else saveFile(await api("exportMarkdown", { params }), `course-${courseId}.md`);
}
