// Compares examples with the formatting of Prettier.

import { firstDifference } from "./formatter-diff.ts";

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
