// Percentiles, and the plain tables in which the benches print them.

/** Linear between neighbours; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** "-" where there is no figure. */
export function shown(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "-";
}

export function times(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} x` : "-";
}

/** Rows of cells under a head, columns as wide as their widest cell; the first column to the left, figures to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => (row[column] ?? "")[column === 0 ? "padEnd" : "padStart"](width))
      .join("  ")
      .trimEnd();
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

/** A goal beside its figure. */
export type Verdict = {
  readonly goal: string;
  readonly figure: string;
  readonly isMet: boolean;
  /** So far off that `--check` fails: a machine's bad day does not do this. */
  readonly isAbsurd: boolean;
};

/** `figure` at most `limit`. It counts as absurd from `tolerance` times the limit on. */
export function atMost(goal: string, figure: number, limit: number, unit = "", tolerance = 1.5): Verdict {
  return {
    goal: `${goal} <= ${limit}${unit}`,
    figure: `${shown(figure)}${unit}`,
    isMet: figure <= limit,
    isAbsurd: !(figure <= limit * tolerance),
  };
}

/** `figure` at least `limit`. */
export function atLeast(goal: string, figure: number, limit: number, unit = "", tolerance = 1.5): Verdict {
  return {
    goal: `${goal} >= ${limit}${unit}`,
    figure: `${shown(figure)}${unit}`,
    isMet: figure >= limit,
    isAbsurd: !(figure >= limit / tolerance),
  };
}

/** Prints the verdicts, and sets the exit code when asked to hold them. */
export function judge(verdicts: readonly Verdict[], isHeld: boolean): void {
  console.log(
    table(
      ["goal", "figure", ""],
      verdicts.map(({ goal, figure, isMet }) => [goal, figure, isMet ? "met" : "NOT MET"]),
    ),
  );
  if (!isHeld) return;
  const absurd = verdicts.filter((verdict) => verdict.isAbsurd);
  for (const { goal, figure } of absurd) console.error(`far off: ${goal}, ${figure}`);
  process.exitCode = absurd.length === 0 ? 0 : 1;
}
