import { codeOf, type PictureCode } from "../../typing/picture-rows.ts";

/** The picture of code beside the forms for logged-out users. */
export const asideCode: PictureCode = {
  ...codeOf([
    [["k", "from"], " dataclasses ", ["k", "import"], " dataclass"],
    [],
    ["@dataclass"],
    [["k", "class"], " ", ["y", "Point"], ":"],
    ["  x: float"],
    ["  y: float"],
    [],
    ["  ", ["k", "def"], " ", ["f", "scale"], "(self, by: float) -> ", ["s", '"Point"'], ":"],
    ["    ", ["k", "return"], " ", ["y", "Point"], "(self.x * by, self.y * by)"],
    [],
    ["corner = ", ["y", "Point"], "(", ["d", "3.0"], ", ", ["d", "4.5"], ")"],
    [["f", "print"], "(corner.", ["f", "scale"], "(", ["d", "2"], "))"],
  ]),
  caret: { line: 8, column: 18 },
};
