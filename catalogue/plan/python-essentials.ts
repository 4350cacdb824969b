// The plan of the course Python Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const pythonEssentials: PlannedCourse = {
  file: "python-essentials.md",
  title: "Python Essentials",
  level: "beginner",
  languages: ["python"],
  core: [],
  lessons: [
    {
      title: "First Lines",
      chapters: [
        ["Names, numbers and strings", 4],
        ["f-strings and slicing", 4],
        ["Booleans and comparisons", 3],
      ],
    },
    {
      title: "Control Flow",
      chapters: [
        ["if, elif and else", 3],
        ["for, range and enumerate", 4],
        ["while, break and else", 2],
      ],
    },
    {
      title: "Collections",
      chapters: [
        ["Lists and tuples", 4],
        ["Dictionaries and sets", 4],
        ["Comprehensions", 4],
      ],
    },
    {
      title: "Functions",
      chapters: [
        ["def, defaults and keyword arguments", 4],
        ["*args, **kwargs and lambda", 3],
        ["Generators and yield", 3],
      ],
    },
    {
      title: "Classes",
      chapters: [
        ["__init__ and methods", 3],
        ["Properties and dunder methods", 3],
        ["Dataclasses and inheritance", 3],
      ],
    },
    {
      title: "Robust Code",
      chapters: [
        ["try, except and raise", 3],
        ["with and files", 2],
        ["match and type hints", 4],
      ],
    },
  ],
};
