// A proxy in front of the server under test that can publish a new release: the same app, in which every script has a
// new name and the old names no longer exist.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ReleaseProxy = {
  readonly url: string;
  release: 1 | 2;
  close(): Promise<void>;
};

const scriptName = /([a-z][a-z-]*-[\w-]{8})(r2)?\.js(?![a-z])/g;

export async function startReleaseProxy(upstream: () => string): Promise<ReleaseProxy> {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const isNew = proxy.release === 2;
    if (path.startsWith("/static/js/") && path.endsWith("r2.js") !== isNew) {
      response
        .writeHead(404, { "content-type": "application/json" })
        .end('{"error":"gone","code":"NOT_FOUND"}');
      return;
    }
    try {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk as Buffer);
      const {
        host: _host,
        connection: _connection,
        "if-modified-since": _since,
        ...headers
      } = request.headers;
      const upstreamResponse = await fetch(upstream() + path.replace(/r2\.js$/, ".js"), {
        method: request.method ?? "GET",
        headers: { ...headers, "accept-encoding": "identity" } as unknown as Record<string, string>,
        ...(body.length > 0 && { body: Buffer.concat(body) }),
      });
      const type = upstreamResponse.headers.get("content-type") ?? "";
      let bytes: Buffer = Buffer.from(await upstreamResponse.arrayBuffer());
      if (isNew && /html|javascript/.test(type))
        bytes = Buffer.from(
          bytes
            .toString()
            .replaceAll(scriptName, "$1r2.js")
            // A build derives this value from the names.
            .replace(/const release = "([^"]*)"/, 'const release = "$1r2"'),
        );
      const headersToKeep = [...upstreamResponse.headers].filter(
        ([name]) =>
          ![
            "content-length",
            "content-encoding",
            "transfer-encoding",
            "connection",
            "etag",
            "last-modified",
          ].includes(name),
      );
      response.writeHead(upstreamResponse.status, Object.fromEntries(headersToKeep)).end(bytes);
    } catch {
      request.socket.destroy();
    }
  };
  const server = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: ReleaseProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: 1,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
