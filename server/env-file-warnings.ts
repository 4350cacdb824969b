// What may be a mistake in a `.env` file, for the log: names that are no setting, and settings that are given twice. None
// of it stops a start, since people keep other programs' settings there too; and no value is ever repeated.

import { parseEnv } from "node:util";
import { type Environment, type SettingName, settingNames } from "./settings.ts";

export type Doubt =
  | {
      readonly kind: "unknown";
      readonly line: number;
      readonly name: string | null;
      readonly nearest: SettingName | null;
    }
  | { readonly kind: "twice"; readonly line: number; readonly name: SettingName }
  | { readonly kind: "overruled"; readonly line: number; readonly name: SettingName };

/**
 * `unknown`: once a name. The name is null where it may be a piece of a value that was broken over lines. `nearest`: the
 * setting that is probably meant. `twice`: an earlier line gives it too; the last one counts. `overruled`: the environment
 * has another value, which counts.
 */
export function envFileWarnings(text: string, processEnv: Environment): readonly Doubt[] {
  const doubts: Doubt[] = [];
  const seen = new Set<string>();
  const given = parseEnv(text);
  for (const { name, line } of assignments(text)) {
    const setting = settingNames.find((known) => known === name);
    if (setting === undefined) {
      const nearest = nearestSetting(name);
      const tells = nearest !== null || isPlainName(name);
      if (!seen.has(name)) doubts.push({ kind: "unknown", line, name: tells ? name : null, nearest });
    } else {
      if (seen.has(name)) doubts.push({ kind: "twice", line, name: setting });
      const own = processEnv[name];
      if (!seen.has(name) && own !== undefined && own !== given[name])
        doubts.push({ kind: "overruled", line, name: setting });
    }
    seen.add(name);
  }
  return doubts;
}

/** Those names that Node's own reading finds: a line may as well be a part of a value in quotes. */
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

/** Letters of one case, as nobody's key or certificate is. */
function isPlainName(name: string): boolean {
  return /^(?:[A-Z][A-Z0-9_]{0,39}|[a-z][a-z0-9_]{0,39})$/.test(name);
}

/** The one of the fewest changes, unless half of the letters would have to change. */
function nearestSetting(name: string): SettingName | null {
  let nearest: SettingName | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const known of settingNames) {
    const changes = changesBetween(name.toUpperCase(), known);
    if (changes < fewest && changes <= Math.max(name.length, known.length) / 2)
      [nearest, fewest] = [known, changes];
  }
  return nearest;
}

/** Levenshtein's distance: letters added, left out, or replaced. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
