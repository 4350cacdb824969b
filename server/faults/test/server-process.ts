// The built server as a process that a test kills and starts again, on the same port and database, as a supervisor does.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../project-root.ts";
import { freePort } from "../../test/postgres.ts";

const secretKey = "the same on every server, 32 and more";

export class ServerProcess {
  readonly url: string;
  readonly folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #wrapper: readonly string[];
  #child: ChildProcess | null = null;
  #output = "";

  private constructor(
    port: number,
    folder: string,
    environment: Readonly<Record<string, string>>,
    wrapper: readonly string[],
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.folder = folder;
    this.#wrapper = wrapper;
    this.#environment = {
      PATH: process.env["PATH"] ?? "",
      PORT: String(port),
      DATA_DIR: folder,
      SECRET_KEY: secretKey,
      CATALOGUE: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      ADMIN_PASSWORD: "an admin of fault tests",
      ...environment,
    };
  }

  /**
   * Reserves a port; `start` starts the server. `folder` is DATA_DIR, or a new temporary one. `wrapper` is a command that
   * runs the server, such as `prlimit`.
   */
  static async create(
    given: {
      readonly folder?: string;
      readonly environment?: Readonly<Record<string, string>>;
      readonly wrapper?: readonly string[];
    } = {},
  ): Promise<ServerProcess> {
    const folder = given.folder ?? mkdtempSync(join(tmpdir(), "tabstop-faults-"));
    return new ServerProcess(await freePort(), folder, given.environment ?? {}, given.wrapper ?? []);
  }

  /** The last characters that the process printed, for the message of a failure. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the server is ready. Rejects with what it printed when it ends before. */
  async start(): Promise<void> {
    const [command, ...words] = [
      ...this.#wrapper,
      process.execPath,
      join(projectRoot(), "build/server/main.js"),
    ];
    // Ignore the settings and the .env file of the person who runs the tests.
    const child = spawn(command, words, {
      cwd: tmpdir(),
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let printed = "";
    await new Promise<void>((ready, failed) => {
      const take = (chunk: Buffer) => {
        printed += chunk;
        this.#output = (this.#output + chunk).slice(-20_000);
        if (/^Tabstop is ready at /m.test(printed)) ready();
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("error", failed);
      child.once("close", (code, signal) => failed(new Error(`ended with ${code ?? signal}: ${printed}`)));
    });
  }

  /** Sends the signal and waits until the process has ended. */
  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const exit = once(this.#child, "exit");
    this.#child.kill(signal);
    await exit;
  }

  /** Ends the process and removes its folder. */
  async dispose(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
