// ibus, the input-method daemon of Linux desktops, with a separate home and a message bus that it shares with the
// browser.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Processes } from "./processes.ts";
import { findProgram, pause, run } from "./programs.ts";

export type Ibus = {
  /** The environment variables with which a browser uses the input methods. */
  readonly env: NodeJS.ProcessEnv;
  /** Switches to an engine such as `libpinyin`, or to none with `xkb:us::eng`. */
  switchTo(engine: string): Promise<void>;
};

export async function startIbus(processes: Processes, display: number): Promise<Ibus> {
  const home = join(processes.folder, "ibus-home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const bus = join(home, "bus");
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
    GTK_IM_MODULE: "ibus",
    XMODIFIERS: "@im=ibus",
    GSETTINGS_BACKEND: "memory",
    LANG: "C.UTF-8",
    DISPLAY: `:${display}`,
    // The engine of anthy is written in Python and needs the system's Python.
    PATH: `/usr/bin:/bin:${process.env.PATH ?? ""}`,
  };
  processes.start(
    findProgram("dbus-daemon") ?? "dbus-daemon",
    ["--session", `--address=unix:path=${bus}`, "--nofork", "--nopidfile"],
    env,
  );
  await waitFor(() => existsSync(bus), "the message bus");
  // Some engines do not start without a store for their settings; this one keeps them in memory.
  const files = execFileSync("dpkg", ["-L", "ibus"], { encoding: "utf8" }).split("\n");
  const settings = files.find((file) => file.endsWith("ibus-memconf")) ?? "disable";
  processes.start(
    findProgram("ibus-daemon") ?? "ibus-daemon",
    ["--xim", "--panel", "disable", "--config", settings],
    env,
  );
  const engineCommand = async (...args: string[]) =>
    run("/usr/bin/ibus", ["engine", ...args], { ...process.env, ...env });
  const switchTo = async (engine: string) => {
    const deadline = Date.now() + 25_000;
    for (;;) {
      // This may fail although the engine was switched.
      await engineCommand(engine);
      const { output } = await engineCommand();
      if (output.trim() === engine) break;
      if (Date.now() > deadline) throw new Error(`ibus does not switch to ${engine}: ${output.trim()}`);
      await pause(300);
    }
    // ibus reports the engine before the engine handles keys.
    await pause(1_200);
  };
  await switchTo("xkb:us::eng");
  return { env, switchTo };
}

async function waitFor(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`${what} is not there after 15 s`);
    await pause(50);
  }
}
