// Bodies over the limit of their endpoint, sent completely over a real connection, as browsers do.

import { once } from "node:events";
import { connect } from "node:net";
import { endpoints } from "@tabstop/contract/endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type Person, sqliteOpener, type TestServer } from "../test/harness.ts";

let harness: TestServer;
let admin: Person;
let port = 0;
beforeAll(async () => {
  harness = await openServer(sqliteOpener, { env: { RATE_LIMITS: "off" } });
  admin = await harness.registerAdmin("admin");
  await harness.app.listen({ host: "127.0.0.1", port: 0 });
  port = (harness.app.server.address() as { port: number }).port;
});
afterAll(() => harness.close());

/** Sends the head and all of the body before it reads anything; returns the status and the code of the response. */
async function sendAll(
  path: string,
  headers: readonly string[],
  body: (write: (bytes: Buffer) => Promise<void>) => Promise<void>,
) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const failed = once(socket, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const write = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  const head = [`POST ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${admin.token}`, ...headers];
  await write(`${head.join("\r\n")}\r\n\r\n`);
  await Promise.race([body(write), failed]);
  let response = "";
  const complete = (async () => {
    for await (const chunk of socket) {
      response += chunk;
      const json = /\{"error".*\}/.exec(response);
      if (json) return JSON.parse(json[0]) as { code: string };
    }
    throw new Error(`no response: ${response}`);
  })();
  const { code } = await Promise.race([complete, failed]);
  socket.destroy();
  const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  return { status: statuses.at(-1), code };
}

const piece = Buffer.alloc(64 * 1024, " ");

async function pieces(bytes: number, write: (bytes: Buffer) => Promise<void>): Promise<void> {
  for (let left = bytes; left > 0; left -= piece.length)
    await write(piece.subarray(0, Math.min(left, piece.length)));
}

const refused = { status: 413, code: "TOO_LARGE" };

describe("one byte more than the limit gets its 413, also when the client sends everything first:", () => {
  const withBodies = Object.entries(endpoints).filter(
    ([, endpoint]) => "body" in endpoint && endpoint.access !== "open" && !endpoint.path.includes(":"),
  );
  test.each(withBodies)("%s", async (_name, { path, bodyLimit }) => {
    const headers = ["Content-Type: application/json", `Content-Length: ${bodyLimit + 1}`];
    expect(await sendAll(`/api${path}`, headers, (write) => pieces(bodyLimit + 1, write))).toEqual(refused);
  });
});

const { path, bodyLimit } = endpoints.importCourseMarkdown;

test("a chunked body over the limit gets its 413", async () => {
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  const headers = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
  const result = await sendAll(`/api${path}`, headers, async (write) => {
    for (let sent = 0; sent < bodyLimit + 1; sent += piece.length) await write(chunk);
    await write(Buffer.from("0\r\n\r\n"));
  });
  expect(result).toEqual(refused);
});

test("a body over the limit that is announced with Expect: 100-continue gets its 413", async () => {
  const headers = [
    "Content-Type: application/json",
    `Content-Length: ${bodyLimit + 1}`,
    "Expect: 100-continue",
  ];
  expect(await sendAll(`/api${path}`, headers, (write) => pieces(bodyLimit + 1, write))).toEqual(refused);
  // A client that waits for the permission does not send the body.
  expect(await sendAll(`/api${path}`, headers, async () => {})).toEqual(refused);
});

test("a body of another type gets its 415 when the client sends everything first", async () => {
  const headers = ["Content-Type: text/plain", `Content-Length: ${bodyLimit}`];
  const result = await sendAll(`/api${path}`, headers, (write) => pieces(bodyLimit, write));
  expect(result).toEqual({ status: 415, code: "UNSUPPORTED_TYPE" });
});

test("a photo over the limit gets its 413 when the client sends everything first", async () => {
  const photo = endpoints.uploadProfilePhoto;
  const size = photo.bodyLimit + 1;
  const headers = ["Content-Type: multipart/form-data; boundary=x", `Content-Length: ${size}`];
  expect(await sendAll(`/api${photo.path}`, headers, (write) => pieces(size, write))).toEqual(refused);
});
