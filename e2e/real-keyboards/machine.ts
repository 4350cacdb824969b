/** What the machine must have, and the processes that a run starts and ends. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** Debian's names of the programs, and of what input methods need. */
const neededPrograms = {
  Xvfb: "xvfb",
  setxkbmap: "x11-xkb-utils",
  xclip: "xclip",
  openbox: "openbox",
  chromium: "chromium",
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  "dbus-daemon": "dbus",
  "ibus-daemon": "ibus",
} as const;
const inputMethods = [
  "ibus-gtk3",
  "ibus-libpinyin",
  "ibus-anthy",
  "ibus-hangul",
  "ibus-unikey",
  "python3-gi",
  "gir1.2-gtk-3.0",
  "gir1.2-ibus-1.0",
];
const engines = ["libpinyin", "anthy", "hangul", "unikey"].map(
  (name) => `/usr/share/ibus/component/${name}.xml`,
);

function programs(): string {
  return [...Object.values(neededPrograms), ...inputMethods].join(" ");
}

/** What is missing by apt's names; [] when all is there. */
function missing(): readonly string[] {
  const absent = Object.entries(neededPrograms)
    .filter(([name]) => find(name) === null)
    .map(([, packageName]) => packageName);
  return engines.every((file) => existsSync(file)) ? absent : [...absent, ...inputMethods];
}

/** Installs what is missing where we may; else null, or the one sentence that says what to do. */
export async function ensurePrograms(): Promise<string | null> {
  if (missing().length === 0) return null;
  const isDebian = process.platform === "linux" && existsSync("/etc/debian_version");
  if (isDebian && process.getuid?.() === 0) {
    console.log(`Installing ${missing().join(" ")} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const lock = ["-o", "DPkg::Lock::Timeout=300"];
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...lock, ...missing()];
    for (const args of [["update", "-qq", ...lock], install]) {
      const { code, output } = await quietly("apt-get", args, env);
      if (code !== 0) console.error(output);
    }
    if (missing().length === 0) return null;
  }
  return isDebian
    ? `Real keyboards need ${missing().join(", ")}: \`sudo apt-get install --no-install-recommends ${missing().join(" ")}\`.`
    : `Real keyboards are tried on Debian 12 or newer only, with ${programs()}.`;
}

export function find(program: string): string | null {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"]) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here.
    }
  }
  return null;
}

/** Runs a command to its end. */
export function quietly(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { env, timeout: 600_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Processes and folders that end with the run, the last started first. */
export class Workshop {
  readonly #started: ChildProcess[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), "tabstop-keys-"));

  constructor() {
    // Also after Ctrl+C: what runs in groups of its own would stay.
    const end = () => {
      for (const { pid } of this.#started) if (pid !== undefined) signal(pid, "SIGKILL");
      rmSync(this.folder, { recursive: true, force: true });
    };
    process.once("exit", end);
  }

  start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    // A group of its own: browsers have children, and all of them end with it.
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: "ignore", detached: true });
    child.on("error", () => {});
    this.#started.push(child);
    return child;
  }

  async end(child: ChildProcess): Promise<void> {
    const at = this.#started.indexOf(child);
    if (at !== -1) this.#started.splice(at, 1);
    if (child.pid === undefined) return;
    const gone =
      child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
    signal(child.pid, "SIGTERM");
    const isLate = await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 2_000, "late"))]);
    if (isLate === "late") await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 500))]);
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
    // Gone already.
  }
}

/** A free display, its server running. */
export async function startDisplay(workshop: Workshop): Promise<number> {
  for (let display = 70; display < 200; display++) {
    if (existsSync(`/tmp/.X11-unix/X${display}`) || existsSync(`/tmp/.X${display}-lock`)) continue;
    const args = [`:${display}`, "-screen", "0", "1280x800x24", "-nolisten", "tcp"];
    const server = workshop.start(find("Xvfb") ?? "Xvfb", args);
    const deadline = Date.now() + 15_000;
    while (server.exitCode === null && Date.now() < deadline) {
      if (existsSync(`/tmp/.X11-unix/X${display}`)) {
        startWindowManager(workshop, display);
        return display;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("no X server started on any display from :70 to :199");
}

/** Something must give the keyboard back to a window after a menu or a drag; its windows fill the display. */
function startWindowManager(workshop: Workshop, display: number): void {
  const file = join(workshop.folder, "openbox.xml");
  const rule = `<application class="*"><decor>no</decor><maximized>yes</maximized><focus>yes</focus></application>`;
  writeFileSync(
    file,
    `<openbox_config xmlns="http://openbox.org/3.4/rc"><applications>${rule}</applications></openbox_config>`,
  );
  workshop.start(find("openbox") ?? "openbox", ["--config-file", file], { DISPLAY: `:${display}` });
}

/** Gives the display this layout, as the desktop's settings would. */
export async function setLayout(
  display: number,
  layout: string,
  options: readonly string[] = [],
): Promise<void> {
  const [, name = layout, variant = ""] = /^([^(]*)(?:\((.*)\))?$/.exec(layout) ?? [];
  const chosen = ["-option", "", ...options.flatMap((option) => ["-option", option])];
  const { code, output } = await quietly("setxkbmap", [...chosen, "-layout", name, "-variant", variant], {
    ...process.env,
    DISPLAY: `:${display}`,
  });
  if (code !== 0) throw new Error(`setxkbmap ${layout}: ${output}`);
}

/** Puts a text on the clipboard, or what the middle button pastes. */
export async function setClipboard(
  display: number,
  selection: "clipboard" | "primary",
  text: string,
): Promise<void> {
  const child = spawn("xclip", ["-selection", selection, "-loops", "20"], {
    env: { ...process.env, DISPLAY: `:${display}` },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin?.end(text);
  await new Promise((resolve) => child.once("exit", resolve));
}
