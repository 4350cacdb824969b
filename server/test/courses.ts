// The smallest courses that a test needs.

import type { Chapter, Lesson } from "@tabstop/course/course";
import { insertUser } from "../store/accounts/accounts.ts";
import type { NewCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";

/**
 * `courseOf("A", [2, 1], [3])`: two lessons, the first with chapters of 2 and 1 examples, the second with one chapter
 * of 3.
 */
export function courseOf(title: string, ...lessons: readonly (readonly number[])[]): NewCourse {
  return {
    title,
    description: `About ${title}`,
    difficulty_level: "beginner",
    order_index: null,
    published: true,
    lessons: lessons.map((chapters, i) => lessonOf(`${title}${i + 1}`, chapters)),
  };
}

export function lessonOf(title: string, chapters: readonly number[]): Lesson {
  return { title, description: "", chapters: chapters.map((n, i) => chapterOf(`${title}.${i + 1}`, n)) };
}

function chapterOf(title: string, examples: number): Chapter {
  return {
    title,
    description: "",
    examples: Array.from({ length: examples }, (_, i) => ({
      title: `${title}.${i + 1}`,
      description: "",
      language: "javascript",
      code_content: `// ${title}.${i + 1}\n`,
      output: i === 0 ? `${title}\nis printed` : "",
    })),
  };
}

/** Creates learners with these names and returns their ids. */
export async function learners(store: Store, ...names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const email = `${name}@example.com`;
    const inserted = await store.write((tx) =>
      insertUser(tx, { username: name, email, passwordHash: "-", role: "learner", at: 0 }),
    );
    if (!inserted.ok) throw new Error(`${name} is taken`);
    ids.push(inserted.user.id);
  }
  return ids;
}

/** The ids of a course's examples by title, such as `A1.1.2`. */
export async function examplesByTitle(store: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await store.read((db) => db.selectFrom("example").select(["id", "title"]).execute());
  return new Map(rows.map((row) => [row.title, row.id]));
}
