// Input that never became a request: invalid HTTP, headers that are too large, a client that took too long. Fastify has
// no reply object for it, so the response is written to the socket, in the same shape and with the same headers.

import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody } from "@tabstop/contract/errors";

export function refuseRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, body } = responseTo(error.code);
  const json = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(json)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${json}`);
}

function responseTo(code: string | undefined): { status: number; body: ErrorBody } {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, body: tookTooLong };
  if (code === "HPE_HEADER_OVERFLOW")
    return { status: 431, body: { error: "The headers of the request are too large.", code: "TOO_LARGE" } };
  return { status: 400, body: { error: "The request is not valid HTTP.", code: "MALFORMED" } };
}

export const tookTooLong: ErrorBody = { error: "The request took too long to arrive.", code: "MALFORMED" };
