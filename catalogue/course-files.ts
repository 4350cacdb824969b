// Reads the built-in courses in this folder: NAME.md is a course file like that of any author, read by the same parser.
// Its examples may need fixtures when they run: NAME.fixture.sql fills the tables of the SQL examples, and the files in
// the folder NAME.fixture/ are copied beside every other example. Neither is part of the course that learners see.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Course } from "@tabstop/course/course";
import { parseCourse } from "@tabstop/course/markdown/parse-markdown";

export const catalogueFolder = import.meta.dirname;

export type CourseFile = {
  /** `python-essentials.md` */
  readonly name: string;
  readonly course: Course;
  readonly lessonCount: number;
  readonly chapterCount: number;
  /** All examples in the order of teaching. */
  readonly examples: readonly CatalogueExample[];
};

export type CatalogueExample = {
  readonly file: string;
  readonly lesson: string;
  readonly chapter: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly code: string;
  /** What the file says the code prints; empty if it says nothing. */
  readonly output: string;
  readonly lessonIndex: number;
  readonly chapterIndex: number;
  /** Fills the database before the example runs; empty if the course has no NAME.fixture.sql. */
  readonly fixtureSql: string;
  readonly fixtureFolder?: string;
  /** Changes with every file of the fixture folder; empty without one. */
  readonly fixtureHash: string;
};

export type ReadCourse =
  | { readonly ok: true; readonly file: CourseFile }
  /** `messages` are errors or warnings of the importer; a built-in course must have neither. */
  | { readonly ok: false; readonly name: string; readonly messages: readonly string[] };

/** The names of all course files, in alphabetical order. */
export function courseFileNames(folder = catalogueFolder): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort();
}

export function readCourse(name: string, folder = catalogueFolder): ReadCourse {
  const path = join(folder, name);
  const parsed = parseCourse(readFileSync(path, "utf8"));
  if (!parsed.ok) return { ok: false, name, messages: parsed.problems.map((problem) => problem.message) };
  if (parsed.warnings.length > 0) {
    return { ok: false, name, messages: parsed.warnings.map((warning) => warning.message) };
  }
  const { course } = parsed;
  const fixture = readFixture(path.replace(/\.md$/, ".fixture"));
  const examples = course.lessons.flatMap((lesson, lessonIndex) =>
    lesson.chapters.flatMap((chapter, chapterIndex) =>
      chapter.examples.map((example) => ({
        file: basename(name),
        lesson: lesson.title,
        chapter: chapter.title,
        title: example.title,
        description: example.description,
        language: example.language,
        code: example.code_content,
        output: example.output,
        lessonIndex,
        chapterIndex,
        ...fixture,
      })),
    ),
  );
  return {
    ok: true,
    file: {
      name: basename(name),
      course,
      lessonCount: course.lessons.length,
      chapterCount: course.lessons.reduce((sum, lesson) => sum + lesson.chapters.length, 0),
      examples,
    },
  };
}

function readFixture(path: string): Pick<CatalogueExample, "fixtureSql" | "fixtureFolder" | "fixtureHash"> {
  const fixtureSql = existsSync(`${path}.sql`) ? readFileSync(`${path}.sql`, "utf8") : "";
  if (!existsSync(path)) return { fixtureSql, fixtureHash: "" };
  const hash = createHash("sha256");
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort()) {
    hash
      .update(`${relative(path, entry)}\0`)
      .update(readFileSync(entry))
      .update("\0");
  }
  return { fixtureSql, fixtureFolder: path, fixtureHash: hash.digest("hex") };
}
