// A process that runs one operator command on a folder. It prints `begun` before the command, each line of the command
// after `out ` or `err `, and `ended` with the exit code afterwards.

import { setTimeout } from "node:timers/promises";
import { runCommandLine } from "../commands/run-command-line.ts";

const [folder = "", ...given] = process.argv.slice(2);
// With the word `unprivileged` before the command, an account that may write to nothing runs it. The account is changed
// after the imports, because `nobody` cannot read the repository.
const isUnprivileged = given[0] === "unprivileged";
const words = isUnprivileged ? given.slice(1) : given;
const nobody = 65534;
if (isUnprivileged && process.getuid?.() === 0) {
  process.setgid?.(nobody);
  process.setuid?.(nobody);
}
process.stdout.write("begun\n");
const code = await runCommandLine(
  {
    environment: () => ({ DATA_DIR: folder }),
    now: Date.now,
    print: (line) => void process.stdout.write(`out ${line}\n`),
    warn: (line) => void process.stdout.write(`err ${line}\n`),
    askPassword: async () => "",
  },
  words,
);
process.stdout.write(`ended ${code}\n`);
// Without this a waiting test would see the end of the process before it reads the last line.
await setTimeout(600_000);
