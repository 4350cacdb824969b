import type { PictureCode } from "../ui/code-drawing.ts";

/** What is being typed under the headline. */
export const demoCode: PictureCode = {
  lines: [
    [["k", "async"], " ", ["k", "function"], " ", ["f", "getUser"], "(id) {"],
    [
      "  ",
      ["k", "const"],
      " res = ",
      ["k", "await"],
      " ",
      ["f", "fetch"],
      "(",
      ["s", "`/users/${id}`"],
      ");",
    ],
    ["  ", ["k", "if"], " (!res.ok) {"],
    ["    ", ["k", "throw"], " ", ["k", "new"], " ", ["y", "Error"], "(", ["s", "`No user ${id}`"], ");"],
    ["  }"],
    ["  ", ["k", "return"], " res.", ["f", "json"], "();"],
    ["}"],
  ],
  caret: { line: 2, column: 11 },
  missed: ["1:8"],
};

/** The states of a character, in one line. */
export const statesCode: PictureCode = {
  lines: [
    [["k", "const"], " double = (n) => n * ", ["d", "2"], ";"],
    [["f", "double"], "(", ["d", "21"], ");"],
  ],
  caret: { line: 0, column: 19 },
  missed: ["0:6"],
};
