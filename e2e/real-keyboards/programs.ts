// The programs that these tests need, found, installed and run.

import { execFile } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs, and the Debian packages that contain them. */
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
/** The Debian packages for input methods. */
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

function packages(): string {
  return [...Object.values(neededPrograms), ...inputMethods].join(" ");
}

/** The Debian packages that are not installed. */
function missingPackages(): readonly string[] {
  const absent = Object.entries(neededPrograms)
    .filter(([name]) => findProgram(name) === null)
    .map(([, packageName]) => packageName);
  return engines.every((file) => existsSync(file)) ? absent : [...absent, ...inputMethods];
}

/** Installs missing packages if it has the rights to. Returns null, or a sentence that says what to do. */
export async function ensurePrograms(): Promise<string | null> {
  if (missingPackages().length === 0) return null;
  const isDebian = process.platform === "linux" && existsSync("/etc/debian_version");
  if (isDebian && process.getuid?.() === 0) {
    console.log(`Installing ${missingPackages().join(" ")} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const lock = ["-o", "DPkg::Lock::Timeout=300"];
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...lock, ...missingPackages()];
    for (const args of [["update", "-qq", ...lock], install]) {
      const { code, output } = await run("apt-get", args, env);
      if (code !== 0) console.error(output);
    }
    if (missingPackages().length === 0) return null;
  }
  return isDebian
    ? `Real keyboards need ${missingPackages().join(", ")}: \`sudo apt-get install --no-install-recommends ${missingPackages().join(" ")}\`.`
    : `Real keyboards can be tested only on Debian 12 or newer, with ${packages()}.`;
}

/** The path of a program, or null. */
export function findProgram(program: string): string | null {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"]) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Runs a command and collects its output. */
export function run(
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
