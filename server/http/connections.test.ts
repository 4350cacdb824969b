import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request as httpRequest, type RequestOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Environment } from "../settings.ts";
import { serverForTest, sqliteOpener } from "../test/harness.ts";
import { connectionLimit, limitConnections } from "./connections.ts";

const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** Resolves when the connection is established; the server may close it right afterwards. */
async function open(port: number, localAddress = "127.0.0.1", text = ""): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.add(socket);
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

async function openMany(
  count: number,
  port: number,
  localAddress?: string,
  text?: string,
): Promise<Socket[]> {
  const opened: Socket[] = [];
  for (let n = 0; n < count; n += 50)
    opened.push(...(await Promise.all(Array.from({ length: 50 }, () => open(port, localAddress, text)))));
  return opened;
}

const stillOpen = (some: readonly Socket[]) =>
  some.filter((one) => !one.readableEnded && !one.destroyed).length;

async function send(port: number, options: RequestOptions, body?: object): Promise<number | string> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port,
      localAddress: "127.0.0.1",
      headers: { "content-type": "application/json", ...(json && { "content-length": json.length }) },
      ...options,
    });
    request.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    request.end(json);
  });
}

async function listening(env: Environment) {
  const harness = await serverForTest(sqliteOpener, { env });
  await harness.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = harness.app.server.address() as AddressInfo;
  const { email, password } = await harness.register("ada");
  const logIn = (localAddress: string) =>
    send(port, { method: "POST", path: "/api/auth/login", localAddress }, { email, password });
  return { port, logIn };
}

const bodyOfOneByte =
  "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{";

// Only Linux has all of 127.0.0.0/8 as addresses of the machine.
describe.runIf(process.platform === "linux")("connections of one address", () => {
  test.each([
    ["idle", ""],
    ["that send their headers slowly", "GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: "],
  ])(
    "2,000 connections %s keep out neither another address nor an honest client of the same [SEC-188]",
    async (_, text) => {
      const { port, logIn } = await listening({});
      const held = await openMany(2_000, port, "127.0.0.1", text);
      expect(await logIn("127.0.0.2")).toBe(200);
      expect(await logIn("127.0.0.1")).toBe(200);
      await expect.poll(() => stillOpen(held)).toBeLessThanOrEqual(500);
      expect(stillOpen(held)).toBeGreaterThan(400);
    },
  );

  test("slow bodies fill the places of their own address only [SEC-189]", async () => {
    const { port, logIn } = await listening({ CONNECTIONS_PER_ADDRESS: "20" });
    const held = await openMany(50, port, "127.0.0.1", bodyOfOneByte);
    await expect.poll(() => stillOpen(held)).toBe(20);
    expect(await logIn("127.0.0.2")).toBe(200);
    expect(await logIn("127.0.0.1")).toBe("ECONNRESET");
    for (const socket of held) socket.destroy();
    await expect.poll(() => logIn("127.0.0.1")).toBe(200);
  });

  test("a class of 30 browsers with six connections each keeps all of them", async () => {
    const { port } = await listening({});
    const agent = new Agent({ keepAlive: true });
    const codes = await Promise.all(
      Array.from({ length: 180 }, () => send(port, { path: "/api/health", agent })),
    );
    expect(new Set(codes)).toEqual(new Set([200]));
    const kept = Object.values(agent.freeSockets).flat().length;
    expect(kept).toBe(180);
    agent.destroy();
  });

  test("beyond the limit, the connection that has waited longest for a further request makes room", async () => {
    const { port } = await listening({ CONNECTIONS_PER_ADDRESS: "3" });
    const get = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
    const [first, second, third] = [await open(port), await open(port), await open(port)];
    for (const socket of [second, first, third]) {
      socket.write(get);
      await once(socket, "data");
    }
    const fourth = await open(port, "127.0.0.1", get);
    await once(fourth, "data");
    await expect.poll(() => [first, second, third].map((one) => stillOpen([one]))).toEqual([1, 0, 1]);
  });

  test("a trusted proxy has no limit of its own", async () => {
    const { port } = await listening({ CONNECTIONS_PER_ADDRESS: "3", TRUST_PROXY: "127.0.0.3" });
    const [ofProxy, ofOther] = [await openMany(50, port, "127.0.0.3"), await openMany(50, port, "127.0.0.4")];
    await expect.poll(() => stillOpen(ofOther)).toBe(3);
    expect(stillOpen(ofProxy)).toBe(50);
  });

  test("when all places are taken, the address with most connections makes room", async () => {
    const server = createServer((_request, response) => response.end());
    limitConnections(server, { perAddress: 100, total: 60, trustProxy: [] });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const few = await openMany(50, port, "127.0.0.2");
    for (const socket of few.splice(5)) socket.destroy();
    await expect.poll(() => new Promise((done) => server.getConnections((_, n) => done(n)))).toBe(5);
    const many = await openMany(100, port, "127.0.0.1");
    expect(await send(port, { path: "/", localAddress: "127.0.0.5" })).toBe(200);
    await expect.poll(() => stillOpen(many)).toBeLessThanOrEqual(55);
    expect(stillOpen(few)).toBe(5);
    server.closeAllConnections();
    server.close();
  });

  test("an idle connection that sends nothing is closed after 15 seconds [SEC-190]", {
    timeout: 40_000,
  }, async () => {
    const { port } = await listening({});
    const held = [await open(port), await open(port, "127.0.0.1", "GET / HTTP/1.1\r\n")];
    await expect.poll(() => stillOpen(held), { timeout: 30_000, interval: 500 }).toBe(0);
  });

  test("with few files allowed, connections leave enough of them for everything else [SEC-191]", {
    timeout: 60_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabstop-files-"));
    const main = join(import.meta.dirname, "../main.ts");
    const child = spawn(
      "sh",
      ["-c", 'ulimit -n 400 && exec "$0" --import tsx "$1"', process.execPath, main],
      {
        env: { PATH: process.env["PATH"] ?? "", PORT: "0", DATA_DIR: folder, CATALOGUE: "off" },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    try {
      let out = "";
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk;
      });
      await expect.poll(() => out, { timeout: 30_000 }).toMatch(/ready at/);
      const port = Number(/ready at http:\S+:(\d+)/.exec(out)?.[1]);
      const held = await Promise.all(
        Array.from({ length: 20 }, (_, n) => openMany(50, port, `127.0.1.${n + 1}`)),
      );
      await expect.poll(() => stillOpen(held.flat())).toBeLessThanOrEqual(100);
      const password = /with the password (\S+) \(/.exec(out)?.[1];
      expect(
        await send(
          port,
          { method: "POST", path: "/api/auth/login", localAddress: "127.0.0.2" },
          { email: "admin@localhost", password },
        ),
      ).toBe(200);
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill("SIGKILL");
      await once(child, "close");
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test.each([
  [null, 2_000],
  [1_048_576, 2_000],
  [1_024, 724],
  [400, 100],
  [256, 64],
])("with %s files allowed, %i connections are accepted", (files, connections) => {
  expect(connectionLimit(files)).toBe(connections);
});
