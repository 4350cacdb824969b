// How the server stops: what proxies see, what a person at the terminal waits for, and a stop before it serves.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { builtServer } from "./test/built-server.ts";

const { start, newFolder } = builtServer();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Answer = { readonly status: number; readonly connection: string | undefined; readonly body: string };

/** Sends one request; an agent keeps its connection open. Rejects when no response arrives. */
function send(base: URL, path: string, agent?: Agent, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, base),
      {
        method: body === undefined ? "GET" : "POST",
        agent: agent ?? false,
        headers: body === undefined ? {} : { "content-type": "application/json" },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body: text }),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function keptConnection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

test("after SIGTERM the server says that it is not ready, and answers all else for a while [SEC-175]", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off", SHUTDOWN_DELAY: "8" });
  const address = await server.ready;
  expect(await send(address, "/api/ready")).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  const [posting, idle] = [keptConnection(), keptConnection()];
  for (const agent of [posting, idle])
    expect((await send(address, "/api/test", agent)).connection).toBe("keep-alive");

  server.child.kill("SIGTERM");
  await expect.poll(async () => (await send(address, "/api/ready")).status, { timeout: 30_000 }).toBe(503);
  const refused = await send(address, "/api/ready");
  expect(JSON.parse(refused.body)).toMatchObject({ code: "UNAVAILABLE" });
  // A POST over a connection that was idle, as a proxy sends it.
  const posted = await send(address, "/api/test-post", posting, '{"a":1}');
  expect(posted).toMatchObject({ status: 200, connection: "close" });
  // New connections, the database, pages, files and errors: every response closes its connection.
  for (const [path, status] of [
    ["/api/health", 200],
    ["/api/test", 200],
    ["/api/nowhere", 404],
    ["/static/nowhere-abc12345.js", 404],
    ["/api/auth/profile", 401],
  ] as const)
    expect([path, await send(address, path, keptConnection())]).toMatchObject([
      path,
      { status, connection: "close" },
    ]);
  // The other idle connection is still open, and still good for one request.
  await pause(500);
  expect(Object.values(idle.freeSockets).flat()).toHaveLength(1);
  expect(await send(address, "/api/test-post", idle, "{}")).toMatchObject({
    status: 200,
    connection: "close",
  });

  expect(await server.ended).toBe(0);
  await expect(send(address, "/api/test")).rejects.toThrow(/ECONNREFUSED/);
  // What proxies see every second is not in the log.
  expect(server.err()).not.toContain("/api/ready");
});

test.each([
  ["Ctrl-C", ["SIGINT"]],
  ["a closed terminal", ["SIGHUP"]],
  ["Ctrl-C after SIGTERM", ["SIGTERM", "SIGINT"]],
  ["a second SIGTERM", ["SIGTERM", 1_200, "SIGTERM"]],
] as const)("%s ends the server without a delay", async (_name, steps) => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off", SHUTDOWN_DELAY: "300" });
  const address = await server.ready;
  expect((await send(address, "/api/test", keptConnection())).status).toBe(200);
  for (const step of steps) {
    if (typeof step === "number") await pause(step);
    else server.child.kill(step);
  }
  // The limit of the test is a third of the delay.
  expect(await server.ended).toBe(0);
});

test("a duplicate of the signal, as supervisors send it, does not end the delay", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off", SHUTDOWN_DELAY: "2" });
  const address = await server.ready;
  server.child.kill("SIGTERM");
  await expect.poll(async () => (await send(address, "/api/ready")).status, { timeout: 30_000 }).toBe(503);
  server.child.kill("SIGTERM");
  await pause(500);
  expect((await send(address, "/api/test")).status).toBe(200);
  expect(await server.ended).toBe(0);
});

test("SIGTERM while the server waits for its database ends it in order", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const server = start({
    DATA_DIR: newFolder(),
    DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/t`,
    SECRET_KEY: "s".repeat(32),
  });
  await once(silent, "connection");
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.err()).not.toContain("at ");
});

test("SIGTERM during the import of the built-in courses ends the server, and the next start imports them", async () => {
  const data = newFolder();
  const server = start({ DATA_DIR: data });
  await expect
    .poll(() => existsSync(join(data, "tabstop.sqlite")), { interval: 5, timeout: 60_000 })
    .toBe(true);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  const again = start({ DATA_DIR: data });
  await again.ready;
  expect(again.err()).not.toContain('"level":"error"');
});
