import type { ReactNode } from "react";
import type { Tick } from "./course-end.ts";

/** The room of the picture, and of its ticks between the margins, in px. */
const width = 592;
const margin = 4;
const foot = 42;

/** A tick for each example, longer at the end of a lesson; the needle stands at its end when all are finished. */
export function CourseRuler({
  ticks,
  label,
}: {
  readonly ticks: readonly Tick[];
  readonly label: string;
}): ReactNode {
  const step = ticks.length > 1 ? (width - 2 * margin) / (ticks.length - 1) : 0;
  const thickness = ticks.length > 1 ? Math.min(2.5, step / 2) : 2.5;
  const isFull = ticks.every(({ isDone }) => isDone);
  // A single tick is at the ruler's end.
  const xOf = (index: number) => (ticks.length > 1 ? margin + step * index : width - margin);
  return (
    <svg className="course-ruler" viewBox={`0 0 ${width} 46`} role="img" aria-label={label}>
      {ticks.map(({ isDone, endsLesson }, index) => (
        <line
          key={index}
          className={isDone ? "is-done" : undefined}
          x1={xOf(index)}
          x2={xOf(index)}
          y1={endsLesson ? 14 : 24}
          y2={foot}
          strokeWidth={thickness}
        />
      ))}
      {isFull ? <path d={`M${width - margin - 4.5} 0h9v6l-3.5 4.5v5h-2v-5l-3.5-4.5z`} /> : null}
    </svg>
  );
}
