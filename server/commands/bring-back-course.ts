// Imports a built-in course again as a new course, no matter what happened to the one imported before.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openCourseReader } from "../authoring/course-reader.ts";
import { bringBackBuiltin } from "../authoring/import-builtins.ts";
import { openHighlighter } from "../learning/colours/highlighter.ts";
import { openConstructFiller } from "../learning/constructs/construct-filler.ts";
import { projectRoot } from "../project-root.ts";
import { type Command, CommandRefused } from "./command.ts";

export const bringBackCourse: Command = {
  name: "bring-back-course",
  arguments: ["FILE"],
  summary: "imports a built-in course again",
  details: `FILE is its name in the folder catalogue, such as python-essentials.md. It becomes a new course at the end of the
list, with the text of this release; a course imported earlier stays as it is, with all of its learners' results.`,
  async run({ store, now, print, warn }, [fileName = ""]) {
    const folder = join(projectRoot(), "catalogue");
    const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
    if (!files.includes(fileName))
      throw new CommandRefused(
        `There is no built-in course ${fileName}. The built-in courses are: ${files.sort().join(", ")}.`,
      );
    const log = {
      warn: (fields: object, message: string) => warn(`${message}: ${JSON.stringify(fields)}`),
      error: (fields: object, message: string) => warn(`${message}: ${JSON.stringify(fields)}`),
    };
    const reader = openCourseReader();
    try {
      const courseId = await bringBackBuiltin({ store, reader, now, log, folder }, fileName);
      if (courseId === null)
        throw new CommandRefused(`${fileName} could not be read; the reasons are listed above.`);
      // The running server does not notice the new code, so compute its colours and find its constructs here.
      for (const open of [openHighlighter, openConstructFiller]) {
        const filler = open({ store, log });
        filler.refresh();
        await filler.settled();
        await filler.close();
      }
      print(`${fileName} was imported as course ${courseId}.`);
    } finally {
      await reader.close();
    }
  },
};
