// Families: what is learned once for several languages.

import type { FamilyOf } from "./found.ts";

/** The languages whose signs are typed alike: who knows `&&` in one of them knows it in all. */
const withSharedSigns: ReadonlySet<string> = new Set([
  "javascript",
  "typescript",
  "java",
  "c",
  "cpp",
  "go",
  "rust",
  "php",
  "csharp",
]);

const families: Readonly<Record<string, string>> = { typescript: "javascript", cpp: "c" };

/** Languages that are read with the rules of another and learned with it. */
const dialects: Readonly<Record<string, string>> = {
  sqlite: "sql",
  postgresql: "sql",
  mysql: "sql",
  jsonc: "json",
  json5: "json",
};

/** The language with whose rules a language is read; a language that is no dialect is its own. */
export function rulesOf(language: string): string {
  return Object.hasOwn(dialects, language) ? (dialects[language] as string) : language;
}

function familyOfLanguage(language: string): string {
  const rules = rulesOf(language);
  return Object.hasOwn(families, rules) ? (families[rules] as string) : rules;
}

/**
 * The families of a language's constructs. Patterns are one family everywhere, and so are the elements and attributes of
 * HTML, in HTML and in the selectors of CSS.
 */
export function familyIn(language: string): FamilyOf {
  const own = familyOfLanguage(language);
  return (kind, name) => {
    if (name.startsWith("regex ")) return "regex";
    if (language === "css" && /^(?:<[a-z][\w-]*>|\[[a-z-]+\])$/.test(name)) return "html";
    return kind === "symbol" && withSharedSigns.has(language) ? "signs" : own;
  };
}
