// Runs the tools and the examples: one program at a time with a time limit, an environment without surprises and no input.
// Nothing here knows a language.

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

export type Outcome = {
  /** The exit code; null where a signal ended the program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** No such program, or not allowed to start it. */
  readonly notStarted?: string;
};

export type RunOptions = {
  /** Where it runs, and its HOME and TMPDIR. */
  readonly folder: string;
  readonly limitMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
};

/** A run of an example may take this long. */
export const exampleLimitMs = 5_000;
/** A tool that reads a whole batch may take this long, also on a busy machine. */
const toolLimitMs = 120_000;

const outputLimit = 1_000_000;

/** Never rejects: what went wrong is in the outcome. The program's whole process group ends with it. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd: options.folder,
      env: { ...plainEnvironment(options.folder), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    let timedOut = false;
    const stop = () => {
      // The group, so that what an example left running in the background ends too.
      if (child.pid !== undefined) {
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended by itself.
        }
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, options.limitMs ?? toolLimitMs);
    const stdout = collect(child.stdout, stop);
    const stderr = collect(child.stderr, stop);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ code: null, stdout: "", stderr: "", timedOut: false, notStarted: error.message });
    });
    child.on("exit", stop);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: stdout(), stderr: stderr(), timedOut });
    });
  });
}

/** What a program says when it failed, in a few lines: the first that hold text, of stderr before stdout. */
export function complaint(outcome: Outcome): string {
  if (outcome.notStarted !== undefined) return outcome.notStarted;
  if (outcome.timedOut) return "was still running at the time limit";
  const said = `${outcome.stderr}\n${outcome.stdout}`
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
  return said.length === 0 ? `ended with code ${outcome.code}` : said.slice(0, 8).join("\n");
}

/** Runs `work` on every item, as many at once as there are cores; the results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = Array.from({ length: items.length });
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}

// No NODE_OPTIONS, no PYTHONPATH, no user's configuration: the same result on every machine.
function plainEnvironment(folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: folder,
    TMPDIR: folder,
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
  };
}

function collect(stream: NodeJS.ReadableStream, tooMuch: () => void): () => string {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on("data", (part: Buffer) => {
    size += part.length;
    if (size <= outputLimit) parts.push(part);
    else tooMuch();
  });
  return () => Buffer.concat(parts).toString("utf8");
}
