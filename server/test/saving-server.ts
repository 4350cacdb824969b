// A process that locks a folder like a server and saves endlessly, as many saves at once as the second argument says.
// It prints `kept N` for each save that the store has acknowledged.

import { appendAudit } from "../store/accounts/audit.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";

const [folder = "", atOnce = "1", from = "0"] = process.argv.slice(2);
const store = await openSqlite({ folder });
process.stdout.write("open\n");

let last = Number(from);
async function saveForever(): Promise<never> {
  for (;;) {
    const at = ++last;
    await store.write((tx) => appendAudit(tx, { at, kind: "saved", userId: null, detail: {} }));
    // Print synchronously: an acknowledged save may be the last thing this process reports.
    process.stdout.write(`kept ${at}\n`);
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, saveForever));
