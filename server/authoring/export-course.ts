// Files to download: a course in either format, and templates for new courses.

import type { ParsedParams } from "@tabstop/contract/endpoints";
import { exportName } from "@tabstop/course/export-name";
import { templateCsv, templateMarkdown, templateNames } from "@tabstop/course/templates";
import type { FileResponse } from "../handler.ts";
import { readCourseTree } from "../store/content/course-tree.ts";
import type { Store } from "../store/store.ts";
import type { CourseReader } from "./course-reader.ts";
import { orNotFound } from "./or-not-found.ts";

const contentTypes = { markdown: "text/markdown; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

type Deps = { readonly store: Store; readonly reader: Pick<CourseReader, "print"> };

/** Throws DomainError NOT_FOUND. */
export function exportMarkdown(
  deps: Deps,
  { courseId }: ParsedParams<"exportMarkdown">,
): Promise<FileResponse> {
  return exportCourse(deps, courseId, "markdown");
}

/** Throws DomainError NOT_FOUND. */
export function exportCsv(deps: Deps, { courseId }: ParsedParams<"exportCsv">): Promise<FileResponse> {
  return exportCourse(deps, courseId, "csv");
}

export async function getTemplateMarkdown(): Promise<FileResponse> {
  const name = templateNames.markdown;
  return { contentType: contentTypes.markdown, name, asciiName: name, content: templateMarkdown };
}

export async function getTemplateCsv(): Promise<FileResponse> {
  const name = templateNames.csv;
  return { contentType: contentTypes.csv, name, asciiName: name, content: templateCsv };
}

async function exportCourse(
  { store, reader }: Deps,
  courseId: number,
  format: "markdown" | "csv",
): Promise<FileResponse> {
  const course = orNotFound("course", await store.read((db) => readCourseTree(db, courseId)));
  const { name, ascii } = exportName(course.title, courseId, format === "markdown" ? "md" : "csv");
  const content = await reader.print({ print: format, course });
  return { contentType: contentTypes[format], name, asciiName: ascii, content };
}
