// A process that runs one operator command on a folder. It prints `begun` before the command and `ended` with the exit
// code afterwards.

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
// Without this a waiting test would see the end of the process before it reads the last line.
await setTimeout(600_000);
