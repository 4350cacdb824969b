// The processes that a run starts, which end with it.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Processes, and a temporary folder, that end with the run; the last one started ends first. */
export class Processes {
  readonly #started: ChildProcess[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), "tabstop-keys-"));

  constructor() {
    // Also after Ctrl+C, because processes in separate groups would continue.
    const end = () => {
      for (const { pid } of this.#started) if (pid !== undefined) signal(pid, "SIGKILL");
      rmSync(this.folder, { recursive: true, force: true });
    };
    process.once("exit", end);
  }

  start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    // `detached` creates a process group, so that the child processes of a browser end with it.
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: "ignore", detached: true });
    child.on("error", () => {});
    this.#started.push(child);
    return child;
  }

  async end(child: ChildProcess): Promise<void> {
    const at = this.#started.indexOf(child);
    if (at !== -1) this.#started.splice(at, 1);
    if (child.pid === undefined) return;
    const exited =
      child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
    signal(child.pid, "SIGTERM");
    const isLate = await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 2_000, "late"))]);
    if (isLate === "late") await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 500))]);
    signal(child.pid, "SIGKILL");
  }

  async close(): Promise<void> {
    for (const child of this.#started.toReversed()) await this.end(child);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended already.
  }
}
