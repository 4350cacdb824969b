// The name of a language as people write it.

import { languages } from "@tabstop/course/languages";

const names = new Map(languages.map(({ id, name }) => [id, name]));

/** `C++` for `cpp`. Another word, which an author may have written, is its own name. */
export function languageName(language: string): string {
  return names.get(language) ?? language;
}
