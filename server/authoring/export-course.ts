// Files to save: a course in either format, and templates to start from.

import type { ParsedParams } from "@tabstop/contract/endpoints";
import { exportName } from "@tabstop/course/export-name";
import { templateCsv, templateMarkdown, templateNames } from "@tabstop/course/templates";
import { readCourseTree } from "../store/content/course-tree.ts";
import type { Store } from "../store/store.ts";
import type { CourseReader } from "./course-reader.ts";
import { orNotFound } from "./or-not-found.ts";

export type CourseFile = {
  readonly contentType: string;
  /** In any script. */
  readonly name: string;
  readonly asciiName: string;
  readonly content: string;
};

const contentTypes = { markdown: "text/markdown; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

type Deps = { readonly store: Store; readonly reader: Pick<CourseReader, "print"> };

/** Throws DomainError NOT_FOUND. */
export function exportMarkdown(
  deps: Deps,
  { courseId }: ParsedParams<"exportMarkdown">,
): Promise<CourseFile> {
  return exportCourse(deps, courseId, "markdown");
}

/** Throws DomainError NOT_FOUND. */
export function exportCsv(deps: Deps, { courseId }: ParsedParams<"exportCsv">): Promise<CourseFile> {
  return exportCourse(deps, courseId, "csv");
}

export async function getTemplateMarkdown(): Promise<CourseFile> {
  const name = templateNames.markdown;
  return { contentType: contentTypes.markdown, name, asciiName: name, content: templateMarkdown };
}

export async function getTemplateCsv(): Promise<CourseFile> {
  const name = templateNames.csv;
  return { contentType: contentTypes.csv, name, asciiName: name, content: templateCsv };
}

async function exportCourse(
  { store, reader }: Deps,
  courseId: number,
  format: "markdown" | "csv",
): Promise<CourseFile> {
  const course = orNotFound("course", await store.read((db) => readCourseTree(db, courseId)));
  const { name, ascii } = exportName(course.title, courseId, format === "markdown" ? "md" : "csv");
  const content = await reader.print({ print: format, course });
  return { contentType: contentTypes[format], name, asciiName: ascii, content };
}
