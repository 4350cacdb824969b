// Holds every answer to the contract: what a schema does not name is left out, what it refuses is a mistake of ours.

import type { FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError } from "fastify-type-provider-zod";
import { type $ZodType, safeParse } from "zod/v4/core";

// Parsed forwards, which is half the work of the provider's own encoding; they differ for codecs only, and no answer
// has one.
export const answerCompiler: FastifySerializerCompiler<$ZodType> =
  ({ schema, method, url }) =>
  (answer) => {
    const { error, data } = safeParse(schema, answer);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
