// A process that uses up all files it may open but a few, asks for the colours of some texts, and gives the files back
// when it could not compute them. With the third argument `warm`, its thread for colours runs before that. It prints
// `failed` for each warning and `coloured` with the languages at the end.

import { closeSync, openSync } from "node:fs";
import { openHighlighter } from "../learning/colours/highlighter.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import { plantTexts } from "./plant-texts.ts";

const [folder = "", kept = "0", warm = ""] = process.argv.slice(2);
const store = await openSqlite({ folder });
const files: number[] = [];
let failures = 0;
const highlighter = openHighlighter({
  store,
  log: {
    warn: (_fields, message) => {
      if (++failures === 2) for (const file of files.splice(0)) closeSync(file);
      process.stdout.write(`failed ${message}\n`);
    },
  },
  waits: { firstMs: 50, lastMs: 200, lookMs: 60_000 },
});

if (warm === "warm") await highlighter.colours("let x = 1;", "typescript");
await plantTexts(store, [
  ["javascript", "return"],
  ["python", "# once"],
  ["klingon", "qapla'"],
]);
try {
  for (;;) files.push(openSync("/dev/null", "r"));
} catch {
  // No more files.
}
for (const file of files.splice(0, Number(kept))) closeSync(file);

highlighter.refresh();
async function finishWhenColoured(): Promise<void> {
  const rows = await store.read((db) => db.selectFrom("highlight").select(["language", "runs"]).execute());
  if (rows.length < 3) return;
  clearInterval(keepAlive);
  const coloured = rows.filter(({ runs }) => runs !== null).map(({ language }) => language);
  process.stdout.write(`coloured ${coloured.toSorted().join(" ")}\n`);
  await highlighter.close();
  await store.close();
}
const keepAlive = setInterval(() => void finishWhenColoured(), 50);
