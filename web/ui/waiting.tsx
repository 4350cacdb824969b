import { type ReactNode, useEffect, useState } from "react";

// What is there at once should not flash a placeholder first.
const patienceMs = 200;

/** A spinner with words, in the middle of what it stands for. */
export function Spinner({ label }: { readonly label: string }): ReactNode {
  return (
    <output className="waiting">
      <span className="spinner" aria-hidden="true" />
      {label}
    </output>
  );
}

/** Lines where text will be: one for each width, in percent. Nothing in the first 200 ms. */
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

/** True once 200 ms have passed since the first drawing. */
export function usePatience(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return over;
}
