import { codeOf, type PictureCode } from "../typing/picture-rows.ts";

/** The states of a character, in one line. */
export const statesCode: PictureCode = {
  ...codeOf([
    [["k", "const"], " double = (n) => n * ", ["d", "2"], ";"],
    [["f", "double"], "(", ["d", "21"], ");"],
  ]),
  caret: { line: 0, column: 19 },
  missed: [{ line: 0, column: 6 }],
};
