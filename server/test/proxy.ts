// A network between the store and its database, to be broken at will.

import { once } from "node:events";
import { createServer, connect, type Server, type Socket } from "node:net";

export class Proxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #isSilent = false;

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

  /** Ends all connections; new ones are welcome. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on nothing passes, in either direction, and nobody is told. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Nobody can connect, as when the server is down. */
  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** After `stop` or `silence`: as it was, on the same port. */
  async resume(): Promise<void> {
    this.#isSilent = false;
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
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on("data", (bytes) => this.#isSilent || other.write(bytes));
      one.on("error", () => undefined);
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
