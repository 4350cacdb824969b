// A part of the progress screen: its heading, and what is in its place while it loads.

import type { ReactNode } from "react";
import { usePatience } from "../ui/waiting.tsx";

export function Part({
  title,
  about = null,
  isLine = false,
  children,
}: {
  readonly title: string;
  /** What its numbers are of. */
  readonly about?: string | null;
  /** A line above divides it from the part before. */
  readonly isLine?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={isLine ? "section" : undefined} aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        {about === null ? null : <p className="t3 small">{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** The sentence of a part that has nothing to draw yet. */
export function Nothing({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="t2">{children}</p>;
}

/** What is to come, in its shape, from 200 ms on. `count` is how many rows or bars it has. */
export function ToCome({
  shape,
  count = 1,
}: {
  readonly shape: "line" | "year" | "row" | "bars";
  readonly count?: number;
}): ReactNode {
  const patient = usePatience();
  return (
    <div className={`to-come of-${shape}`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) =>
        patient ? <span key={index} className="skel" /> : <span key={index} />,
      )}
    </div>
  );
}
