import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { guardBodies } from "./bodies.ts";

const app = Fastify();
afterEach(() => app.close());

test("a body that arrives byte by byte is refused after the endpoint's time limit, and the connection is closed", async () => {
  const timedOut: string[] = [];
  guardBodies(app, (reply) => {
    timedOut.push(reply.request.url);
    void reply.code(408).header("connection", "close").send({});
  });
  const config = { bodyTimeoutMs: 300 };
  app.post("/slow", { config }, async () => "received");
  app.post(
    "/quick",
    { config },
    async () => new Promise((resolve) => setTimeout(() => resolve("worked"), 600)),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };

  const socket = connect(port, "127.0.0.1");
  let response = "";
  socket.on("data", (chunk) => {
    response += chunk;
  });
  const closed = once(socket, "close");
  const startedAt = performance.now();
  socket.write(
    "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
  );
  const drip = setInterval(() => socket.write(" "), 50);
  await closed;
  clearInterval(drip);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(timedOut).toEqual(["/slow"]);

  // The limit is for the body alone; handling the request may take longer.
  const worked = await fetch(`http://127.0.0.1:${port}/quick`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([worked.status, await worked.text()]).toEqual([200, "worked"]);
  expect(timedOut).toEqual(["/slow"]);
});
