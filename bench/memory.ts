// What three ways to practise lead to: 200 simulated learners of each of two kinds, 60 days of 20 minutes, the JavaScript
// course. Then the same for a quarter of them under other assumptions about what teaches how much.
//
//   npx tsx bench/memory.ts [--learners 200] [--no-assumptions] [--no-save]
//
// `bench/memory/learner.ts` has the learners, whose memory no plan sees; `docs/learning.md` says what is assumed and how
// to read the table. It has no goals: it reports what came out. Days, seeds and figures are the same in every run.

import { parseArgs } from "node:util";
import { columns, compare, rowsOf } from "./memory/compare.ts";
import { readPracticeCourse } from "./memory/course.ts";
import {
  learnerCount,
  learnerKinds,
  minutesADay,
  otherWorths,
  practiceDays,
  usualWorth,
} from "./memory/learner.ts";
import { inOrder, longestFromMemory, notSeenForLongest } from "./memory/reference-plans.ts";
import { tabstop } from "./memory/tabstop-plan.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    learners: { type: "string", default: String(learnerCount) },
    assumptions: { type: "boolean", default: true },
  },
});
const report = openReport("memory", options);
const course = readPracticeCourse("javascript-essentials.md");
const learners = Number(options.learners);
/** Fewer learners show how far the result depends on an assumption. */
const learnersOfAssumptions = Math.ceil(learners / 4);

console.log(
  `${course.examples.length} examples, ${course.constructs.length} constructs; ${learners} learners of each kind, ` +
    `${practiceDays} days of ${minutesADay} minutes\n`,
);
for (const kind of learnerKinds) {
  const plans = [inOrder, notSeenForLongest, longestFromMemory, tabstop];
  report.table(`${kind} learners`, columns, rowsOf(compare(course, plans, kind, learners, usualWorth)));
}
if (options.assumptions)
  for (const { name, worth } of otherWorths)
    for (const kind of learnerKinds) {
      const plans = [inOrder, longestFromMemory, tabstop];
      const comparisons = compare(course, plans, kind, learnersOfAssumptions, worth);
      report.table(`${kind} learners, if ${name}`, columns, rowsOf(comparisons));
    }
report.close();
