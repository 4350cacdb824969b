// A process that opens the store in a folder as an account that may do little, and prints `open` or why it was refused.

import { setTimeout } from "node:timers/promises";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";

const [folder = ""] = process.argv.slice(2);
const nobody = 65534;

// After the imports, since this account may not read the repository.
if (process.getuid?.() === 0) {
  process.setgid?.(nobody);
  process.setuid?.(nobody);
}
try {
  await openSqlite({ folder });
  process.stdout.write("open\n");
} catch (error) {
  process.stdout.write(`refused: ${(error as Error).message}\n`);
}
// Whoever waits for a line would take the end for too early.
await setTimeout(600_000);
