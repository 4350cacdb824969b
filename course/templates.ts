// Course files to start from. They can be imported without a warning.

export const templateMarkdown = `${[
  "---",
  "format: tabstop-course/1",
  '# title and difficulty_level are required; quote texts that contain ": " or #',
  'title: "My course"',
  'description: "One or two sentences about the course."',
  "difficulty_level: beginner # beginner, intermediate or advanced",
  "---",
  "",
  "<!-- # = lesson, ## = chapter, ### = example. Order in the file is the order in",
  "     the course. A block output after the code says what it prints; it may be left",
  "     out. Comments like this one are not imported. -->",
  "",
  "# First lesson",
  "",
  "What this lesson is about. A line of the description that starts with",
  "\\# or with a code fence needs a backslash before it.",
  "",
  "## First chapter",
  "",
  "### First example",
  "",
  "One or two sentences about the example (may be left out).",
  "",
  "```javascript",
  "const answer = 6 * 7;",
  "console.log(answer);",
  "```",
  "",
  "```output",
  "42",
  "```",
  "",
  "### Code that contains a code fence",
  "",
  "Use a longer fence around it.",
  "",
  "````markdown",
  "```js",
  "let x = 1;",
  "```",
  "````",
].join("\n")}\n`;

/** With a byte order mark, which spreadsheets need to recognise UTF-8. */
export const templateCsv = `\ufeff${[
  "course_title,course_description,difficulty_level,lesson_title,lesson_description,chapter_title,chapter_description,example_title,example_description,language,code_content,output,_notes",
  'My course,One or two sentences.,beginner,First lesson,What it is about.,First chapter,,First example,,javascript,"const answer = 6 * 7;',
  'console.log(answer);",42,Columns that start with _ are ignored',
  'My course,,,First lesson,,First chapter,,A quote inside code,"Write "" twice inside a quoted cell.",javascript,"console.log(""a, b"");",,',
].join("\n")}\n`;

export const templateNames = {
  markdown: "tabstop-course-template.md",
  csv: "tabstop-course-template.csv",
} as const;
