// A small course for API tests: two lessons with one example each, and one lesson without any.

import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";

export type SampleCourse = {
  readonly courseId: number;
  readonly lessonId: number;
  readonly chapterId: number;
  readonly exampleId: number;
};

export async function addSampleCourse(store: Store, at: number): Promise<SampleCourse> {
  const { courseId } = await store.write((tx) => insertCourse(tx, { course: sampleCourse, at }));
  return store.read(async (db) => {
    const { id: lessonId } = await db
      .selectFrom("lesson")
      .select("id")
      .where("course_id", "=", courseId)
      .orderBy("order_index")
      .executeTakeFirstOrThrow();
    const { id: exampleId, chapterId } = await db
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .select(["example.id", "chapter.id as chapterId"])
      .where("chapter.lesson_id", "=", lessonId)
      .executeTakeFirstOrThrow();
    return { courseId, lessonId, chapterId, exampleId };
  });
}

const example = (title: string, code: string) => ({
  title,
  description: "",
  language: "javascript",
  code_content: code,
  output: "",
});

const sampleCourse = {
  title: "First steps",
  description: "",
  difficulty_level: "beginner",
  order_index: null,
  published: true,
  lessons: [
    {
      title: "Names",
      description: "Give a value a name.",
      chapters: [
        {
          title: "Constants",
          description: "",
          examples: [example("A number", "const answer = 42;\n")],
        },
      ],
    },
    {
      title: "Text",
      description: "",
      chapters: [{ title: "Quotes", description: "", examples: [example("A greeting", 'let hi = "é";\n')] }],
    },
    { title: "Later", description: "", chapters: [] },
  ],
} as const;
