// Serves the page and communicates with it: commands are server-sent events, and the page sends each response as a
// POST.

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { PageCommand, PageState } from "./page-commands.ts";

export type PageConnection = {
  readonly url: string;
  /** Resolves when the page has connected; rejects after the timeout. */
  connected(timeoutMs: number): Promise<void>;
  send(command: PageCommand): Promise<PageState>;
  close(): void;
};

type PageResponse = { readonly id: number; readonly state?: PageState; readonly problem?: string };
type Waiting = { readonly resolve: (state: PageState) => void; readonly reject: (error: Error) => void };

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};
const responseWithinMs = 20_000;

/** Serves the built page in this folder on a free port. */
export async function servePage(folder: string): Promise<PageConnection> {
  let page: ServerResponse | null = null;
  let onConnected = () => {};
  const connection = new Promise<void>((resolve) => {
    onConnected = resolve;
  });
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    if (pathname === "/commands") {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(": connected\n\n");
      page = response;
      onConnected();
    } else if (pathname === "/responses") {
      readBody(request, (body) => {
        response.end();
        settle(waiting, JSON.parse(body) as PageResponse);
      });
    } else serveFile(folder, pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connected: (timeoutMs) => within(connection, timeoutMs, `no page after ${timeoutMs / 1000} s`),
    send(command) {
      if (page === null) throw new Error("no page is connected");
      const id = ++lastId;
      page.write(`data: ${JSON.stringify({ id, command })}\n\n`);
      const response = new Promise<PageState>((resolve, reject) => waiting.set(id, { resolve, reject }));
      const problem = `the page did not respond to ${command.kind} in ${responseWithinMs / 1000} s`;
      return within(response, responseWithinMs, problem).finally(() => waiting.delete(id));
    },
    close() {
      page?.end();
      server.close();
      server.closeAllConnections();
    },
  };
}

function settle(waiting: ReadonlyMap<number, Waiting>, { id, state, problem }: PageResponse): void {
  if (state) waiting.get(id)?.resolve(state);
  else waiting.get(id)?.reject(new Error(`the page reports: ${problem}`));
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => done(body));
}

function serveFile(folder: string, pathname: string, response: ServerResponse): void {
  const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
  try {
    const content = readFileSync(file);
    response.writeHead(200, { "content-type": contentTypes[extname(file)] ?? "application/octet-stream" });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}

async function within<T>(promise: Promise<T>, timeoutMs: number, problem: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
