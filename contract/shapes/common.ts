// Shapes that the endpoints of several slices use.

import * as z from "zod/mini";
import { PathId, wholeNumber } from "../text.ts";

/** The largest id, count and rank: a PostgreSQL integer. */
export const maxInteger = 2 ** 31 - 1;

export const Count = wholeNumber(0, maxInteger);

export const Message = z.object({ message: z.string() });

/** The parameters of a path with one id in it. */
export function idParam<Name extends string>(name: Name) {
  return z.object({ [name]: PathId } as Record<Name, typeof PathId>);
}
