// What each of the slowest constructs takes per character: grey to the learner's own median, amber beyond.

import { type ReactNode, useRef } from "react";
import { useWidth } from "../../ui/use-width.ts";
import { type Progress, readName } from "../progress-words.ts";
import {
  type Cost,
  characterWidth,
  costPlot,
  costText,
  lengthOf,
  nameLength,
  namePadding,
  shortName,
  slipText,
} from "./cost-rows.ts";

const rowHeight = 32;
const firstRow = 38;
const markRoom = { above: 18, below: 20 };
/** Half the width of 'your median' with its number, px. */
const halfMedian = 62;

export function CostChart({ costs }: { readonly costs: Progress["costs"] }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { slowest } = costs;
  return (
    <>
      <div ref={frame}>
        <Picture costs={costs} width={width} />
      </div>
      <div className="sr">
        <table>
          <caption>Syntax that costs you time</caption>
          <thead>
            <tr>
              <th scope="col">Construct</th>
              <th scope="col">Milliseconds per character</th>
              <th scope="col">Slips</th>
              <th scope="col">Typed instead</th>
            </tr>
          </thead>
          <tbody>
            {slowest.map((cost) => (
              <tr key={cost.id}>
                <th scope="row">{readName(cost)}</th>
                <td>{costText(cost.ms_per_character)}</td>
                <td>{slipText(cost.slip_rate)}</td>
                <td>{cost.typed ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Picture({
  costs: { slowest, median_ms_per_character },
  width,
}: {
  readonly costs: Progress["costs"];
  readonly width: number;
}): ReactNode {
  const plot = costPlot(slowest, width);
  const median = median_ms_per_character ?? 0;
  const medianX = Math.round(plot.bars(median) * 10) / 10;
  const end = firstRow + (slowest.length - 1) * rowHeight + markRoom.below;
  const headEnd = plot.slipsEnd - 44;
  return (
    <svg
      className="chart cost-chart"
      viewBox={`0 0 ${width} ${end + 4}`}
      role="img"
      aria-label={`Milliseconds per character of a construct, against your median of ${Math.round(median)}`}
    >
      <text x={Math.min(Math.max(medianX, halfMedian), headEnd - halfMedian)} y="12" textAnchor="middle">
        {`${costText(median)}, your median`}
      </text>
      <text x={plot.slipsEnd} y="12" textAnchor="end">
        slips
      </text>
      {plot.showsTyped ? (
        <text x={width} y="12" textAnchor="end">
          typed instead
        </text>
      ) : null}
      {slowest.map((cost, index) => (
        <g key={cost.id} transform={`translate(0 ${firstRow + index * rowHeight})`}>
          <Row cost={cost} plot={plot} medianX={medianX} width={width} />
        </g>
      ))}
      <path className="median" d={`M${medianX} ${markRoom.above}V${end}`} />
    </svg>
  );
}

/** What a translation of the page leaves as it is; React's types know this of HTML alone. */
const code = { translate: "no" };

function Row({
  cost: { name, ms_per_character, slip_rate, typed },
  plot: { bars, slipsEnd, showsTyped },
  medianX,
  width,
}: {
  readonly cost: Cost;
  readonly plot: ReturnType<typeof costPlot>;
  readonly medianX: number;
  readonly width: number;
}): ReactNode {
  const shown = shortName(name, nameLength);
  const nameWidth = Math.max(28, lengthOf(shown) * characterWidth + 2 * namePadding);
  const [start = 0] = bars.range();
  const end = Math.round(bars(ms_per_character) * 10) / 10;
  return (
    <>
      <rect className="name" x=".5" y="-12.5" width={nameWidth} height="24" rx="3" />
      <text className="code-t" x={0.5 + nameWidth / 2} y="4.5" textAnchor="middle" {...code}>
        {shown}
      </text>
      <rect className="to-median" x={start} y="-2" width={Math.max(0, medianX - start)} height="4" rx="1" />
      <rect className="beyond" x={medianX} y="-2" width={Math.max(0, end - medianX)} height="4" />
      <text className="v" x={end + 10} y="4.5">
        {costText(ms_per_character)}
      </text>
      <text x={slipsEnd} y="4.5" textAnchor="end">
        {slipText(slip_rate)}
      </text>
      {showsTyped && typed !== null ? (
        <text className="code-q" x={width} y="4.5" textAnchor="end" {...code}>
          {shortName(typed, 11)}
        </text>
      ) : null}
    </>
  );
}
