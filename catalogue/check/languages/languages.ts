// The languages that the check knows. An example in any other language is a fault, so that no example counts as checked
// without a check.

import { bashLanguage } from "./bash.ts";
import { cLanguage, cppLanguage } from "./c-and-cpp.ts";
import { json, regex } from "./data.ts";
import { goLanguage } from "./go.ts";
import { javaLanguage } from "./java.ts";
import { javascript, typescriptLanguage } from "./javascript.ts";
import type { Language } from "./language.ts";
import { phpLanguage } from "./php.ts";
import { pythonLanguage } from "./python.ts";
import { rubyLanguage } from "./ruby.ts";
import { rustLanguage } from "./rust.ts";
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
  javaLanguage,
  cLanguage,
  cppLanguage,
  goLanguage,
  rustLanguage,
  phpLanguage,
  rubyLanguage,
];

export function languageNamed(name: string): Language | undefined {
  return languages.find((language) => language.name === name);
}

export const languageNames: readonly string[] = languages.map(({ name }) => name);
