// Compares texts as readers do: two texts that a reader takes for one have the same key. Searches, filters, titles and
// the names of accounts use it.

import { withoutUnseen } from "./as-it-looks.ts";

/** No title or search is longer. Unicode's normal forms take quadratic time for long runs of combining marks. */
const mostFolded = 1_000;

/** The key of a text in a search, and of a title among its siblings: one for all spellings and both cases. */
export function fold(text: string): string {
  return foldCase(withoutUnseen(text.slice(0, mostFolded)))
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * What a title looks like: one for composed and decomposed letters, for several kinds of spaces, and with or without
 * invisible characters. Other than `fold` it keeps the case.
 */
export function looksOf(title: string): string {
  return withoutUnseen(title.slice(0, mostFolded)).normalize("NFC").replace(/\s+/g, " ").trim();
}

/** NFKC, lower case, one small sigma for both. The length of `text` must be limited. */
export function foldCase(text: string): string {
  // NFKC before lower case, since it makes capitals of some signs (K for kelvin), and after it, since some capitals (İ)
  // come out of it decomposed.
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("ς", "σ");
}
