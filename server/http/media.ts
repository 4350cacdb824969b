// Serves photos by the hash of their bytes. The photo at such an address never changes, so browsers may cache it
// without asking again. Knowing the address is enough to see the photo, since an <img> sends no token.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { isNotChanged } from "./pages/not-changed.ts";

/** `getPhoto` returns the bytes of a WebP, or throws DomainError NOT_FOUND. */
export function serveMedia(app: FastifyInstance, getPhoto: (name: string) => Promise<Uint8Array>): void {
  app.get(
    "/api/media/:name",
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const { name } = request.params;
      const bytes = await getPhoto(name);
      const etag = `"${name}"`;
      reply.headers({ "cache-control": "public, max-age=31536000, immutable", etag });
      if (isNotChanged(request, etag)) return reply.code(304).send();
      return reply.type("image/webp").send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
}
