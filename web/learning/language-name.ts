// The name of a language as people write it, and the choice of a language in an address and in a list.

import { languages } from "@tabstop/course/languages";
import { compareNames } from "../ui/words.ts";

const names = new Map(languages.map(({ id, name }) => [id, name]));

/** `C++` for `cpp`. Another word, which an author may have written, is its own name. */
export function languageName(language: string): string {
  return names.get(language) ?? language;
}

/** No language has a longer word, and none has a character that is not printed. */
const languageForm = /^[^\s\p{C}]{1,50}$/u;

/** The language that an address names; null where it names none. */
export function readLanguage(text: string | null): string | null {
  return text !== null && languageForm.test(text) ? text : null;
}

/** What a list offers, in the order of the names. What is chosen is offered even if nothing has this language. */
export function languageChoices(
  offered: readonly string[],
  chosen: string | null,
): readonly { readonly id: string; readonly name: string }[] {
  return [...new Set(chosen === null ? offered : [...offered, chosen])]
    .map((id) => ({ id, name: languageName(id) }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}
