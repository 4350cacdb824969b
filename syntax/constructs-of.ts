// Finds the constructs of a text with the rules of its language: keywords, operators, pairs, functions and methods of
// the standard library, words of SQL, commands and expansions of Bash, elements of HTML, properties of CSS; never a name
// that the author chose. Nothing is parsed, so a rule may miss a construct in an unusual place, but it reads every text
// alike, broken ones too.

import type { Construct } from "./construct.ts";
import { type ColourRuns, fallbackConstructs } from "./fallback.ts";
import { familyIn, rulesOf } from "./families.ts";
import { Found, type Reader } from "./found.ts";
import { c } from "./languages/c.ts";
import { cpp } from "./languages/cpp.ts";
import { csharp } from "./languages/csharp.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { kotlin } from "./languages/kotlin.ts";
import { php } from "./languages/php.ts";
import { ruby } from "./languages/ruby.ts";
import { rust } from "./languages/rust.ts";
import { javascriptConstructs, typescriptConstructs } from "./languages/javascript.ts";
import { jsonConstructs } from "./languages/json.ts";
import { regexConstructs } from "./languages/regex.ts";
import { swift } from "./languages/swift.ts";
import { bashConstructs } from "./languages/bash/bash.ts";
import { pythonConstructs } from "./languages/python/python.ts";
import { cssConstructs } from "./languages/web/css.ts";
import { htmlConstructs } from "./languages/web/html.ts";
import { sqlConstructs } from "./languages/sql/sql.ts";

/**
 * Goes up with every change of rules that changes what is found in any text, or its places. All stored places are then
 * found again.
 */
export const syntaxVersion = 2;

const readers: Readonly<Record<string, Reader>> = {
  javascript: javascriptConstructs,
  typescript: typescriptConstructs,
  python: pythonConstructs,
  sql: sqlConstructs,
  bash: bashConstructs,
  html: htmlConstructs,
  css: cssConstructs,
  json: jsonConstructs,
  regex: regexConstructs,
  java,
  c,
  cpp,
  go,
  rust,
  csharp,
  php,
  ruby,
  kotlin,
  swift,
};

/** The languages that have rules of their own. */
export const languagesWithRules: readonly string[] = Object.keys(readers);

/** Whether the language, or the one of which it is a dialect, has rules of its own. */
export function hasRules(language: string): boolean {
  return Object.hasOwn(readers, rulesOf(language));
}

/**
 * The constructs of a text in the order of their first places.
 * @param colours the colours of the text; without them a language that has no rules has no constructs
 */
export function constructsOf(
  code: string,
  language: string,
  colours: ColourRuns | null = null,
): readonly Construct[] {
  const found = new Found(code);
  const read = hasRules(language) ? readers[rulesOf(language)] : undefined;
  if (read !== undefined) read(code, found);
  else if (colours !== null) fallbackConstructs(code, language, colours, found);
  return found.all(familyIn(language));
}
