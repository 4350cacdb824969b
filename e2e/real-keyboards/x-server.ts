// An X server with a window manager, its keyboard layout and its clipboard.

import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Processes } from "./processes.ts";
import { findProgram, run } from "./programs.ts";

/** Starts an X server on a free display and returns the display's number. */
export async function startDisplay(processes: Processes): Promise<number> {
  for (let display = 70; display < 200; display++) {
    if (existsSync(`/tmp/.X11-unix/X${display}`) || existsSync(`/tmp/.X${display}-lock`)) continue;
    const args = [`:${display}`, "-screen", "0", "1280x800x24", "-nolisten", "tcp"];
    const server = processes.start(findProgram("Xvfb") ?? "Xvfb", args);
    const deadline = Date.now() + 15_000;
    while (server.exitCode === null && Date.now() < deadline) {
      if (existsSync(`/tmp/.X11-unix/X${display}`)) {
        startWindowManager(processes, display);
        return display;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("no X server started on any display from :70 to :199");
}

/** A window manager, which returns the focus to a window after a menu or a drag. Its windows fill the display. */
function startWindowManager(processes: Processes, display: number): void {
  const file = join(processes.folder, "openbox.xml");
  const rule = `<application class="*"><decor>no</decor><maximized>yes</maximized><focus>yes</focus></application>`;
  writeFileSync(
    file,
    `<openbox_config xmlns="http://openbox.org/3.4/rc"><applications>${rule}</applications></openbox_config>`,
  );
  processes.start(findProgram("openbox") ?? "openbox", ["--config-file", file], { DISPLAY: `:${display}` });
}

/** Sets the keyboard layout, as the settings of a desktop do. */
export async function setLayout(
  display: number,
  layout: string,
  options: readonly string[] = [],
): Promise<void> {
  const [, name = layout, variant = ""] = /^([^(]*)(?:\((.*)\))?$/.exec(layout) ?? [];
  const chosen = ["-option", "", ...options.flatMap((option) => ["-option", option])];
  const { code, output } = await run("setxkbmap", [...chosen, "-layout", name, "-variant", variant], {
    ...process.env,
    DISPLAY: `:${display}`,
  });
  if (code !== 0) throw new Error(`setxkbmap ${layout}: ${output}`);
}

/** Puts a text into the clipboard, or into the selection that the middle button pastes. */
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
