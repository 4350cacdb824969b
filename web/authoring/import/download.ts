// Downloads: the templates for course files, and courses as files.

import { api } from "../../shell/data/api.ts";
import { saveFile } from "../../shell/data/save-file.ts";
import type { FileKind } from "./import-files.ts";

const templateNames = { markdown: "tabstop-course-template.md", csv: "tabstop-course-template.csv" } as const;

/** The server's template; when the request fails, the copy of it among the web app's files. */
export async function downloadTemplate(kind: FileKind): Promise<void> {
  const name = templateNames[kind];
  const file = await api(kind === "csv" ? "getTemplateCsv" : "getTemplateMarkdown").catch(async () => {
    const response = await fetch(`/templates/${name}`);
    if (!response.ok) throw new Error("The template could not be downloaded.");
    return { name, content: await response.blob() };
  });
  saveFile(file, name);
}

/** The texts for an export that failed without a sentence from the server. */
export const exportFallback = { markdown: "Failed to export markdown", csv: "Failed to export CSV" } as const;

/** Saves the course under the file name that the server gives. */
export async function downloadCourse(courseId: number, kind: FileKind): Promise<void> {
  const params = { courseId };
  if (kind === "csv") saveFile(await api("exportCsv", { params }), `course-${courseId}.csv`);
  else saveFile(await api("exportMarkdown", { params }), `course-${courseId}.md`);
}
