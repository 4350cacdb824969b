/** The runner's end of the line to a page: serves it, gives it orders as server-sent events, takes its answers. */
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Order, State } from "./orders.ts";

export type Link = {
  readonly url: string;
  /** Whether a page listens. */
  connected(timeoutMs: number): Promise<void>;
  order(order: Order): Promise<State>;
  close(): void;
};

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};
const answerWithinMs = 20_000;

export async function openLink(folder: string): Promise<Link> {
  let page: ServerResponse | null = null;
  let arrived: (() => void) | null = null;
  let lastId = 0;
  const waiting = new Map<number, { resolve: (state: State) => void; reject: (error: Error) => void }>();

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    if (pathname === "/orders") {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(": hello\n\n");
      page = response;
      arrived?.();
      return;
    }
    if (pathname === "/answers") {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        response.end();
        const { id, state, problem } = JSON.parse(body) as { id: number; state?: State; problem?: string };
        const asked = waiting.get(id);
        waiting.delete(id);
        if (state) asked?.resolve(state);
        else asked?.reject(new Error(`the page says: ${problem}`));
      });
      return;
    }
    const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
    try {
      const content = readFileSync(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async connected(timeoutMs) {
      if (page !== null) return;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no page after ${timeoutMs / 1000} s`)), timeoutMs);
        arrived = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    order(order) {
      if (page === null) throw new Error("no page listens");
      const id = ++lastId;
      page.write(`data: ${JSON.stringify({ id, order })}\n\n`);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`the page did not answer ${order.kind} in ${answerWithinMs / 1000} s`));
        }, answerWithinMs);
        waiting.set(id, {
          resolve: (state) => {
            clearTimeout(timer);
            resolve(state);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        });
      });
    },
    close() {
      page?.end();
      server.close();
      server.closeAllConnections();
    },
  };
}
