import type { PictureCode } from "../typing/picture-rows.ts";

/** The states of a character, in one line. */
export const statesCode: PictureCode = {
  lines: [
    [["k", "const"], " double = (n) => n * ", ["d", "2"], ";"],
    [["f", "double"], "(", ["d", "21"], ");"],
  ],
  caret: { line: 0, column: 19 },
  missed: ["0:6"],
};
