// Programs of Debian are found, also where the PATH of an ordinary account does not lead.

import { expect, onTestFinished, test } from "vitest";
import { ensureProgram, findProgram } from "./debian-package.mjs";

test.skipIf(process.platform === "win32")("an installed program is found, whatever the PATH is", async () => {
  const path = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  const sh = await ensureProgram("sh");
  expect(sh).toMatch(/\/sh$/);
  process.env.PATH = "/nowhere";
  expect(findProgram(["no-such-program", "env"])).toBe("/usr/bin/env");
  expect(findProgram(["no-such-program"])).toBeNull();
});
