const productName = "Tabstop";

/** The rule of every page: ' | Tabstop' is appended unless the title already has the name in it. */
export function fullTitle(title: string): string {
  return title.includes(productName) ? title : `${title} | ${productName}`;
}
