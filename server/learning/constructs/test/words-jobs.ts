// A thread with rules for tests: every word is a construct of its language. Other words in the address of the module are
// rules of another version: `?let=const` finds `let` as `const`. The word `endless` takes for ever, `huge` all memory.

import { serveJobs } from "../../../threads/serve-jobs.ts";
import type { ConstructJob, ConstructResult } from "../construct-filler.ts";

const renamed = new URL(import.meta.url).searchParams;

serveJobs<ConstructJob, ConstructResult>(({ code, language }) => {
  if (code.includes("endless")) for (;;);
  const kept: number[][] = [];
  if (code.includes("huge")) for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => n));
  const places = new Map<string, [number, number][]>();
  for (const { 0: word, index } of code.matchAll(/\w+/g)) {
    const name = renamed.get(word) ?? word;
    const place: [number, number] = [index, index + word.length];
    const of = places.get(name);
    if (of === undefined) places.set(name, [place]);
    else of.push(place);
  }
  return [...places].map(([name, of]) => ({ family: language, name, kind: "word", places: of }));
});
