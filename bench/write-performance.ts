// Writes the figures of bench/results into the pages that show them: npx tsx bench/write-performance.ts

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fillDocument } from "./support/performance-document.ts";
import { type Bench, benches, readResults } from "./support/results.ts";

/** What simulated learners remember is no speed, so it is on the page about learning. */
const ofLearning: readonly Bench[] = ["memory"];

export const pages = [
  { file: pathOf("performance.md"), benches: benches.filter((bench) => !ofLearning.includes(bench)) },
  { file: pathOf("learning.md"), benches: ofLearning },
];

export function writePerformance(): void {
  for (const { file, benches: shown } of pages)
    writeFileSync(file, fillDocument(readFileSync(file, "utf8"), readResults, shown));
}

function pathOf(page: string): string {
  return fileURLToPath(new URL(`../docs/${page}`, import.meta.url));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePerformance();
