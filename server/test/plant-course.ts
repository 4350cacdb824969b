// Courses for tests, written as their contents: lesson → chapter → titles of examples.
//
//   const { example, lesson } = await plantCourse(store, { lessons: { One: { "1a": ["a", "b"], "1b": [] } } });
//   await client("getLesson", { params: { lessonId: lesson("One") } });

import type { Course } from "@tabstop/course/course";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";

export type Plan = {
  readonly title?: string;
  readonly published?: boolean;
  /** null or absent: after the last course. */
  readonly orderIndex?: number | null;
  readonly lessons: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** Ids by title; an unknown title throws. */
export type Planted = {
  readonly courseId: number;
  readonly lesson: (title: string) => number;
  readonly chapter: (title: string) => number;
  readonly example: (title: string) => number;
};

export async function plantCourse(store: Store, plan: Plan): Promise<Planted> {
  const course: Course = {
    title: plan.title ?? "A course",
    description: "",
    difficulty_level: "beginner",
    order_index: plan.orderIndex ?? null,
    lessons: Object.entries(plan.lessons).map(([title, chapters]) => ({
      title,
      description: `about ${title}`,
      chapters: Object.entries(chapters).map(([chapter, examples]) => ({
        title: chapter,
        description: "",
        examples: examples.map((example) => ({
          title: example,
          description: "",
          language: "javascript",
          code_content: `const ${example} = 1;`,
          output: "",
        })),
      })),
    })),
  };
  const { courseId } = await store.write((tx) =>
    insertCourse(tx, {
      course: { ...course, published: plan.published ?? true },
      at: Date.UTC(2026, 10, 1),
    }),
  );
  const rows = await store.read((db) =>
    db
      .selectFrom("lesson")
      .leftJoin("chapter", "chapter.lesson_id", "lesson.id")
      .leftJoin("example", "example.chapter_id", "chapter.id")
      .select([
        "lesson.id as lessonId",
        "lesson.title as lesson",
        "chapter.id as chapterId",
        "chapter.title as chapter",
        "example.id as exampleId",
        "example.title as example",
      ])
      .where("lesson.course_id", "=", courseId)
      .execute(),
  );
  const finder = (kind: "lesson" | "chapter" | "example") => (title: string) => {
    const id = rows.find((row) => row[kind] === title)?.[`${kind}Id`];
    if (id === undefined || id === null) throw new RangeError(`No ${kind} ${title} was planted`);
    return id;
  };
  return { courseId, lesson: finder("lesson"), chapter: finder("chapter"), example: finder("example") };
}
