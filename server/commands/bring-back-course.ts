// Brings a built-in course back as a new one, whatever became of the one that was imported before.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openCourseReader } from "../authoring/course-reader.ts";
import { bringBackBuiltin } from "../authoring/import-builtins.ts";
import { openHighlighter } from "../learning/colours/highlighter.ts";
import { projectRoot } from "../project-root.ts";
import { type Command, CommandRefused } from "./command.ts";

export const bringBackCourse: Command = {
  name: "bring-back-course",
  arguments: ["FILE"],
  summary: "imports a built-in course once more",
  details: `FILE is its name in the folder catalogue, such as python-essentials.md. It becomes a new course at the end of the
list, in the text of this release; one that was imported before stays as it is, with all that learners did in it.`,
  async run({ store, now, print, warn }, [fileName = ""]) {
    const folder = join(projectRoot(), "catalogue");
    const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
    if (!files.includes(fileName))
      throw new CommandRefused(
        `There is no built-in course ${fileName}. There are: ${files.sort().join(", ")}.`,
      );
    const log = {
      warn: (fields: object, message: string) => warn(`${message}: ${JSON.stringify(fields)}`),
      error: (fields: object, message: string) => warn(`${message}: ${JSON.stringify(fields)}`),
    };
    const reader = openCourseReader();
    try {
      const courseId = await bringBackBuiltin({ store, reader, now, log, folder }, fileName);
      if (courseId === null)
        throw new CommandRefused(`${fileName} could not be read: the reasons are above.`);
      // The running server does not know that there is new code.
      const highlighter = openHighlighter({ store, log });
      highlighter.refresh();
      await highlighter.settled();
      await highlighter.close();
      print(`${fileName} is back as the course ${courseId}.`);
    } finally {
      await reader.close();
    }
  },
};
