// The plan of the course Bash Essentials.

import type { PlannedCourse } from "./planned-course.ts";

export const bashEssentials: PlannedCourse = {
  file: "bash-essentials.md",
  title: "Bash Essentials",
  level: "beginner",
  languages: ["bash"],
  core: [],
  lessons: [
    {
      title: "Commands and Words",
      chapters: [
        ["Variables and quoting", 4],
        ["Command substitution and arithmetic", 3],
        ["Redirection and pipes", 4],
      ],
    },
    {
      title: "Conditions and Loops",
      chapters: [
        ["if and [[ ]]", 3],
        ["for and while read", 4],
        ["case", 2],
      ],
    },
    {
      title: "Functions and Scripts",
      chapters: [
        ["Functions and local", 3],
        ["Arguments, shift and getopts", 3],
        ["set -euo pipefail and trap", 3],
      ],
    },
    {
      title: "Text Tools",
      chapters: [
        ["grep, sed and cut", 4],
        ["sort, uniq and awk", 4],
        ["find and xargs", 3],
      ],
    },
    {
      title: "Data in Bash",
      chapters: [
        ["Arrays and maps", 4],
        ["Parameter expansion", 4],
        ["Here documents", 2],
      ],
    },
  ],
};
