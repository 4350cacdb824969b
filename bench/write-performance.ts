// Writes the figures of bench/results into docs/performance.md: npx tsx bench/write-performance.ts

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fillDocument } from "./support/performance-document.ts";
import { benches, readResults } from "./support/results.ts";

export const performanceFile = fileURLToPath(new URL("../docs/performance.md", import.meta.url));

export function writePerformance(): void {
  const document = readFileSync(performanceFile, "utf8");
  writeFileSync(performanceFile, fillDocument(document, readResults, benches));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePerformance();
