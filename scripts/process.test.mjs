// A script that npm started ends when npm ends.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const processModule = new URL("./process.mjs", import.meta.url).href;

test.skipIf(process.platform === "win32")(
  "a script is notified when its npm ends, and ends after its clean-up",
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabstop-script-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node script.mjs" } }));
    writeFileSync(
      join(folder, "script.mjs"),
      `import { writeFileSync } from "node:fs";
       import { whenAbandoned } from ${JSON.stringify(processModule)};
       process.on("SIGTERM", () => end());
       const end = () => { writeFileSync("ended", ""); process.exit(0); };
       whenAbandoned(end);
       setTimeout(() => process.exit(1), 30_000);
       console.log("running");`,
    );
    const npm = spawn("npm", ["start"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void npm.kill("SIGKILL"));
    let said = "";
    npm.stdout.on("data", (chunk) => (said += chunk));
    await expect.poll(() => said, { timeout: 30_000 }).toContain("\nrunning\n");
    const exit = once(npm, "exit");
    npm.kill("SIGTERM");
    await exit;
    await expect.poll(() => existsSync(join(folder, "ended")), { timeout: 10_000 }).toBe(true);
  },
);
