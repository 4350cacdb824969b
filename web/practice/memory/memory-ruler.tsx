// The ruler in the result of a run from memory: the lines of the code, with every hidden place by its grade.

import { type ReactNode, useState } from "react";
import { matchesMedia } from "../../ui/media.ts";
import { GradeShape } from "../../learning/grade-mark.tsx";
import type { CompletedMemoryRun } from "./memory-task.ts";
import { drawnMarks, placeMarks, rulerView } from "./memory-view.ts";

const overhang = 14;
/** Between the middles of two marks, px. */
const markGap = 13;
const rowHeight = 14;
/** Every fifth line has a number. */
const numberedLines = 5;
const labelRoom = 26;

export function MemoryRuler({ completed }: { readonly completed: CompletedMemoryRun }): ReactNode {
  // Drawn for the width it gets, so that its letters have their size.
  const [width] = useState(() => (matchesMedia("(max-width: 760px)") ? 282 : 480));
  const { marks: all, lines, said } = rulerView(completed);
  const marks = drawnMarks(all, Math.floor(width / markGap));
  const places = placeMarks(
    marks.map(({ at }) => at),
    width,
    markGap,
  );
  const rows = 1 + Math.max(0, ...places.map(({ row }) => row));
  const base = 20 + rows * rowHeight;
  return (
    <svg
      className="chart memory-ruler"
      viewBox={`${-overhang} -2 ${width + 2 * overhang} ${base + 26}`}
      role="img"
      aria-label={said}
    >
      <path className="grid" d={`M0 ${base + 0.5}h${width}`} />
      <Lines lines={lines} width={width} base={base} />
      {marks.map(({ grade }, index) => {
        const { x = 0, row = 0 } = places[index] ?? {};
        const y = base - 28 - row * rowHeight;
        return (
          <g key={index} className={`grade-pin is-${grade}`}>
            <path d={`M${x} ${y + 11}V${base}`} />
            <g transform={`translate(${x - 5} ${y})`}>
              <GradeShape grade={grade} />
            </g>
          </g>
        );
      })}
    </svg>
  );
}

function Lines({
  lines,
  width,
  base,
}: {
  readonly lines: readonly number[];
  readonly width: number;
  readonly base: number;
}): ReactNode {
  const numbers = numberedOf(lines, width);
  return lines.map((start, index) => {
    const x = start * width;
    const number = index + 1;
    const isNumbered = numbers.has(number);
    return (
      <g key={number}>
        <line className="tickl" x1={x} x2={x} y1={base - (isNumbered ? 9 : 4)} y2={base} />
        {isNumbered ? (
          <text x={x} y={base + 16} textAnchor={number === 1 ? "start" : "middle"}>
            {number === 1 ? "line 1" : number}
          </text>
        ) : null}
      </g>
    );
  });
}

/** The lines whose numbers have room: the first, the last, then every fifth. */
function numberedOf(lines: readonly number[], width: number): ReadonlySet<number> {
  const last = lines.length;
  const xOf = (number: number) => (lines[number - 1] ?? 0) * width;
  // 'line 1' is written from its tick to the right.
  const isFree = (x: number, taken: readonly number[]) =>
    x >= labelRoom * 2 && taken.every((other) => Math.abs(other - x) >= labelRoom);
  const numbers = new Set([1]);
  const taken: number[] = [];
  const fifths = lines.flatMap((_, index) => ((index + 1) % numberedLines === 0 ? [index + 1] : []));
  for (const number of [last, ...fifths]) {
    const x = xOf(number);
    if (numbers.has(number) || !isFree(x, taken)) continue;
    numbers.add(number);
    taken.push(x);
  }
  return numbers;
}
