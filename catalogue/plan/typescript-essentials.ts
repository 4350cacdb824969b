// The plan of the course TypeScript Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const typescriptEssentials: PlannedCourse = {
  file: "typescript-essentials.md",
  title: "TypeScript Essentials",
  level: "intermediate",
  languages: ["typescript"],
  buildsOn: "javascript-essentials.md",
  core: [],
  lessons: [
    {
      title: "Annotations",
      chapters: [
        ["Primitives and arrays", 3],
        ["Function types", 3],
        ["Tuples and literal types", 3],
      ],
    },
    {
      title: "Object Types",
      chapters: [
        ["Interfaces", 3],
        ["Type aliases and readonly", 3],
        ["Index signatures and Record", 3],
      ],
    },
    {
      title: "Narrowing",
      chapters: [
        ["Unions and typeof", 3],
        ["Discriminated unions", 4],
        ["Type predicates and never", 3],
      ],
    },
    {
      title: "Generics",
      chapters: [
        ["Generic functions", 4],
        ["Constraints and keyof", 3],
        ["Generic classes", 2],
      ],
    },
    {
      title: "Type Operators",
      chapters: [
        ["Utility types", 4],
        ["Mapped and conditional types", 3],
        ["Template literal types", 2],
      ],
    },
    {
      title: "Classes and Modules",
      chapters: [
        ["Access modifiers", 3],
        ["Abstract classes and implements", 2],
        ["satisfies, as const and import type", 3],
      ],
    },
  ],
};
