// The heading above what the code of an example prints.

/** Languages whose code is a query: it returns rows. PL/SQL is not one of them, because its programs print. */
const queryLanguages: readonly string[] = ["sql", "sqlite", "postgresql", "mysql"];

/** @param language the word that is stored with the example */
export function outputHeading(language: string): string {
  return queryLanguages.includes(language) ? "It returns" : "It prints";
}
