// The use cases of authoring by endpoint.

import type { authoring } from "@tabstop/contract/authoring";
import type { HandlersOf } from "../handler.ts";
import { listCourses, readStructure } from "../store/content/content-admin.ts";
import {
  adminCreateChapter,
  adminCreateCourse,
  adminCreateExample,
  adminCreateLesson,
} from "./create-content.ts";
import { adminDelete } from "./delete-content.ts";
import { exportCsv, exportMarkdown, getTemplateCsv, getTemplateMarkdown } from "./export-course.ts";
import { importCourse, type ImportDeps } from "./import-course.ts";
import { importLessons } from "./import-lessons.ts";
import { adminGet, adminList, adminListExamples } from "./read-content.ts";
import { adminReorder } from "./reorder.ts";
import { adminUpdate } from "./update-content.ts";

export type AuthoringDeps = ImportDeps & {
  /** Called after COMMIT when a change of content may have left rows to be cleared. */
  readonly contentChanged: () => void;
};

export function authoringHandlers(deps: AuthoringDeps): HandlersOf<typeof authoring> {
  return {
    adminListCourses: async () => ({ courses: await deps.store.read(listCourses) }),
    adminGetStructure: async () => ({ courses: await deps.store.read(readStructure) }),
    adminGetCourse: ({ params }) => adminGet(deps, "course", params.courseId),
    adminCreateCourse: ({ principal, body }) => adminCreateCourse(deps, principal, body),
    adminUpdateCourse: ({ principal, params, body }) =>
      adminUpdate(deps, principal, "course", params.courseId, body),
    adminDeleteCourse: ({ principal, params }) => adminDelete(deps, principal, "course", params.courseId),
    adminListLessons: async ({ params }) => ({ lessons: await adminList(deps, "lesson", params.courseId) }),
    adminGetLesson: ({ params }) => adminGet(deps, "lesson", params.lessonId),
    adminCreateLesson: ({ principal, body }) => adminCreateLesson(deps, principal, body),
    adminUpdateLesson: ({ principal, params, body }) =>
      adminUpdate(deps, principal, "lesson", params.lessonId, body),
    adminDeleteLesson: ({ principal, params }) => adminDelete(deps, principal, "lesson", params.lessonId),
    adminListChapters: async ({ params }) => ({
      chapters: await adminList(deps, "chapter", params.lessonId),
    }),
    adminGetChapter: ({ params }) => adminGet(deps, "chapter", params.chapterId),
    adminCreateChapter: ({ principal, body }) => adminCreateChapter(deps, principal, body),
    adminUpdateChapter: ({ principal, params, body }) =>
      adminUpdate(deps, principal, "chapter", params.chapterId, body),
    adminDeleteChapter: ({ principal, params }) => adminDelete(deps, principal, "chapter", params.chapterId),
    adminListExamples: async ({ params }) => ({
      examples: await adminListExamples(deps, params.chapterId),
    }),
    adminGetExample: ({ params }) => adminGet(deps, "example", params.exampleId),
    adminCreateExample: ({ principal, body }) => adminCreateExample(deps, principal, body),
    adminUpdateExample: ({ principal, params, body }) =>
      adminUpdate(deps, principal, "example", params.exampleId, body),
    adminDeleteExample: ({ principal, params }) => adminDelete(deps, principal, "example", params.exampleId),
    adminReorder: ({ principal, body }) => adminReorder(deps, principal, body),

    importCourseMarkdown: ({ principal, body }) =>
      importCourse(deps, principal, "importCourseMarkdown", body),
    importCourseCsv: ({ principal, body }) => importCourse(deps, principal, "importCourseCsv", body),
    importLesson: ({ principal, body }) => importLessons(deps, principal, "importLesson", body),
    importLessonsCsv: ({ principal, body }) => importLessons(deps, principal, "importLessonsCsv", body),
    getTemplateMarkdown: () => getTemplateMarkdown(),
    getTemplateCsv: () => getTemplateCsv(),
    exportMarkdown: ({ params }) => exportMarkdown(deps, params),
    exportCsv: ({ params }) => exportCsv(deps, params),
  };
}
