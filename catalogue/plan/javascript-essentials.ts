// The plan of the course JavaScript Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const javascriptEssentials: PlannedCourse = {
  file: "javascript-essentials.md",
  title: "JavaScript Essentials",
  level: "beginner",
  languages: ["javascript"],
  core: [],
  lessons: [
    {
      title: "Values and Operators",
      chapters: [
        ["const and let", 3],
        ["Numbers and math", 3],
        ["Strings and template literals", 4],
      ],
    },
    {
      title: "Control Flow",
      chapters: [
        ["if, else and ternary", 3],
        ["for, while and for...of", 4],
        ["switch and break", 2],
      ],
    },
    {
      title: "Functions",
      chapters: [
        ["Declarations and returns", 3],
        ["Arrow functions", 4],
        ["Default and rest parameters", 3],
      ],
    },
    {
      title: "Arrays",
      chapters: [
        ["Literals and indexing", 3],
        ["map, filter and reduce", 4],
        ["Spread and destructuring", 3],
      ],
    },
    {
      title: "Objects",
      chapters: [
        ["Literals and methods", 3],
        ["Destructuring and optional chaining", 4],
        ["Classes and private fields", 4],
      ],
    },
    {
      title: "Modules and Async",
      chapters: [
        ["import and export", 2],
        ["Promises and then", 2],
        ["async, await and try", 3],
        ["JSON and regular expressions", 3],
      ],
    },
  ],
};
