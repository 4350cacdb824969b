// The plan of the course TypeScript Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const typescriptEssentials: PlannedCourse = {
  file: "typescript-essentials.md",
  title: "TypeScript Essentials",
  level: "intermediate",
  languages: ["typescript"],
  buildsOn: "javascript-essentials.md",
  // What is TypeScript's own: the learners know JavaScript's constructs from the course before.
  core: [
    "string",
    "number",
    "boolean",
    "void",
    "never",
    "unknown",
    "): type",
    "?: optional",
    "|",
    "&",
    "< >",
    "type",
    "interface",
    "readonly",
    "is",
    "asserts",
    "keyof",
    "satisfies",
    "private",
    "protected",
    "override",
    "abstract",
    "implements",
    "Record",
    "Partial",
    "Required",
    "Readonly",
    "Pick",
    "Omit",
    "Exclude",
    "NonNullable",
    "ReturnType",
    "Awaited",
  ],
  lessons: [
    {
      title: "Annotations",
      chapters: [
        ["Primitives and arrays", 3],
        ["Function types", 3],
        ["Tuples and literal types", 2],
      ],
    },
    {
      title: "Object Types",
      chapters: [
        ["Interfaces", 3],
        ["Type aliases and readonly", 4],
        ["Index signatures and Record", 3],
      ],
    },
    {
      title: "Narrowing",
      chapters: [
        ["Unions and typeof", 3],
        ["Discriminated unions", 4],
        ["any, unknown and as", 4],
        ["Type predicates and assertions", 3],
      ],
    },
    {
      title: "Classes",
      chapters: [
        ["Access modifiers and implements", 3],
        ["Inheritance", 4],
      ],
    },
    {
      title: "Generics",
      chapters: [
        ["Generic functions", 2],
        ["Constraints and keyof", 3],
        ["Generic types and classes", 5],
      ],
    },
    {
      title: "Type Operators",
      chapters: [
        ["Utility types for objects", 3],
        ["Utility types for unions and functions", 5],
        ["enum, as const and satisfies", 3],
        ["Mapped and template literal types", 3],
      ],
    },
    {
      title: "Modules and Programs",
      chapters: [
        ["Modules", 3],
        ["All together", 7],
      ],
    },
  ],
};
