// Lists of names in the rules of languages, written as one text.

/** The words of a text, which white space separates. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
