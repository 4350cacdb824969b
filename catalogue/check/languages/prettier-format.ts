// Compares examples with the formatting of Prettier.

/** Options that differ from Prettier's defaults. */
const prettierOptions = { printWidth: 72 } as const;
export const prettierRule = `prettier ${JSON.stringify(prettierOptions)}`;

export type PrettierParser = "babel" | "typescript" | "html" | "css" | "json";

/** The fault, or undefined if Prettier would change nothing. */
export async function formatFault(code: string, parser: PrettierParser): Promise<string | undefined> {
  const { format } = await import("prettier");
  const file = `${code}\n`;
  try {
    const formatted = await format(file, { ...prettierOptions, parser });
    return formatted === file ? undefined : `format: ${firstDifference(file, formatted)}`;
  } catch (error) {
    return `format: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** `line 2 is "a=1", the formatter writes "a = 1"` */
function firstDifference(written: string, formatted: string): string {
  const have = written.split("\n");
  const want = formatted.split("\n");
  const index = have.findIndex((line, at) => line !== want[at]);
  const quote = (line: string | undefined) => (line === undefined ? "nothing" : JSON.stringify(line));
  return `line ${index + 1} is ${quote(have[index])}, the formatter writes ${quote(want[index])}`;
}
