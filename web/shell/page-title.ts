// The rule for page titles.

const productName = "Tabstop";

/** Appends ' | Tabstop' unless the title already contains the name. */
export function fullTitle(title: string): string {
  return title.includes(productName) ? title : `${title} | ${productName}`;
}
