/** The input-method daemon of Linux desktops, with a home and a message bus of its own that the browser shares. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { find, pause, quietly, type Workshop } from "./machine.ts";

export type Ibus = {
  /** What a browser must be started with, to have the input methods. */
  readonly env: NodeJS.ProcessEnv;
  /** Switches to an engine such as `libpinyin`, or back to the bare keyboard by `xkb:us::eng`. */
  switchTo(engine: string): Promise<void>;
};

export async function startIbus(workshop: Workshop, display: number): Promise<Ibus> {
  const home = join(workshop.folder, "ibus-home");
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
    // anthy's engine is Python and needs the system's own.
    PATH: `/usr/bin:/bin:${process.env.PATH ?? ""}`,
  };
  workshop.start(
    find("dbus-daemon") ?? "dbus-daemon",
    ["--session", `--address=unix:path=${bus}`, "--nofork", "--nopidfile"],
    env,
  );
  await until(() => existsSync(bus), "the message bus");
  // Without a place for their settings some engines never start; this one forgets them.
  const files = execFileSync("dpkg", ["-L", "ibus"], { encoding: "utf8" }).split("\n");
  const settings = files.find((file) => file.endsWith("ibus-memconf")) ?? "disable";
  workshop.start(
    find("ibus-daemon") ?? "ibus-daemon",
    ["--xim", "--panel", "disable", "--config", settings],
    env,
  );
  const ask = async (...args: string[]) =>
    quietly("/usr/bin/ibus", ["engine", ...args], { ...process.env, ...env });
  const switchTo = async (engine: string) => {
    const deadline = Date.now() + 25_000;
    for (;;) {
      // It may fail and have switched all the same.
      await ask(engine);
      const { output } = await ask();
      if (output.trim() === engine) break;
      if (Date.now() > deadline) throw new Error(`ibus doesn't switch to ${engine}: ${output.trim()}`);
      await pause(300);
    }
    // The engine answers before it listens.
    await pause(1_200);
  };
  await switchTo("xkb:us::eng");
  return { env, switchTo };
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} is not there after 15 s`);
    await pause(50);
  }
}
