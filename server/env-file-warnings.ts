// Finds likely mistakes in a `.env` file, for the log: names that are not settings, and settings that are given twice.
// They do not stop the server, because people also keep other programs' settings there. Values are never logged.

import { parseEnv } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { type Environment, settingNames } from "./settings.ts";

export type EnvFileWarning =
  | {
      readonly kind: "unknown";
      readonly line: number;
      readonly name: string | null;
      readonly nearest: string | null;
    }
  | { readonly kind: "twice"; readonly line: number; readonly name: string }
  | { readonly kind: "overruled"; readonly line: number; readonly name: string };

/**
 * `unknown` is reported once per name. Its `name` is null if it may be part of a value that was broken over lines;
 * `nearest` is the setting that is probably meant. `twice` means that an earlier line sets it too; the last one counts.
 * `overruled` means that the process environment has another value, which counts.
 */
export function envFileWarnings(text: string, processEnv: Environment): readonly EnvFileWarning[] {
  const warnings: EnvFileWarning[] = [];
  const seen = new Set<string>();
  const given = parseEnv(text);
  for (const { name, line } of assignments(text)) {
    const setting = settingNames.find((known) => known === name);
    if (setting === undefined) {
      const nearest = nearestSetting(name);
      const isSafeToLog = nearest !== null || isPlainName(name);
      if (!seen.has(name)) warnings.push({ kind: "unknown", line, name: isSafeToLog ? name : null, nearest });
    } else {
      if (seen.has(name)) warnings.push({ kind: "twice", line, name: setting });
      const own = processEnv[name];
      if (!seen.has(name) && own !== undefined && own !== given[name])
        warnings.push({ kind: "overruled", line, name: setting });
    }
    seen.add(name);
  }
  return warnings;
}

/** The assignments that Node's own parser sees: a line that looks like one may be part of a quoted value. */
function assignments(text: string): readonly { readonly name: string; readonly line: number }[] {
  const lines = text.split("\n");
  const found: { name: string; line: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const [, before = "", name = ""] = /^(\s*(?:export\s+)?)([^\s=#]+)\s*=/.exec(line) ?? [];
    if (name === "") continue;
    const marker = `TABSTOP_LINE_${index}`;
    const marked = before + marker + line.slice(before.length + name.length);
    const others = [...lines.slice(0, index), marked, ...lines.slice(index + 1)];
    if (marker in parseEnv(others.join("\n"))) found.push({ name, line: index + 1 });
  }
  return found;
}

/** Letters of one case only, which no secret key or certificate has. */
function isPlainName(name: string): boolean {
  return /^(?:[A-Z][A-Z0-9_]{0,39}|[a-z][a-z0-9_]{0,39})$/.test(name);
}

/** The setting with the smallest edit distance; null if more than half of the letters would have to change. */
function nearestSetting(name: string): string | null {
  const nearest = closest(name.toUpperCase(), settingNames);
  const changes = distance(name.toUpperCase(), nearest);
  return changes <= Math.max(name.length, nearest.length) / 2 ? nearest : null;
}
