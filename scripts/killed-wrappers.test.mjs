// A wrapper that is killed (`kill -9`) takes its server or its tool with it: the port is free, no process is left, and
// what was acknowledged is in the database.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureBuilt } from "./build.mjs";
import { root } from "./install.mjs";

const wait = { timeout: 60_000, interval: 100 };

/** Every process and its parent, by `ps` of any system but Windows. */
function processes() {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ppid, stat = ""]) => ({
      pid: Number(pid),
      ppid: Number(ppid),
      isDead: stat.startsWith("Z"),
    }));
}

/** @param {number} pid @returns {number[]} */
function descendants(pid) {
  const all = processes();
  /** @param {number} of @returns {number[]} */
  const below = (of) => all.filter(({ ppid }) => ppid === of).flatMap(({ pid }) => [pid, ...below(pid)]);
  return below(pid);
}

/** @param {readonly number[]} pids */
function left(pids) {
  return processes()
    .filter(({ pid, isDead }) => pids.includes(pid) && !isDead)
    .map(({ pid }) => pid);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer().listen(port, "127.0.0.1");
  const outcome = await Promise.race([once(server, "listening"), once(server, "error")]).catch(() => null);
  server.close();
  return outcome !== null && outcome.length === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {{ detached?: boolean }} [options]
 */
function launch(command, args, env = {}, options = {}) {
  // Without colours, which would be in the middle of the texts that are waited for.
  const { npm_lifecycle_event: _, FORCE_COLOR: __, ...own } = process.env;
  const child = spawn(command, args, {
    ...options,
    cwd: root,
    env: { ...own, NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (out += chunk));
  onTestFinished(() => {
    for (const pid of child.pid === undefined ? [] : [...descendants(child.pid), child.pid]) kill(pid);
  });
  return { child, pid: /** @type {number} */ (child.pid), out: () => out };
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function folder() {
  const path = mkdtempSync(join(tmpdir(), "tabstop-wrapper-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** @type {{ name: string, command: string, args: string[], victim: "the wrapper" | "its child" }[]} */
const wrappers = [
  { name: "npm of `npm start`", command: "npm", args: ["start"], victim: "the wrapper" },
  { name: "the script of `npm start`", command: "npm", args: ["start"], victim: "its child" },
  { name: "start.mjs alone", command: process.execPath, args: ["scripts/start.mjs"], victim: "the wrapper" },
];

test.each(process.platform === "win32" ? [] : wrappers)(
  "after a kill of $name the server is gone, and what it acknowledged is stored [SEC-177]",
  { timeout: 240_000 },
  async ({ command, args, victim }) => {
    await ensureBuilt();
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: folder(), CATALOGUE: "off", SHUTDOWN_DELAY: "300" };
    const address = `http://127.0.0.1:${port}`;
    const started = launch(command, args, env);
    await expect.poll(started.out, wait).toContain("Tabstop is ready");
    const account = { username: "mira", email: "mira@example.com", password: "123456" };
    const body = JSON.stringify(account);
    const post = { method: "POST", headers: { "content-type": "application/json" }, body };
    expect((await fetch(`${address}/api/auth/register`, post)).status).toBe(201);

    const all = [started.pid, ...descendants(started.pid)];
    kill(victim === "the wrapper" ? started.pid : /** @type {number} */ (all[1]));
    await expect.poll(() => left(all), wait).toEqual([]);
    expect(await isFree(port)).toBe(true);

    const again = launch(process.execPath, ["scripts/start.mjs"], env);
    await expect.poll(again.out, wait).toContain("Tabstop is ready");
    expect((await fetch(`${address}/api/auth/login`, post)).status).toBe(200);
  },
);

/** @type {{ name: string, script: string, env?: Record<string, string> }[]} */
const orphaned = [
  // The shell that becomes `sleep` never asks for npm's exit code, so that the killed npm stays in the list.
  { name: "npm is killed and its parent does not notice", script: "npm start & echo $!; exec sleep 60" },
  // As when npm gets SIGTERM while it starts the script.
  {
    name: "npm has ended before the script begins",
    script: "(sleep 0.5; exec node scripts/start.mjs) & echo $!",
    env: { npm_lifecycle_event: "start" },
  },
];

test.each(process.platform === "win32" ? [] : orphaned)(
  "no server is left when $name",
  { timeout: 240_000 },
  async ({ script, env }) => {
    await ensureBuilt();
    const port = await freePort();
    const settings = { PORT: String(port), DATA_DIR: folder(), CATALOGUE: "off", ...env };
    const started = launch("sh", ["-c", script], settings, { detached: true });
    await expect.poll(started.out, wait).toMatch(/^\d+\n/);
    const pid = Number.parseInt(started.out(), 10);
    if (env === undefined) {
      await expect.poll(started.out, wait).toContain("Tabstop is ready");
      const all = [pid, ...descendants(pid)];
      kill(pid);
      await expect.poll(() => left(all), wait).toEqual([]);
    } else {
      onTestFinished(() => [...descendants(pid), pid].forEach(kill));
      await expect.poll(() => left([pid]), wait).toEqual([]);
      expect(started.out()).not.toContain("Tabstop is ready");
    }
    expect(await isFree(port)).toBe(true);
  },
);

test.skipIf(process.platform === "win32")(
  "after a kill of dev.mjs its server and Vite are gone",
  { timeout: 240_000 },
  async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: folder(), CATALOGUE: "off" };
    const started = launch(process.execPath, ["scripts/dev.mjs"], env);
    await expect.poll(started.out, wait).toContain("Tabstop is ready");
    await expect.poll(started.out, wait).toContain("Local:");
    const all = [started.pid, ...descendants(started.pid)];
    expect(all.length).toBeGreaterThanOrEqual(4);
    kill(started.pid);
    await expect.poll(() => left(all), wait).toEqual([]);
    expect([await isFree(port), await isFree(port + 1)]).toEqual([true, true]);
  },
);

test.skipIf(process.platform === "win32")(
  "after a kill of tabstop.mjs or run.mjs their command is gone",
  { timeout: 240_000 },
  async () => {
    await ensureBuilt();
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: folder(), CATALOGUE: "off", ADMIN_EMAIL: "a@example.com" };
    const server = launch(process.execPath, ["scripts/start.mjs"], env);
    await expect.poll(server.out, wait).toContain("Tabstop is ready");
    for (const args of [
      // It waits for a password on its standard input.
      ["scripts/tabstop.mjs", "set-password", "a@example.com"],
      ["scripts/run.mjs", "tsx", "-e", "setInterval(() => {}, 1_000)"],
    ]) {
      const started = launch(process.execPath, args, env);
      await expect.poll(() => descendants(started.pid).length, wait).toBeGreaterThan(0);
      // Until the command itself runs.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const all = [started.pid, ...descendants(started.pid)];
      kill(started.pid);
      await expect.poll(() => left(all), wait).toEqual([]);
    }
    expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
  },
);
