// No timer navigates by itself: it would take the user back from a page that is still loading.

import { expect, test } from "vitest";

const sources = Object.entries(
  import.meta.glob<string>("../../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
).filter(([file]) => !file.includes(".test."));

const navigates =
  /\bnavigate\(|<Navigate\b|\bhistory\.(?:push|replace|go|back)|\blocation\.(?:assign|replace|href =)/;
const waits = /\bset(?:Timeout|Interval)\(|\blater\(|\bwait\(/;

test("a file that navigates has no timer, apart from the router with its useNavigateLater", () => {
  expect(sources.length).toBeGreaterThan(150);
  const files = sources.filter(([, text]) => navigates.test(text) && waits.test(text)).map(([file]) => file);
  expect(files).toEqual(["./router.tsx"]);
});

test("the router has one timer", () => {
  const router = sources.find(([file]) => file === "./router.tsx")?.[1] ?? "";
  expect(router.match(/\bset(?:Timeout|Interval)\(/g)).toHaveLength(1);
});

test("an effect asks whether the user is still on its page before it navigates", () => {
  const effects = sources.filter(([, text]) => /useEffect\([\s\S]{0,200}\bnavigate\(/.test(text));
  expect(effects.map(([file]) => file).toSorted()).toEqual(["../../practice/use-place.ts", "./router.tsx"]);
  for (const [file, text] of effects) expect(text, file).toContain("isAt(");
});
