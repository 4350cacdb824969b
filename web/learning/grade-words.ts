// What is said of a construct, in every place that has the shape of its grade.

import type { Grade } from "@tabstop/contract/vocabulary";

export const gradeWords: Readonly<Record<Grade, string>> = {
  again: "shown",
  hard: "slipped, then found",
  good: "came back",
};
