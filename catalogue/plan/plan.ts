// The plan of the built-in courses, in their order. The checks compare the course files with it. A course that is not
// listed here is checked like any other, but not compared with a plan.

import { bashEssentials } from "./bash-essentials.ts";
import { cEssentials } from "./c-essentials.ts";
import { cppEssentials } from "./cpp-essentials.ts";
import { gitOnTheCommandLine } from "./git-on-the-command-line.ts";
import { goEssentials } from "./go-essentials.ts";
import { htmlAndCssEssentials } from "./html-and-css-essentials.ts";
import { javaEssentials } from "./java-essentials.ts";
import { javascriptEssentials } from "./javascript-essentials.ts";
import { phpEssentials } from "./php-essentials.ts";
import { pythonEssentials } from "./python-essentials.ts";
import { rubyEssentials } from "./ruby-essentials.ts";
import { rustEssentials } from "./rust-essentials.ts";
import { sqlEssentials } from "./sql-essentials.ts";
import { symbolsAndBrackets } from "./symbols-and-brackets.ts";
import { typescriptEssentials } from "./typescript-essentials.ts";
import type { PlannedCourse } from "./planned-course.ts";

export const plan: readonly PlannedCourse[] = [
  pythonEssentials,
  javascriptEssentials,
  typescriptEssentials,
  htmlAndCssEssentials,
  sqlEssentials,
  bashEssentials,
  symbolsAndBrackets,
  javaEssentials,
  cEssentials,
  goEssentials,
  rustEssentials,
  cppEssentials,
  gitOnTheCommandLine,
  phpEssentials,
  rubyEssentials,
];

export function plannedCourse(file: string): PlannedCourse | undefined {
  return plan.find((course) => course.file === file);
}
