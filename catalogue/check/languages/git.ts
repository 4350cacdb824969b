// The surroundings of Bash examples that use Git: no configuration of the machine, and fixed names and dates, so that
// every commit has the same hash on every machine.

import { writeFile } from "node:fs/promises";
import type { CatalogueExample } from "../../course-files.ts";
import { type RunRules, runFault } from "./language.ts";
import type { Outcome } from "./process.ts";

const date = "2026-01-05T09:00:00+00:00";

const variables: Readonly<Record<string, string>> = {
  GIT_AUTHOR_DATE: date,
  GIT_COMMITTER_DATE: date,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "file",
};

// The name is in the configuration and not in a variable, which an example with `git config user.name` could not change.
const configuration = `[user]
\tname = Kim Reed
\temail = kim@example.org
[init]
\tdefaultBranch = main
[advice]
\tdetachedHead = false
[gc]
\tauto = 0
`;

/** Everything about Git that decides a verdict. */
export const gitRule = JSON.stringify({ variables, configuration, stderr: "no failure or warning" });

export function usesGit({ code }: Pick<CatalogueExample, "code">): boolean {
  return /\bgit\b/.test(code);
}

export const gitRules: RunRules = {
  environment: async (folder) => {
    // Beside the folder, where it is no file of the example.
    const file = `${folder}.gitconfig`;
    await writeFile(file, configuration);
    return { ...variables, GIT_CONFIG_GLOBAL: file, GIT_CEILING_DIRECTORIES: folder };
  },
  faultOf: gitRunFault,
};

/** Git reports on stderr what it has done ("Switched to branch 'main'"), which is neither a fault nor an output. */
function gitRunFault(outcome: Outcome): string | undefined {
  const bad = outcome.stderr.split("\n").filter((line) => /^(?:warning|fatal):|\.sh: line \d+:/.test(line));
  return runFault({ ...outcome, stderr: outcome.code === 0 ? bad.join("\n") : outcome.stderr });
}
