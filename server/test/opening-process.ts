// A process that opens the store in a folder as an unprivileged account, and prints `open` or why it was refused.

import { setTimeout } from "node:timers/promises";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";

const [folder = ""] = process.argv.slice(2);
const nobody = 65534;

// The account is changed after the imports, because `nobody` cannot read the repository.
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
// Without this a waiting test would see the end of the process before it reads the last line.
await setTimeout(600_000);
