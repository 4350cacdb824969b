// The languages that the check knows. An example in any other language is a fault, so that no example counts as checked
// without a check.

import { bashLanguage } from "./bash.ts";
import { json, regex } from "./data.ts";
import { javascript, typescriptLanguage } from "./javascript.ts";
import type { Language } from "./language.ts";
import { pythonLanguage } from "./python.ts";
import { sql } from "./sql.ts";
import { css, html } from "./web-pages.ts";

const languages: readonly Language[] = [
  javascript,
  typescriptLanguage,
  pythonLanguage,
  sql,
  bashLanguage,
  html,
  css,
  json,
  regex,
];

export function languageNamed(name: string): Language | undefined {
  return languages.find((language) => language.name === name);
}

export const languageNames: readonly string[] = languages.map(({ name }) => name);
