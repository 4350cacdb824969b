// Child processes of tests: TypeScript files of this folder, run by Node through tsx.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Child = {
  /** The lines printed so far; grows. */
  readonly lines: readonly string[];
  /** Resolves with the next line that has this prefix. */
  line(start: string): Promise<string>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
};

/** `file` is relative to this folder. */
export function startChild(file: string, ...args: readonly string[]): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting: { start: string; tell: (line: string) => void }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const one of waiting.filter(({ start }) => line.startsWith(start))) one.tell(line);
  });
  return {
    lines,
    line: (start) =>
      Promise.race([new Promise<string>((tell) => waiting.push({ start, tell })), early(child)]),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // On `close` all of the output has been read.
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    },
  };
}

async function early(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`The other process ended too early, with ${code}`);
}
