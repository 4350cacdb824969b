// Adds to the Vary header, a list to which several parts of the server contribute.

import type { FastifyReply } from "fastify";

export function addVary(reply: FastifyReply, name: string): void {
  const present = String(reply.getHeader("vary") ?? "");
  const names = present.split(",").map((entry) => entry.trim().toLowerCase());
  if (!names.includes(name.toLowerCase()))
    reply.header("vary", present === "" ? name : `${present}, ${name}`);
}
