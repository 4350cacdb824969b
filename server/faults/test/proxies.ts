// nginx and HAProxy in front of servers, with the configurations that docs/operators.md recommends.
//
// They run under an ordinary account, on 127.0.0.1 only, with all their files in a temporary folder.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../project-root.ts";
import { ensureProgram } from "../../../scripts/programs/debian-package.mjs";
import { freePort } from "../../test/postgres.ts";
import { pause } from "./plan.ts";

export const proxyNames = ["nginx", "haproxy"] as const;

export type Proxy = {
  readonly url: string;
  /** What it printed and logged. */
  output(): string;
  stop(): Promise<void>;
};

const nobody = 65534;

/** Starts the proxy in front of two servers, and resolves when it serves. Installs it if it may. */
export async function startProxy(
  name: (typeof proxyNames)[number],
  servers: readonly [string, string],
): Promise<Proxy> {
  const program = await ensureProgram(name);
  const folder = mkdtempSync(join(tmpdir(), `tabstop-${name}-`));
  const port = await freePort();
  const recommended = configuration(name)
    .replace(name === "nginx" ? "listen 80;" : "bind :80", (listen) =>
      listen.replace(":80", "80").replace("80", `127.0.0.1:${port}`),
    )
    .replace("127.0.0.1:3000", new URL(servers[0]).host)
    .replace("127.0.0.1:3001", new URL(servers[1]).host);
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, name === "nginx" ? wholeNginx(recommended, folder) : recommended);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, file]) chownSync(path, nobody, nobody);
  const child = spawn(
    program,
    name === "nginx" ? ["-p", folder, "-c", file, "-e", "stderr"] : ["-db", "-f", file],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      ...(isRoot && { uid: nobody, gid: nobody }),
    },
  );
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  const proxy = {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      await ended(child);
      process.off("exit", kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await serving(proxy, child);
  return proxy;
}

/** The block of the document in this language that names two servers. */
function configuration(language: string): string {
  const text = readFileSync(join(projectRoot(), "docs/operators.md"), "utf8");
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.find(([, name, block]) => name === language && block?.includes("127.0.0.1:3001"));
  if (!found?.[2]) throw new Error(`docs/operators.md has no ${language} for two servers`);
  return found[2];
}

/** The recommended blocks belong into the block `http` of the system's file. */
function wholeNginx(blocks: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (part) => `${part}_temp_path ${folder}/${part};`,
  );
  return [
    "daemon off;",
    "worker_processes 2;",
    `pid ${folder}/nginx.pid;`,
    "error_log stderr warn;",
    "events { worker_connections 512; }",
    `http { access_log off; ${temporary.join(" ")}`,
    blocks,
    "}",
  ].join("\n");
}

async function serving({ url, output }: Proxy, child: ChildProcess): Promise<void> {
  const end = performance.now() + 20_000;
  while (performance.now() < end && child.exitCode === null) {
    const status = await fetch(`${url}/api/ready`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(50);
  }
  throw new Error(`The proxy does not serve: ${output()}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  // Both end at once, with their workers.
  child.kill("SIGTERM");
  await exit;
}
