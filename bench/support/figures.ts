// Percentiles, goals, and the plain tables in which the benches print them.

/** Linear between neighbours; NaN for no values. */
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

/**
 * Rows of cells under a head, with columns as wide as their widest cell; the first column left-aligned, the others
 * right.
 */
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

export type Goal = {
  readonly name: string;
  readonly bound: "at most" | "at least";
  readonly limit: number;
  readonly unit: string;
};

/** A goal and the figure that was measured for it. */
export type Verdict = {
  readonly goal: Goal;
  readonly figure: number;
  /** So far off that `--check` fails; a busy machine alone does not cause this. */
  readonly isFarOff: boolean;
};

/** `figure` at most `limit`. It is far off beyond `tolerance` times the limit, or when it is NaN. */
export function atMost(name: string, figure: number, limit: number, unit = "", tolerance = 1.5): Verdict {
  const goal = { name, bound: "at most", limit, unit } as const;
  return { goal, figure, isFarOff: !(figure <= limit * tolerance) };
}

/** `figure` at least `limit`. It is far off below the limit divided by `tolerance`, or when it is NaN. */
export function atLeast(name: string, figure: number, limit: number, unit = "", tolerance = 1.5): Verdict {
  const goal = { name, bound: "at least", limit, unit } as const;
  return { goal, figure, isFarOff: !(figure >= limit / tolerance) };
}

export function isMet({ bound, limit }: Goal, figure: number): boolean {
  return bound === "at most" ? figure <= limit : figure >= limit;
}

export function goalText({ name, bound, limit, unit }: Goal): string {
  return `${name} ${bound === "at most" ? "<=" : ">="} ${limit}${unit}`;
}
