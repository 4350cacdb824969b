// The published courses with the first lines of their code, for the landing page and a newcomer's home.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { offeredCourses } from "../../store/content/offered-courses.ts";
import type { Read } from "../../store/store.ts";
import { beginningOf } from "./beginning.ts";

type Offers = HandlerResult<"getLanding">["courses"];

/** In order. */
export async function offersOf(db: Read): Promise<Offers> {
  const courses = await offeredCourses(db);
  return courses.map(({ code_content: code, tokens, ...course }) => ({
    ...course,
    ...(code === null ? { lines: [], tokens: null } : beginningOf(code, tokens)),
  }));
}
