// The plan of the course Symbols and Brackets.

import type { PlannedCourse } from "./planned-course.ts";

export const symbolsAndBrackets: PlannedCourse = {
  file: "symbols-and-brackets.md",
  title: "Symbols and Brackets",
  level: "intermediate",
  languages: ["javascript", "python", "bash", "json", "regex"],
  teaches: "symbols",
  core: [],
  lessons: [
    {
      title: "Pairs",
      chapters: [
        ["Parentheses and brackets", 3],
        ["Braces and nesting", 3],
        ["Quotes and escapes", 3],
      ],
    },
    {
      title: "Operators",
      chapters: [
        ["Arithmetic and comparison", 3],
        ["Logic and bits", 3],
        ["Arrows, pipes and ranges", 3],
      ],
    },
    {
      title: "Names and Data",
      chapters: [
        ["camelCase, snake_case and kebab-case", 3],
        ["JSON by hand", 3],
        ["Regular expressions", 4],
        ["Paths, URLs and flags", 2],
      ],
    },
  ],
};
