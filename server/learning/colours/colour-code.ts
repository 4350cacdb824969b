// Colours code that an admin is still writing, as learners will see it. Nothing is stored.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { languageId } from "@tabstop/course/languages";
import type { Colours } from "./highlighter.ts";

/** Throws DomainError UNAVAILABLE when too many texts are waiting for their colours. */
export async function adminColourCode(
  { colours }: { readonly colours: Colours },
  { code_content: code, language }: ParsedBody<"adminColourCode">,
): Promise<HandlerResult<"adminColourCode">> {
  return { tokens: await colours(code, languageId(language.trim().toLowerCase())) };
}
