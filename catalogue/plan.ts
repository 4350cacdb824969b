// The plan of the built-in courses: their lessons, their chapters and the number of examples of each chapter. The
// coverage report compares the course files with it, and the lint reads from it which lesson is the last of a course. A
// course that is not listed here is checked like any other, but not compared with a plan.

import type { Difficulty } from "@tabstop/course/course";

type PlannedChapter = readonly [title: string, examples: number];
type PlannedLesson = { readonly title: string; readonly chapters: readonly PlannedChapter[] };
export type PlannedCourse = {
  readonly file: string;
  readonly title: string;
  readonly level: Difficulty;
  readonly languages: readonly string[];
  /** Set if the course teaches only the symbols that several languages share; else it teaches all of its languages. */
  readonly teaches?: "symbols";
  /** The course file whose constructs its learners already know; those do not count here. */
  readonly buildsOn?: string;
  /** The number of later examples that must use each construct again; 2 by default. A comment gives the reason. */
  readonly fewestReturns?: number;
  /** Constructs that may be used again less often than the rule demands, each with the reason. */
  readonly seldom?: Readonly<Record<string, string>>;
  readonly lessons: readonly PlannedLesson[];
};

export function plannedCourse(file: string): PlannedCourse | undefined {
  return plan.find((course) => course.file === file);
}

export const plan: readonly PlannedCourse[] = [
  {
    file: "javascript-essentials.md",
    title: "JavaScript Essentials",
    level: "beginner",
    languages: ["javascript"],
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
  },
  {
    file: "typescript-essentials.md",
    title: "TypeScript Essentials",
    level: "intermediate",
    languages: ["typescript"],
    buildsOn: "javascript-essentials.md",
    seldom: {
      Omit: "each utility type fits one kind of type; Pick, its opposite, comes back twice",
      Parameters: "stands beside ReturnType, which comes back twice",
      Extract: "stands beside Exclude, which comes back twice",
      infer: "few types need it; one later example has it",
      Capitalize: "few types need it; one later example has it",
    },
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
  },
  {
    file: "python-essentials.md",
    title: "Python Essentials",
    level: "beginner",
    languages: ["python"],
    seldom: {
      field: "a mutable default of a dataclass is rare, and one later class needs it",
      "default_factory=": "a mutable default of a dataclass is rare, and one later class needs it",
      classmethod: "few classes need a second way to make objects; one later class has it",
      __repr__: "dataclasses write it; one class behind them still does it itself",
      __add__: "most objects are not added; one later class is",
      __len__: "most objects have no length; one later class has",
      __iter__: "most objects are not looped over; one later class is",
    },
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
  },
  {
    file: "sql-essentials.md",
    title: "SQL Essentials",
    level: "beginner",
    languages: ["sql"],
    seldom: {
      "%": "a remainder is seldom asked of a table; one later condition does",
      NOTHING: "the other kind of upsert, DO UPDATE, comes back twice",
      FOREIGN: "REFERENCES right behind a column says the same, and that comes back twice",
      ROLLBACK: "stands beside COMMIT, which comes back twice",
      ADD: "few columns come late; one later example adds one",
      DROP: "little is thrown away; one later table is",
    },
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
  },
  {
    file: "bash-essentials.md",
    title: "Bash Essentials",
    level: "beginner",
    languages: ["bash"],
    // Forty commands with their options and as many expansions in fifty examples: each is used again, most of them
    // once.
    fewestReturns: 1,
    seldom: {
      unset: "a place is rarely taken out of a list; reading and adding come back",
      bash: "one script that starts another is enough",
      diff: "one comparison of files is enough",
      "[ ]=": "one map is written with its keys; those that are filled later come back",
      $3: "few functions have a third parameter; the first two come back",
    },
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
  },
  {
    file: "html-and-css-essentials.md",
    title: "HTML and CSS Essentials",
    level: "beginner",
    languages: ["html", "css"],
    // Two languages share fifty examples: each element, attribute, property and value is used again, most of them once.
    fewestReturns: 1,
    seldom: {
      "from and to": "another way to write 0% and 100%, and the percentages come back",
    },
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
  },
  {
    file: "symbols-and-brackets.md",
    title: "Symbols and Brackets",
    level: "beginner",
    languages: ["javascript", "python", "bash", "json", "regex"],
    teaches: "symbols",
    seldom: {
      "@": "the key comes back in mail addresses and in the lists of the shell",
      "++": "few loops count by hand, and += comes back",
      "<<": "bits are seldom moved by hand; one later example does",
      'f"{:0nb}"': "numbers are seldom shown in bits; the same with two digits comes back twice",
      "[::step]": "slices come back twice, few of them with a step",
      '\\"': "most texts take the other quotes; JSON cannot",
      "/ /": "patterns come back without their slashes, and slashes in paths",
    },
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
  },
];
