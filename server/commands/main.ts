// The command line as a process: `npm run tabstop -- COMMAND …`.

import { readEnvironment } from "../settings.ts";
import { askPassword } from "./ask-password.ts";
import { runCommandLine } from "./run-command-line.ts";

process.exitCode = await runCommandLine(
  {
    environment: () => readEnvironment(process.cwd(), process.env),
    now: Date.now,
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    askPassword,
  },
  process.argv.slice(2),
);
