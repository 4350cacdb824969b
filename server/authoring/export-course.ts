// Files to save: a course in either format, and templates to start from.

import type { ParsedParams } from "@tabstop/contract/calls";
import { exportName } from "@tabstop/course/export-name";
import { printCourseCsv } from "@tabstop/course/print-csv";
import { printCourse } from "@tabstop/course/print-markdown";
import { templateCsv, templateMarkdown, templateNames } from "@tabstop/course/templates";
import { readCourseTree } from "../store/course-tree.ts";
import type { Store } from "../store/store.ts";
import { known } from "./content-answers.ts";

export type CourseFile = {
  readonly contentType: string;
  /** In any script. */
  readonly name: string;
  readonly asciiName: string;
  readonly content: string;
};

const contentTypes = { markdown: "text/markdown; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

/** Throws DomainError NOT_FOUND. */
export async function exportMarkdown(
  { store }: { readonly store: Store },
  { courseId }: ParsedParams<"exportMarkdown">,
): Promise<CourseFile> {
  const course = known("course", await store.read((db) => readCourseTree(db, courseId)));
  const { name, ascii } = exportName(course.title, courseId, "md");
  return { contentType: contentTypes.markdown, name, asciiName: ascii, content: printCourse(course) };
}

/** Throws DomainError NOT_FOUND. */
export async function exportCsv(
  { store }: { readonly store: Store },
  { courseId }: ParsedParams<"exportCsv">,
): Promise<CourseFile> {
  const course = known("course", await store.read((db) => readCourseTree(db, courseId)));
  const { name, ascii } = exportName(course.title, courseId, "csv");
  return { contentType: contentTypes.csv, name, asciiName: ascii, content: printCourseCsv(course) };
}

export async function getTemplateMarkdown(): Promise<CourseFile> {
  const name = templateNames.markdown;
  return { contentType: contentTypes.markdown, name, asciiName: name, content: templateMarkdown };
}

export async function getTemplateCsv(): Promise<CourseFile> {
  const name = templateNames.csv;
  return { contentType: contentTypes.csv, name, asciiName: name, content: templateCsv };
}
