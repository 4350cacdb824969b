// The parts that the ends of lessons and courses have in common.

import "./ends.css";
import type { ReactNode } from "react";
import { CodeLines } from "../../typing/code-lines.tsx";
import type { Example } from "../flow.ts";
import { counted } from "../../ui/words.ts";
import type { EndFigure } from "./end-words.ts";
import { firstLines } from "./first-lines.ts";
import type { RunEnd } from "./run-end.ts";

/** So many stops have room before the words. */
const mostStops = 20;

/** Says on a result that its run has completed the chapter. */
export function ChapterEnd({
  end: { title, examples, next },
}: {
  readonly end: Extract<RunEnd, { readonly kind: "chapter" }>;
}): ReactNode {
  return (
    <p className="chapter-end">
      <span className="lit" aria-hidden="true">
        {Array.from({ length: Math.min(examples, mostStops) }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span>
        <b>Chapter complete</b> <span className="t2">{title}</span>
      </span>
      {next === null ? null : (
        <span className="push t2">{`Next: ${next.title}, ${counted(next.examples, "example")}`}</span>
      )}
    </p>
  );
}

export function EndFigures({
  figures,
  isSmall = false,
}: {
  readonly figures: readonly EndFigure[];
  readonly isSmall?: boolean;
}): ReactNode {
  return figures.length === 0 ? null : (
    <dl className={isSmall ? "end-figures is-small" : "end-figures"}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where the learner goes on, with the first lines of its code. */
export function GoOn({
  what,
  title,
  text,
  example,
  children = null,
}: {
  /** Such as 'Next lesson'. */
  readonly what: string;
  readonly title: ReactNode;
  /** May be empty. */
  readonly text: string;
  /** null while it is not loaded. */
  readonly example: Example | null;
  /** The line below the text. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <section className="go-on-part">
      <div>
        <p className="t3 small">{what}</p>
        <h3>{title}</h3>
        {text === "" ? null : <p className="t2">{text}</p>}
        {children}
      </div>
      {example === null ? null : <CodeLines {...firstLines(example)} />}
    </section>
  );
}
