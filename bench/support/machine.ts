// Describes the machine and the versions with which a bench ran, without host names and paths.

import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Describes the machine, as in "2 cores of an AMD EPYC, Node 20.20.2, Chromium 156.0.1.2". */
export function describeMachine(chromium: string | null): string {
  const model = (cpus()[0]?.model ?? "unknown processor").replace(/\s+/g, " ").trim();
  return [
    `${availableParallelism()} cores of ${model}`,
    `Node ${process.versions.node}`,
    ...(chromium === null ? [] : [`Chromium ${chromium}`]),
  ].join(", ");
}

/** How many processes used or awaited a processor in the last minute. A quiet machine is well below its core count. */
export function loadBefore(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)} before it`;
}

/** The short hash of the commit; `+` follows when files other than those that a bench writes have changed since. */
export function currentCommit(): string {
  const git = (...words: readonly string[]) =>
    execFileSync("git", [...words], { cwd: top, encoding: "utf8" }).trim();
  const changes = git(
    "status",
    "--porcelain",
    "--",
    ".",
    ":!bench/results",
    ":!docs/performance.md",
    ":!docs/learning.md",
  );
  return `${git("rev-parse", "--short=7", "HEAD")}${changes === "" ? "" : "+"}`;
}
