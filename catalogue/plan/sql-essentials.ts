// The plan of the course SQL Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const sqlEssentials: PlannedCourse = {
  file: "sql-essentials.md",
  title: "SQL Essentials",
  level: "beginner",
  languages: ["sql"],
  core: [],
  lessons: [
    {
      title: "Reading",
      chapters: [
        ["SELECT and aliases", 3],
        ["WHERE, IN and LIKE", 4],
        ["ORDER BY, LIMIT and DISTINCT", 3],
      ],
    },
    {
      title: "Joining",
      chapters: [
        ["INNER JOIN", 3],
        ["LEFT JOIN and NULL", 3],
        ["Self joins and UNION", 2],
      ],
    },
    {
      title: "Grouping",
      chapters: [
        ["COUNT, SUM and AVG", 3],
        ["GROUP BY and HAVING", 3],
        ["CASE expressions", 3],
      ],
    },
    {
      title: "Changing",
      chapters: [
        ["INSERT and UPDATE", 4],
        ["DELETE and transactions", 2],
        ["Upsert with ON CONFLICT", 2],
      ],
    },
    {
      title: "Defining",
      chapters: [
        ["CREATE TABLE and constraints", 4],
        ["Indexes and views", 3],
        ["ALTER TABLE", 2],
      ],
    },
    {
      title: "Advanced Queries",
      chapters: [
        ["Subqueries and EXISTS", 3],
        ["Common table expressions", 3],
        ["Window functions", 4],
      ],
    },
  ],
};
