// Installs the packages of the lock file that are missing: those for running, or also those for the checks.
//
// npm's own record in node_modules says what is installed, not a stamp, so that an install by hand counts and an
// interrupted one does not. Only Node's own modules may be imported here, since nothing may be installed yet.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runQuietly } from "./process.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const platformFile = `${root}node_modules/.tabstop-platform`;

/**
 * @param {"run" | "all"} extent `run`: the packages for building and serving. `all`: also those for the checks.
 * @returns {Promise<void>}
 */
export async function ensureInstalled(extent) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Tabstop needs Node.js 20.19 or newer, but this is ${process.version}. See https://nodejs.org.`,
    );
    process.exit(1);
  }
  if (isInstalled(extent)) return;
  console.log(
    extent === "all" ? "Installing packages and the tools of the checks …" : "Installing packages …",
  );
  const args = [
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    ...(extent === "run" ? ["--omit=dev"] : []),
  ];
  const { code, output } = await runQuietly(process.platform === "win32" ? "npm.cmd" : "npm", args, {
    cwd: root,
    shell: process.platform === "win32",
  });
  if (code !== 0) {
    console.error(output);
    console.error("The packages could not be installed: npm's message is above. Is there a network?");
    process.exit(1);
  }
  writeFileSync(platformFile, platform);
}

/** @param {"run" | "all"} extent */
function isInstalled(extent) {
  const record = `${root}node_modules/.package-lock.json`;
  if (!existsSync(record)) return false;
  if (existsSync(platformFile) && readFileSync(platformFile, "utf8") !== platform) return false;
  return missingPackages(readJson(`${root}package-lock.json`), readJson(record), extent).length === 0;
}

/**
 * The places of packages in the lock file that the record lacks or has in another version, without optional packages
 * (those of other platforms).
 * @param {{ packages: Record<string, LockEntry> }} lock
 * @param {{ packages: Record<string, LockEntry> }} record
 * @param {"run" | "all"} extent
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry
 */
export function missingPackages(lock, record, extent) {
  return Object.entries(lock.packages)
    .filter(([place, entry]) => {
      if (!place.startsWith("node_modules/") && !place.includes("/node_modules/")) return false;
      if (entry.link || entry.optional || entry.devOptional) return false;
      if (extent === "run" && entry.dev) return false;
      return record.packages[place]?.version !== entry.version;
    })
    .map(([place]) => place);
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
