// Starts each browser the way a person does: a real window on the display, without a driver.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quietArguments } from "../../scripts/quiet-chromium.mjs";
import type { Processes } from "./processes.ts";
import { findProgram } from "./programs.ts";

export const browserNames = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof browserNames)[number];

export type Started = { readonly close: () => Promise<void> };

let profiles = 0;

/** `env` has the variables for an input method, if one is used. */
export function startBrowser(
  processes: Processes,
  name: BrowserName,
  display: number,
  url: string,
  env: NodeJS.ProcessEnv = {},
): Started {
  const profile = join(processes.folder, `${name}-${++profiles}`);
  mkdirSync(profile, { recursive: true });
  const [program, args] = command(name, profile, url);
  const child = processes.start(program, args, {
    HOME: profile,
    DISPLAY: `:${display}`,
    LANG: "C.UTF-8",
    NO_AT_BRIDGE: "1",
    GDK_BACKEND: "x11",
    // WebKitGTK must draw without a graphics card.
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    ...env,
  });
  return { close: () => processes.end(child) };
}

/** The version of the Debian package, because WebKitGTK's window does not show one. */
export function versionOf(name: BrowserName): string {
  const packages = { chromium: "chromium", firefox: "firefox-esr", webkit: "webkit2gtk-driver" } as const;
  const args = ["-W", "-f", "${Version}", packages[name]];
  return execFileSync("dpkg-query", args, { encoding: "utf8" }).replace(/^\d+:|[-~].*$/g, "");
}

function programOf(name: BrowserName): string {
  if (name === "chromium") return findProgram("chromium") ?? "chromium";
  if (name === "firefox") return findProgram("firefox-esr") ?? "firefox-esr";
  const files = execFileSync("sh", ["-c", "find /usr/lib /usr/libexec -name MiniBrowser -type f"], {
    encoding: "utf8",
  });
  return files.split("\n")[0] ?? "MiniBrowser";
}

function command(name: BrowserName, profile: string, url: string): [string, string[]] {
  const program = programOf(name);
  switch (name) {
    case "chromium":
      return [
        program,
        [
          "--no-sandbox",
          ...quietArguments,
          "--password-store=basic",
          // The toolkit for which the input methods' modules are installed.
          "--gtk-version=3",
          `--user-data-dir=${profile}`,
          "--window-position=0,0",
          "--window-size=1280,800",
          `--app=${url}`,
        ],
      ];
    case "firefox":
      writeFileSync(join(profile, "user.js"), preferences.map((pref) => `user_pref(${pref});`).join("\n"));
      return [
        program,
        ["--no-remote", "--profile", profile, "--width", "1280", "--height", "800", "--new-window", url],
      ];
    case "webkit":
      return [program, ["--geometry=1280x800", url]];
    default:
      throw new TypeError(`no such browser: ${String(name satisfies never)}`);
  }
}

/** Preferences of Firefox: no start pages, no questions, no connections except to the server under test. */
const preferences = [
  '"termsofuse.bypassNotification", true',
  '"datareporting.policy.dataSubmissionPolicyBypassNotification", true',
  '"datareporting.policy.dataSubmissionEnabled", false',
  '"datareporting.healthreport.uploadEnabled", false',
  '"toolkit.telemetry.enabled", false',
  '"browser.aboutwelcome.enabled", false',
  '"browser.startup.homepage_override.mstone", "ignore"',
  '"browser.startup.page", 0',
  '"browser.shell.checkDefaultBrowser", false',
  '"browser.newtabpage.enabled", false',
  '"browser.search.update", false',
  '"browser.translations.enable", false',
  '"extensions.update.enabled", false',
  '"app.update.enabled", false',
  '"app.normandy.enabled", false',
  '"network.captive-portal-service.enabled", false',
  '"network.connectivity-service.enabled", false',
  '"network.dns.disablePrefetch", true',
  '"services.settings.server", "http://127.0.0.1:9/"',
  '"browser.safebrowsing.update.enabled", false',
  '"signon.rememberSignons", false',
];
