// Finds the constructs of an example with the rules of its language.

import type { CatalogueExample } from "../../course-files.ts";
import { bashConstructs } from "./bash.ts";
import { type Construct, Found } from "./construct.ts";
import { cssConstructs } from "./css.ts";
import { htmlConstructs } from "./html.ts";
import { javascriptConstructs } from "./javascript.ts";
import { jsonConstructs } from "./json.ts";
import { pythonConstructs } from "./python.ts";
import { regexConstructs } from "./regex.ts";
import { sqlConstructs } from "./sql.ts";

type Read = (code: string, found: Found) => void;

const readers: Readonly<Record<string, Read>> = {
  javascript: (code, found) => javascriptConstructs(code, "javascript", found),
  typescript: (code, found) => javascriptConstructs(code, "typescript", found),
  python: pythonConstructs,
  sql: sqlConstructs,
  bash: bashConstructs,
  html: htmlConstructs,
  css: cssConstructs,
  json: jsonConstructs,
  regex: regexConstructs,
};

/** A language without rules has no constructs; the check refuses its examples anyway. */
export function constructsOf({
  code,
  language,
}: Pick<CatalogueExample, "code" | "language">): readonly Construct[] {
  const found = new Found();
  readers[language]?.(code, found);
  return [...found.all.values()];
}
