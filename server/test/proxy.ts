// A proxy between the store and its database that a test can break at will.

import { once } from "node:events";
import { createServer, connect, type Server, type Socket } from "node:net";

/** Passes bytes on to `to`, or does something else with them. `isToDatabase`: they are on their way to the database. */
export type Passing = (bytes: Buffer, to: Socket, from: Socket, isToDatabase: boolean) => void;

const passOn: Passing = (bytes, to) => void to.write(bytes);

export class Proxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #isSilent = false;
  #passing: Passing = passOn;
  #pairs = new Set<{ readonly near: Socket; readonly far: Socket }>();
  #isDeaf = false;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((socket) => this.#pass(socket));
  }

  static async before(url: string): Promise<Proxy> {
    const proxy = new Proxy(new URL(url));
    await proxy.#listen();
    return proxy;
  }

  /** The target's URL, through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Ends all connections; new ones are accepted. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on nothing passes in either direction, and no connection is closed. */
  silence(): void {
    this.#isSilent = true;
  }

  /** From now on bytes pass in this way. */
  disturb(passing: Passing): void {
    this.#passing = passing;
  }

  /** Ends all connections with a reset; new ones are accepted. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /**
   * The database loses all connections and the clients do not learn it, as when a firewall forgets them. New ones work.
   */
  loseDatabaseSide(): void {
    for (const { near, far } of this.#pairs) {
      far.removeAllListeners("close");
      near.removeAllListeners("data");
      near.resume();
      far.destroy();
    }
  }

  /** From now on every client is accepted but no query gets a response: a pool whose database is down. */
  turnDeaf(): void {
    this.#isDeaf = true;
  }

  /** No client can connect, as when the server is down. */
  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Undoes `stop`, `silence`, `turnDeaf` or `disturb`, on the same port. */
  async resume(): Promise<void> {
    this.#passing = passOn;
    this.#isSilent = false;
    this.#isDeaf = false;
    this.cut();
    if (this.#server.listening) return;
    this.#server = createServer((socket) => this.#pass(socket));
    await this.#listen();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as { port: number }).port;
  }

  #pass(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    const pair = { near, far };
    this.#pairs.add(pair);
    near.on("close", () => this.#pairs.delete(pair));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on("data", (bytes) => {
        if (!this.#isSilent && !(this.#isDeaf && one === near && isQuestion(bytes)))
          this.#passing(bytes, other, one, one === near);
      });
      one.on("error", () => undefined);
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}

/** PostgreSQL's messages `Q`, and `P` of a statement with parameters. The startup message has no letter. */
function isQuestion(bytes: Buffer): boolean {
  return bytes[0] === 0x51 || bytes[0] === 0x50;
}
