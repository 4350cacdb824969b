// What a server needs to replay a log.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Flag } from "../schema.ts";
import type { Read } from "../store.ts";

export type CodeToReplay = {
  readonly code_content: string;
  readonly code_version: number;
  readonly language: string;
  /** 0: the learner does not want their log to be stored or looked at. */
  readonly sends_keystrokes: Flag;
};

/** Returns null when the example does not exist or its course is not published. */
export async function codeToReplay(
  db: Read,
  of: { readonly userId: number; readonly exampleId: number },
): Promise<CodeToReplay | null> {
  return (await selectCode(db, of)).rows[0] ?? null;
}

const selectCode = preparedQuery<{ readonly userId: number; readonly exampleId: number }, CodeToReplay>(
  (db, value) =>
    db
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
      .innerJoin("course", "course.id", "lesson.course_id")
      .leftJoin("preference", (join) => join.on("preference.user_id", "=", value("userId")))
      .select(["example.code_content", "example.code_version", "example.language"])
      .select((eb) => eb.fn.coalesce("preference.sends_keystrokes", sql.lit<Flag>(1)).as("sends_keystrokes"))
      .where("example.id", "=", value("exampleId"))
      .where("course.published", "=", 1)
      .compile(),
);
