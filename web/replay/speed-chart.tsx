// The speed over a run: the part up to the playhead amber, the rest grey, a ring for each wrong key. The playhead is a
// slider beside the picture, because a picture has no controls for screen readers.

import { line } from "d3-shape";
import { memo, type PointerEvent, type ReactNode, useId, useMemo, useRef, useSyncExternalStore } from "react";
import { matchesMedia } from "../ui/media.ts";
import { useWidth } from "../ui/use-width.ts";
import { chartHeight, type ChartScale, chartScale, slipsApart } from "./chart-scale.ts";
import type { Playback } from "./playback.ts";
import type { Replay } from "./replay.ts";
import {
  type SpeedPoint,
  rowSlipsText,
  secondsText,
  speedAt,
  speedOf,
  speedRows,
  speedSentence,
} from "./speed.ts";

export function SpeedChart({
  replay,
  playback,
}: {
  readonly replay: Replay;
  readonly playback: Playback;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const points = useMemo(() => speedOf(replay), [replay]);
  const most = Math.max(...points.map(({ wordsPerMinute }) => wordsPerMinute));
  const scale = useMemo(() => chartScale(width, replay.durationMs, most), [width, replay, most]);
  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    playback.seek(scale.x.invert(clientX - currentTarget.getBoundingClientRect().left));
  return (
    <div
      className="speed-chart"
      ref={frame}
      onPointerDown={(event) => {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
    >
      <Picture scale={scale} width={width} points={points} slips={replay.slips} playback={playback} />
      <Playhead scale={scale} playback={playback} />
      <SpeedTable points={points} slips={replay.slips} />
    </div>
  );
}

function Picture({
  scale,
  width,
  points,
  slips,
  playback,
}: {
  readonly scale: ChartScale;
  readonly width: number;
  readonly points: readonly SpeedPoint[];
  readonly slips: readonly number[];
  readonly playback: Playback;
}): ReactNode {
  const id = useId();
  const needle = scale.x(useDrawnMs(playback));
  const path = useMemo(
    () =>
      line<SpeedPoint>()
        .x(({ atMs }) => scale.x(atMs))
        .y(({ wordsPerMinute }) => scale.y(wordsPerMinute))(points) ?? "",
    [scale, points],
  );
  return (
    <svg
      className="chart"
      width={width}
      height={chartHeight}
      viewBox={`0 0 ${width} ${chartHeight}`}
      role="img"
      aria-label={speedSentence(points, slips)}
    >
      <clipPath id={`${id}-past`}>
        <rect x="0" y="0" width={needle} height={chartHeight} />
      </clipPath>
      <clipPath id={`${id}-to-come`}>
        <rect x={needle} y="0" width={Math.max(0, width - needle)} height={chartHeight} />
      </clipPath>
      <Axes scale={scale} />
      <path className="speed-to-come" d={path} clipPath={`url(#${id}-to-come)`} />
      <path className="speed-past" d={path} clipPath={`url(#${id}-past)`} />
      <Slips scale={scale} points={points} slips={slips} />
    </svg>
  );
}

const Axes = memo(function Axes({ scale: { plot, x, y, xTicks, yTicks } }: { readonly scale: ChartScale }) {
  return (
    <>
      {yTicks.map((speed) => (
        <g key={speed}>
          <path className="grid" d={`M${plot.left} ${y(speed)}H${plot.right}`} />
          <text x={plot.left - 10} y={y(speed) + 4} textAnchor="end">
            {speed}
          </text>
        </g>
      ))}
      <text x={plot.right + 10} y={plot.top + 4}>
        wpm
      </text>
      {xTicks.map(({ atMs, label, length }) => (
        <g key={atMs}>
          <path className="tickl" d={`M${x(atMs)} ${plot.bottom}v${length}`} />
          {label === null ? null : (
            <text x={x(atMs)} y={plot.bottom + 22} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
    </>
  );
});

const ringRadius = 4;

const Slips = memo(function Slips({
  scale: { plot, x, y },
  points,
  slips,
}: {
  readonly scale: ChartScale;
  readonly points: readonly SpeedPoint[];
  readonly slips: readonly number[];
}) {
  return slipsApart(slips, x).map((slip) => {
    const height = y(speedAt(points, slip));
    return (
      <g key={slip}>
        <path
          className="slip-thread"
          d={`M${x(slip)} ${plot.bottom}V${Math.min(plot.bottom, height + ringRadius)}`}
        />
        <circle className="slip" cx={x(slip)} cy={height} r={ringRadius} />
      </g>
    );
  });
});

function Playhead({
  scale: { plot, x },
  playback,
}: {
  readonly scale: ChartScale;
  readonly playback: Playback;
}): ReactNode {
  const { positionMs, isPlaying } = useSyncExternalStore(playback.subscribe, playback.state);
  const drawnMs = useDrawnMs(playback);
  const { durationMs } = playback;
  // While it plays, the value changes once a second: a screen reader would read out every frame.
  const saidMs = isPlaying ? wholeSeconds(positionMs) : positionMs;
  return (
    <div
      className="playhead"
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={hundredths(durationMs)}
      aria-valuenow={hundredths(saidMs)}
      aria-valuetext={`${hundredths(saidMs).toFixed(2)} of ${hundredths(durationMs).toFixed(2)} seconds`}
      style={{
        top: plot.top,
        height: plot.bottom - plot.top,
        transform: `translateX(${x(drawnMs)}px)`,
      }}
    />
  );
}

/** What the picture shows, for those who do not see it. */
const SpeedTable = memo(function SpeedTable({
  points,
  slips,
}: {
  readonly points: readonly SpeedPoint[];
  readonly slips: readonly number[];
}) {
  return (
    <div className="sr">
      <table>
        <caption>Speed over the run</caption>
        <thead>
          <tr>
            <th scope="col">Second</th>
            <th scope="col">Words per minute</th>
            <th scope="col">Slips until then, in seconds</th>
          </tr>
        </thead>
        <tbody>
          {speedRows(points, slips).map((row) => (
            <tr key={row.atMs}>
              <th scope="row">{secondsText(row.atMs)}</th>
              <td>{Math.round(row.wordsPerMinute)}</td>
              <td>{rowSlipsText(row.slips)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** Where the playhead is drawn, ms: with reduced motion it does not glide, but goes on once a second. */
function useDrawnMs(playback: Playback): number {
  const { positionMs, isPlaying } = useSyncExternalStore(playback.subscribe, playback.state);
  return isPlaying && matchesMedia("(prefers-reduced-motion: reduce)")
    ? wholeSeconds(positionMs)
    : positionMs;
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}

/** Seconds, rounded down to hundredths. */
function hundredths(ms: number): number {
  return Math.floor(ms / 10) / 100;
}
