// The command line as a process: `npm run tabstop -- COMMAND …`.

import { commandOutput } from "../output.ts";
import { readEnvironment } from "../settings.ts";
import { askPassword } from "./ask-password.ts";
import { whenParentEnds } from "../stop-request.ts";
import { runCommandLine } from "./run-command-line.ts";

// A command whose wrapper was killed ends as by a signal.
whenParentEnds(() => process.kill(process.pid, "SIGTERM"));
const exitCode = await runCommandLine(
  {
    environment: () => readEnvironment(process.cwd(), process.env),
    now: Date.now,
    ...commandOutput(),
    askPassword,
  },
  process.argv.slice(2),
);
// Output that could not be written has set it.
process.exitCode ??= exitCode;
