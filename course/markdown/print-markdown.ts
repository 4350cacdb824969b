// Prints a course as Markdown.

import { type Course, formatName, type Lesson } from "../course.ts";
import { outputMark } from "../fields.ts";
import { readingsWithoutUnseen } from "../unseen.ts";
import { escapeLine } from "./marker.ts";

/**
 * The Markdown of a course, always the same text for the same course: LF line ends, also at the end, no byte order
 * mark.
 */
export function printCourse(course: Course): string {
  const fields = [
    "---",
    `format: ${formatName}`,
    // A JSON string is a YAML string on one line.
    `title: ${JSON.stringify(course.title)}`,
    `description: ${JSON.stringify(course.description)}`,
    `difficulty_level: ${course.difficulty_level}`,
    ...(course.order_index === null ? [] : [`order_index: ${course.order_index}`]),
    "---",
  ];
  const blocks = [fields.join("\n")];
  for (const lesson of course.lessons) pushLesson(blocks, lesson);
  return `${blocks.join("\n\n")}\n`;
}

function pushLesson(blocks: string[], lesson: Lesson): void {
  pushHeading(blocks, "#", lesson);
  for (const chapter of lesson.chapters) {
    pushHeading(blocks, "##", chapter);
    for (const example of chapter.examples) {
      pushHeading(blocks, "###", example);
      blocks.push(fenced(example.language, example.code_content));
      if (example.output !== "") blocks.push(fenced(outputMark, example.output));
    }
  }
}

function pushHeading(blocks: string[], marker: string, of: { title: string; description: string }): void {
  blocks.push(`${marker} ${of.title}`);
  if (of.description !== "") blocks.push(of.description.split("\n").map(escapeLine).join("\n"));
}

function fenced(info: string, content: string): string {
  const run = longestRun(readingsWithoutUnseen(content)[1], "`");
  const fence = "`".repeat(Math.max(3, 1 + run));
  return `${fence}${info}\n${content}\n${fence}`;
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at)) {
    const start = at;
    while (text[at] === character) at += 1;
    longest = Math.max(longest, at - start);
  }
  return longest;
}
