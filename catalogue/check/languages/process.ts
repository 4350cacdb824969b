// Runs tools and examples: a program with a time limit, a minimal environment and its input, if it has any. It is the same for every
// language.

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

export type Outcome = {
  /** The exit code; null if a signal ended the program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The reason why the program could not be started. */
  readonly notStarted?: string;
};

export type RunOptions = {
  /** The folder in which the program runs. It is also its HOME and TMPDIR. */
  readonly folder: string;
  readonly limitMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  /** What the program reads from stdin; nothing if it is absent. */
  readonly input?: string;
};

/** A run of an example may take this long. */
export const exampleLimitMs = 5_000;
/** A tool that reads a whole batch may take this long, also on a busy machine. */
const toolLimitMs = 120_000;

const outputLimit = 1_000_000;

/** Never rejects: failures are in the outcome. The whole process group of the program is ended with it. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd: options.folder,
      env: { ...plainEnvironment(options.folder), ...options.env },
      stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      detached: true,
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    let timedOut = false;
    const stop = () => {
      // The whole group, so that background processes of an example end too.
      if (child.pid !== undefined) {
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has already ended.
        }
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, options.limitMs ?? toolLimitMs);
    const stdout = collect(child.stdout as NodeJS.ReadableStream, stop);
    const stderr = collect(child.stderr as NodeJS.ReadableStream, stop);
    // A program that ends before it has read everything is judged by its exit code.
    child.stdin?.on("error", () => undefined).end(options.input);
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

/** The message of a failed program: the first lines with text, of stderr before stdout. */
export function complaint(outcome: Outcome): string {
  if (outcome.notStarted !== undefined) return outcome.notStarted;
  if (outcome.timedOut) return "was still running at the time limit";
  const lines = `${outcome.stderr}\n${outcome.stdout}`
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
  return lines.length === 0 ? `ended with code ${outcome.code}` : lines.slice(0, 8).join("\n");
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

// Without NODE_OPTIONS, PYTHONPATH and the user's configuration, so that the result is the same on every machine.
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
