// Runs child processes for the scripts: with visible output, or quietly with the output kept for the case of a failure.
// None of them outlives the script that started it, however that ends.

import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Runs a command that prints to the terminal and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return exitCodeOf(spawn(command, args, { stdio: "inherit", ...options }));
}

/**
 * Runs a command quietly.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} `output`: standard output and error, in the order of arrival.
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/**
 * Starts a program of Node that prints to the terminal. The channel to it breaks when this process ends, even by a kill:
 * the server and the commands listen for that themselves; `startTool` is for other programs.
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function startNode(args, options = {}) {
  return spawn(process.execPath, args, { ...options, stdio: ["inherit", "inherit", "inherit", "ipc"] });
}

/**
 * Starts a program of Node that knows nothing of this script. It gets SIGTERM when this process ends.
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function startTool(args, options) {
  return startNode(
    ["--import", new URL("./programs/end-with-parent.mjs", import.meta.url).href, ...args],
    options,
  );
}

/**
 * Resolves with the exit code.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** A reader of the output that has gone (`npm start | head -1`) must not end the script, and with it the server. */
export function ignoreLostOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/**
 * Calls `end` once when npm, which started this script, has exited. npm forwards a signal only to the shell between
 * itself and the script: both exit immediately, and the script would keep running, with its port and its folder. If npm
 * is killed, the shell may stay.
 * @param {() => void} end
 */
export function whenAbandoned(end) {
  // A parent other than npm may exit and leave the script running on purpose.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  /** @type {number | null} */
  let npm = null;
  void shellParent(parent).then((pid) => (npm = pid));
  const look = setInterval(() => {
    if (process.ppid === parent && isWithUs(parent) && (npm === null || isWithUs(npm))) return;
    clearInterval(look);
    end();
  }, 200);
  look.unref();
}

const shells = new Set(["sh", "dash", "bash", "ash", "busybox", "zsh", "ksh"]);

/**
 * The parent of a process, if the process is a shell: the shell that npm starts may stay when npm is killed. null for
 * any other process, and where it is unknown (Windows).
 * @param {number} pid
 * @returns {Promise<number | null>}
 */
async function shellParent(pid) {
  if (process.platform === "win32") return null;
  try {
    const { name, ppid } = statOf(pid);
    return shells.has(name) ? ppid : null;
  } catch {
    return new Promise((resolve) => {
      execFile("ps", ["-o", "ppid=,comm=", "-p", String(pid)], (_error, output) => {
        const [, ppid, name = ""] = /^\s*(\d+)\s+-?(.*)$/m.exec(output) ?? [];
        resolve(shells.has(basename(name.trim())) ? Number(ppid) : null);
      });
    });
  }
}

/**
 * Whether the process runs and belongs to npm's run of this script. An orphan's parent is the system's first process, or
 * another that adopts orphans, and belongs to another session: npm may have ended before this script looked. A process
 * that has ended stays in the list until its parent asks for its exit code, which some never do.
 * @param {number} pid
 */
function isWithUs(pid) {
  if (process.platform !== "linux") return pid !== 1 && isRunning(pid);
  try {
    const { state, session } = statOf(pid);
    return state !== "Z" && session === statOf(process.pid).session;
  } catch {
    return isRunning(pid);
  }
}

/**
 * What Linux says about a process. Throws when it does not exist, and on other systems.
 * @param {number} pid
 */
function statOf(pid) {
  // `PID (NAME) STATE PPID PGRP SESSION …`; a name may contain blanks and parentheses.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const end = stat.lastIndexOf(")");
  const [state, ppid, , session] = stat.slice(end + 2).split(" ");
  return {
    name: stat.slice(stat.indexOf("(") + 1, end),
    state,
    ppid: Number(ppid),
    session: Number(session),
  };
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another account.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
