import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { debianPackages, findTools, onPath, versionsOf } from "./tools.ts";

const root = mkdtempSync(join(tmpdir(), "tabstop-tools-"));
afterAll(() => rmSync(root, { recursive: true }));

function folderWith(name: string, script: string, mode = 0o755): string {
  const folder = mkdtempSync(join(root, "bin-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), mode);
  return folder;
}

test("a missing tool is named with the command that installs it", async () => {
  const { missing } = await findTools([onPath("lint9", "apt-get install -y lint9", { searchPath: root })]);
  expect(missing.map(({ name, get }) => `${name}: ${get}`)).toEqual(["lint9: apt-get install -y lint9"]);
});

test("the Debian packages of a tool are the words after the command that installs it", () => {
  expect(debianPackages(onPath("lint9", "apt-get install -y lint9 lint9-data"))).toEqual([
    "lint9",
    "lint9-data",
  ]);
  expect(debianPackages(onPath("lint9", "npm ci"))).toEqual([]);
});

test("a tool may have its own argument for the version", async () => {
  const searchPath = folderWith("lint9", '[ "$1" = version ] && echo "lint9 1.2.3"');
  const { missing } = await findTools([onPath("lint9", "", { searchPath })]);
  expect(missing).toHaveLength(1);
  const { toolbox } = await findTools([onPath("lint9", "", { searchPath, versionArgs: ["version"] })]);
  expect(toolbox.get("lint9")?.version).toBe("1.2.3");
});

test("the first program on the path that works is used, with its version", async () => {
  const path = [
    folderWith("lint9", "echo 'lint9 1.0.0'", 0o644),
    // A version manager's shim that looks for its folder under HOME.
    folderWith("lint9", 'cat "$HOME/.manager/lint9" || exit 127'),
    folderWith("lint9", "echo 'lint9, version 2.4.1 (plain)'"),
    folderWith("lint9", "echo 'lint9 3.0.0'"),
  ];
  const tool = onPath("lint9", "", { searchPath: path.join(delimiter) });
  const { toolbox, missing } = await findTools([tool, tool]);
  expect(missing).toEqual([]);
  expect(toolbox.get("lint9")?.path).toBe(join(path[2] ?? "", "lint9"));
  expect(versionsOf(toolbox, [tool])).toBe("lint9 2.4.1");
});
