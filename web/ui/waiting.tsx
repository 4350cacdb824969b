import { type ReactNode, useEffect, useState } from "react";

// Fast content must not flash a placeholder first.
const patienceMs = 200;

/** A spinner with a label, in the middle of the missing content. */
export function Spinner({ label }: { readonly label: string }): ReactNode {
  return (
    <output className="waiting">
      <span className="spinner" aria-hidden="true" />
      {label}
    </output>
  );
}

/** Placeholder lines for text, one for each width in percent. Shown after 200 ms. */
export function Skeleton({
  widths,
  label = "Loading...",
}: {
  readonly widths: readonly number[];
  readonly label?: string;
}): ReactNode {
  const patient = usePatience();
  return (
    <output className="grid gap-3">
      <span className="sr">{label}</span>
      {patient &&
        widths.map((width, line) => <span key={line} className="skel" style={{ width: `${width}%` }} />)}
    </output>
  );
}

/** True 200 ms after the first rendering. */
export function usePatience(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return over;
}
