// The plan of the course HTML and CSS Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const htmlAndCssEssentials: PlannedCourse = {
  file: "html-and-css-essentials.md",
  title: "HTML and CSS Essentials",
  level: "beginner",
  languages: ["html", "css"],
  core: [],
  lessons: [
    {
      title: "Documents",
      chapters: [
        ["Skeleton and metadata", 2],
        ["Headings, paragraphs and lists", 3],
        ["Links and images", 3],
      ],
    },
    {
      title: "Structure",
      chapters: [
        ["Semantic sections", 3],
        ["Tables", 2],
        ["Forms and labels", 4],
      ],
    },
    {
      title: "Selectors",
      chapters: [
        ["Type, class and attribute selectors", 3],
        ["Combinators and pseudo-classes", 3],
        ["Custom properties", 2],
      ],
    },
    {
      title: "Layout",
      chapters: [
        ["Box model and units", 3],
        ["Flexbox", 4],
        ["Grid", 4],
      ],
    },
    {
      title: "Responsive Pages",
      chapters: [
        ["Media queries", 2],
        ["clamp, min and max", 2],
        ["Nesting and container queries", 2],
      ],
    },
    {
      title: "Motion and Polish",
      chapters: [
        ["Transitions and transforms", 3],
        ["Keyframes", 2],
        ["Dialog, details and accessible markup", 3],
      ],
    },
  ],
};
