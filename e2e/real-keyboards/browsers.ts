/** The browsers, each as a person starts it: a real window on the display, nobody driving it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quietArguments } from "../../scripts/quiet-chromium.mjs";
import { find, type Workshop } from "./machine.ts";

export const browserNames = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof browserNames)[number];

export type Started = { readonly close: () => Promise<void> };

let profiles = 0;

/** `env` is what an input method needs, if one is on. */
export function startBrowser(
  workshop: Workshop,
  name: BrowserName,
  display: number,
  url: string,
  env: NodeJS.ProcessEnv = {},
): Started {
  const profile = join(workshop.folder, `${name}-${++profiles}`);
  mkdirSync(profile, { recursive: true });
  const [program, args] = command(name, profile, url);
  const child = workshop.start(program, args, {
    HOME: profile,
    DISPLAY: `:${display}`,
    LANG: "C.UTF-8",
    NO_AT_BRIDGE: "1",
    GDK_BACKEND: "x11",
    // WebKitGTK draws without a graphics card.
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    ...env,
  });
  return { close: () => workshop.end(child) };
}

/** As Debian's package says, since WebKitGTK's own window doesn't. */
export function versionOf(name: BrowserName): string {
  const packages = { chromium: "chromium", firefox: "firefox-esr", webkit: "webkit2gtk-driver" } as const;
  const args = ["-W", "-f", "${Version}", packages[name]];
  return execFileSync("dpkg-query", args, { encoding: "utf8" }).replace(/^\d+:|[-~].*$/g, "");
}

function programOf(name: BrowserName): string {
  if (name === "chromium") return find("chromium") ?? "chromium";
  if (name === "firefox") return find("firefox-esr") ?? "firefox-esr";
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
          // The toolkit that input methods' modules are installed for.
          "--gtk-version=3",
          `--user-data-dir=${profile}`,
          "--window-position=0,0",
          "--window-size=1280,800",
          `--app=${url}`,
        ],
      ];
    case "firefox":
      writeFileSync(join(profile, "user.js"), quiet.map((pref) => `user_pref(${pref});`).join("\n"));
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

/** No pages of its own, no questions, nobody to ask but the server under test. */
const quiet = [
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
