// Shows what queries return as text: reads the tables that sqlite3 writes as HTML, and prints each with its columns below
// each other. HTML, because it is the only mode of sqlite3 that tells a row of names from a row of values.

export type ResultTable = {
  /** The names of the columns, as SQLite gives them. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The tables in what `sqlite3 -html -header` writes; a statement without rows writes none. */
export function readHtmlTables(html: string): ResultTable[] {
  const tables: { columns: string[]; rows: string[][] }[] = [];
  for (const [, row = ""] of html.matchAll(/<TR>([^]*?)<\/TR>/gi)) {
    const cells = [...row.matchAll(/<T[HD]>([^]*?)<\/T[HD]>/gi)].map(([, cell = ""]) => unescaped(cell));
    if (/^<TH>/i.test(row)) tables.push({ columns: cells, rows: [] });
    else tables.at(-1)?.rows.push(cells);
  }
  return tables;
}

/** The names, a line of dashes and the rows, two spaces between columns; a blank line between tables. */
export function printTables(tables: readonly ResultTable[]): string {
  return tables.map(printTable).join("\n\n");
}

function printTable({ columns, rows }: ResultTable): string {
  const widths = columns.map((name, index) =>
    Math.max(width(name), ...rows.map((row) => width(row[index] ?? ""))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - width(cell)))
      .join("  ")
      .trimEnd();
  return [columns, widths.map((length) => "-".repeat(length)), ...rows].map(line).join("\n");
}

function width(text: string): number {
  return [...text].length;
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

function unescaped(cell: string): string {
  return cell.replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
