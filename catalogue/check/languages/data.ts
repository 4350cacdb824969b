// Checks JSON and regular expressions, which Node reads without another tool.

import type { CatalogueExample } from "../../course-files.ts";
import type { Language } from "./language.ts";
import { formatFault, prettierRule } from "./prettier-format.ts";
import { node, prettier } from "./tools.ts";

export const json: Language = {
  name: "json",
  tools: [node, prettier],
  prints: false,
  rules: ["JSON.parse, no key twice", prettierRule],
  check: (examples) =>
    Promise.all(
      examples.map(async ({ code }) => {
        const syntax = jsonFault(code);
        if (syntax !== undefined) return { faults: [`syntax: ${syntax}`] };
        const format = await formatFault(code, "json");
        return { faults: format === undefined ? [] : [format] };
      }),
    ),
};

/**
 * Each line is a pattern. The description has in double quotes the strings that the patterns match, and after the word
 * "not" those that they do not match: `Matches "10:45" and "9:05", but not "25:00".`
 */
export const regex: Language = {
  name: "regex",
  tools: [node],
  prints: false,
  rules: ["new RegExp(line, 'v'), tried on the description's quoted strings"],
  alsoHashed: ({ description }) => description,
  check: async (examples) => examples.map((example) => ({ faults: regexFaults(example) })),
};

function jsonFault(code: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(code);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  // JSON.parse silently keeps the last of two equal keys.
  const written = [...code.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(
    ([, colon]) => colon !== undefined,
  ).length;
  return written === keyCount(value) ? undefined : "an object has the same key twice";
}

function keyCount(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + keyCount(item), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function regexFaults({ code, description }: Pick<CatalogueExample, "code" | "description">): string[] {
  const patterns: RegExp[] = [];
  for (const [index, line] of code.split("\n").entries()) {
    try {
      patterns.push(new RegExp(line, "v"));
    } catch (error) {
      return [`syntax: line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`];
    }
  }
  const { matching, others } = namedStrings(description);
  if (matching.length === 0)
    return ["run: the description has no string in double quotes that the pattern matches"];
  return [
    ...matching
      .filter((text) => !patterns.some((pattern) => pattern.test(text)))
      .map((text) => `run: does not match ${JSON.stringify(text)}`),
    ...others
      .filter((text) => patterns.some((pattern) => pattern.test(text)))
      .map((text) => `run: matches ${JSON.stringify(text)}, which the description says it does not`),
    ...patterns
      .filter((pattern) => !matching.some((text) => pattern.test(text)))
      .map((pattern) => `run: ${pattern.source} matches none of the named strings`),
  ];
}

/**
 * The strings that a description names; after "not" or "never", up to the end of the sentence, those that do not match.
 */
function namedStrings(description: string): { matching: string[]; others: string[] } {
  const matching: string[] = [];
  const others: string[] = [];
  let negated = false;
  for (const [token, , text] of description.matchAll(/("([^"]*)")|\b(?:not|never)\b|[.;](?=\s|$)/g)) {
    if (text !== undefined) (negated ? others : matching).push(text);
    else negated = token === "not" || token === "never";
  }
  return { matching, others };
}
