// Reads the one file of a multipart request into memory. The client's name for it is not used.

import multipart from "@fastify/multipart";
import { photoFileLimit } from "@tabstop/contract/vocabulary";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../domain-error.ts";
import { fileTooLarge } from "../accounts/photo/photo-image.ts";
import { malformed } from "./errors.ts";

const fileField = "profilePhoto";

/** To be registered only on the scope of such endpoints; elsewhere multipart is refused. */
export function acceptUploads(app: FastifyInstance): void {
  app.register(multipart, {
    limits: {
      fileSize: photoFileLimit,
      files: 1,
      fields: 10,
      fieldSize: 1_000,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  });
  app.addHook("preParsing", async (request, reply) => {
    if (Number(request.headers["content-length"] ?? 0) <= request.routeOptions.bodyLimit) return;
    reply.header("connection", "close");
    throw fileTooLarge();
  });
}

/** Throws DomainError TOO_LARGE, INVALID (no file in the field), UNSUPPORTED_TYPE, MALFORMED. */
export async function uploadedFile(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart())
    throw new DomainError(
      "UNSUPPORTED_TYPE",
      `The photo must be sent as multipart/form-data, in the field ${fileField}.`,
    );
  let file: Uint8Array | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      const bytes = await part.toBuffer();
      if (part.fieldname === fileField) file = bytes;
    }
  } catch (error) {
    throw translateError(error);
  }
  if (file === null || file.length === 0) throw noFile();
  return file;
}

function translateError(error: unknown): Error {
  const { code } = error as { code?: string };
  if (code === "FST_REQ_FILE_TOO_LARGE") return fileTooLarge();
  if (code === "FST_FILES_LIMIT" || code === "FST_FIELDS_LIMIT" || code === "FST_PARTS_LIMIT")
    return noFile();
  return malformed("The upload could not be read.");
}

function noFile(): DomainError {
  const message = `Send exactly one file, in the field ${fileField}.`;
  return new DomainError("INVALID", message, { details: [{ path: fileField, message }] });
}
