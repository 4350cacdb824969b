// Checks every response against its schema. Fields that the schema does not name are left out; a response that it
// refuses is a programming mistake.

import type { FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError } from "fastify-type-provider-zod";
import { type $ZodType, safeParse } from "zod/v4/core";

// Parsing forwards is half the work of the provider's own encoding and has the same result: they differ only for
// codecs, and no response has one.
export const responseCompiler: FastifySerializerCompiler<$ZodType> =
  ({ schema, method, url }) =>
  (response) => {
    const { error, data } = safeParse(schema, response);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
