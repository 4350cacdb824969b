// Lists of names in the rules of languages, written as one text.

/** The words of a text, which white space separates. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Each first word with each of the words that may follow it: `git add`, `git remote add`. */
export function withFirstWords(table: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(
    Object.entries(table).flatMap(([first, words]) => [...wordSet(words)].map((word) => `${first} ${word}`)),
  );
}
