// The examples that a visitor can type. Each is, letter for letter, an example of a course that Tabstop comes with.

import { type Code, codeOf } from "../typing/picture-rows.ts";

export type TryExample = Code & {
  readonly title: string;
  readonly language: "javascript" | "typescript" | "python" | "sql";
  /** As people write it. */
  readonly languageName: string;
};

export const tryExamples: readonly TryExample[] = [
  {
    title: "Template literals",
    language: "javascript",
    languageName: "JavaScript",
    ...codeOf([
      [["k", "const"], " name = ", ["s", '"Mika"'], ";"],
      [["k", "const"], " age = ", ["d", "29"], ";"],
      ["console.", ["f", "log"], "(", ["s", "`${"], "name", ["s", "} is ${"], "age", ["s", "}`"], ");"],
      ["console.", ["f", "log"], "(", ["s", "`Next year: ${"], "age + 1", ["s", "}`"], ");"],
    ]),
  },
  {
    title: "Tuple",
    language: "typescript",
    languageName: "TypeScript",
    ...codeOf([
      [
        ...[["k", "const"] as const, " ferry: [", ["y", "string"] as const, ", ", ["y", "number"] as const],
        ...["] = [", ["s", '"Tern"'] as const, ", ", ["d", "40"] as const, "];"],
      ],
      [["k", "const"], " [name, cars] = ferry;"],
      [
        "console.",
        ["f", "log"],
        "(",
        ["s", "`${"],
        "name",
        ["s", "} takes ${"],
        "cars",
        ["s", "} cars`"],
        ");",
      ],
    ]),
  },
  {
    title: "f-strings",
    language: "python",
    languageName: "Python",
    ...codeOf([
      ["guest = ", ["s", '"Nora"']],
      ["seat = ", ["d", "14"]],
      [
        ...[
          ["f", "print"] as const,
          "(",
          ["s", 'f"Guest: {'] as const,
          "guest",
          ["s", "}\\nSeat: {"] as const,
        ],
        ...["seat", ["s", '}"'] as const, ")"],
      ],
      [["f", "print"], "(", ["s", 'f"Next: {'], "seat + 1", ["s", '}"'], ")"],
    ]),
  },
  {
    title: "AND with OR in parentheses",
    language: "sql",
    languageName: "SQL",
    ...codeOf([
      [["k", "SELECT"], " name, stock"],
      [["k", "FROM"], " product"],
      [["k", "WHERE"], " stock > ", ["d", "0"]],
      [
        ...["  ", ["k", "AND"] as const, " (price < ", ["d", "20"] as const, " ", ["k", "OR"] as const],
        ...[" price > ", ["d", "100"] as const, ");"],
      ],
    ]),
  },
];
