// A process that runs one command of the command line on a folder, and prints `begun` before it and `ended` with its exit code after.

import { setTimeout } from "node:timers/promises";
import { runCommandLine } from "../commands/run-command-line.ts";

const [folder = "", ...words] = process.argv.slice(2);
process.stdout.write("begun\n");
const code = await runCommandLine(
  {
    environment: () => ({ DATA_DIR: folder }),
    now: Date.now,
    print: () => {},
    warn: (line) => void process.stderr.write(`${line}\n`),
    askPassword: async () => "",
  },
  words,
);
process.stdout.write(`ended ${code}\n`);
// Whoever waits for a line would take the end for too early.
await setTimeout(600_000);
