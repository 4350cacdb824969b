// Where the constructs of the first built-in examples differ from those in the folder oracle/, and why that is wanted. The
// oracle is what an earlier set of rules found, which returned names without places. It stays as it is.

import { wantedInBash } from "./wanted/bash.ts";
import { wantedInCss } from "./wanted/css.ts";
import { wantedInHtml } from "./wanted/html.ts";
import { wantedInJavascript } from "./wanted/javascript.ts";
import { wantedInJson } from "./wanted/json.ts";
import { wantedInPython } from "./wanted/python.ts";
import { wantedInRegex } from "./wanted/regex.ts";
import { wantedInSql } from "./wanted/sql.ts";
import { wantedInTypescript } from "./wanted/typescript.ts";
import type { WantedDifferences } from "./wanted/wanted.ts";

export const wantedDifferences: Readonly<Record<string, WantedDifferences>> = {
  bash: wantedInBash,
  css: wantedInCss,
  html: wantedInHtml,
  javascript: wantedInJavascript,
  json: wantedInJson,
  python: wantedInPython,
  regex: wantedInRegex,
  sql: wantedInSql,
  typescript: wantedInTypescript,
};
