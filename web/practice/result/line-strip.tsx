// Speed line by line: a bar for each line with its slips, and the code of the chosen one. One stop of the Tab key; the arrow
// keys move between the bars.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { PreparedExample } from "@tabstop/engine/example";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { isPlainKey } from "../../ui/plain-key.ts";
import type { RunAnalysis } from "./run-analysis.ts";
import { SlippedLine } from "./slipped-line.tsx";
import {
  type Bar,
  barName,
  figuresOf,
  isChoosable,
  mostWideBars,
  type StripView,
  stripView,
} from "./strip-view.ts";

const mostTicks = 4;

/** `analysis` is null while the run is read: the strip has its room already. */
export function LineStrip({
  analysis,
  example,
  tokens,
}: {
  readonly analysis: RunAnalysis | null;
  readonly example: PreparedExample;
  readonly tokens: Tokens | null;
}): ReactNode {
  return (
    <div className="strip-box" aria-busy={analysis === null}>
      <p className="strip-top">
        <span>Speed, line by line</span>
        <span className="push" aria-hidden="true">
          <i className="slip-key" />
          slip
        </span>
      </p>
      {analysis === null ? (
        <>
          <div className="strip" />
          <p className="strip-cap snip" />
        </>
      ) : (
        <Bars view={stripView(analysis)} wpm={analysis.wpm} example={example} tokens={tokens} />
      )}
    </div>
  );
}

function Bars({
  view: { bars, runHeight, chosen: atFirst },
  wpm,
  example,
  tokens,
}: {
  readonly view: StripView;
  readonly wpm: number;
  readonly example: PreparedExample;
  readonly tokens: Tokens | null;
}): ReactNode {
  const [chosen, setChosen] = useState(atFirst);
  const strip = useRef<HTMLDivElement>(null);
  const choosable = bars.flatMap((bar, index) => (isChoosable(bar) ? [index] : []));
  const move = (event: KeyboardEvent) => {
    const to = movedTo(event, choosable, chosen);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(to);
    strip.current?.querySelector<HTMLElement>(`[data-bar="${to}"]`)?.focus();
  };
  const bar = chosen === null ? undefined : bars[chosen];
  const look = bars.length > mostWideBars ? "strip is-narrow" : bars.length > 16 ? "strip is-long" : "strip";
  return (
    <>
      <div
        ref={strip}
        className={look}
        role="group"
        aria-label="Speed, line by line"
        style={{ "--you": runHeight } as CSSProperties}
      >
        {bars.map((one, index) => (
          <StripBar
            key={one.from}
            bar={one}
            index={index}
            isChosen={index === chosen}
            onChoose={() => setChosen(index)}
            onKeyDown={move}
          />
        ))}
        <s aria-hidden="true">
          <span>{wpm}</span>
        </s>
      </div>
      <p className="strip-cap snip">
        {bar === undefined ? null : (
          <>
            <span className="no">{bar.line.number}</span>
            <span className="l" translate="no" dir="ltr">
              <SlippedLine example={example} tokens={tokens} line={bar.line} />
            </span>
            <span className="push t2">{figuresOf(bar)}</span>
          </>
        )}
      </p>
    </>
  );
}

function StripBar({
  bar,
  index,
  isChosen,
  onChoose,
  onKeyDown,
}: {
  readonly bar: Bar;
  readonly index: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}): ReactNode {
  // In a narrow strip only these have room.
  const number = <span className={index % 5 === 4 || index === 0 ? "is-fifth" : undefined}>{bar.from}</span>;
  if (!isChoosable(bar))
    return (
      <i className="none" aria-hidden="true">
        {number}
      </i>
    );
  return (
    <button
      type="button"
      data-bar={index}
      aria-label={barName(bar)}
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      style={{ "--h": bar.height } as CSSProperties}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      {bar.slips > 0 ? (
        <em>
          {Array.from({ length: Math.min(mostTicks, bar.slips) }, (_, tick) => (
            <b key={tick} />
          ))}
        </em>
      ) : null}
      {number}
    </button>
  );
}

/** Where a key moves the choice; undefined for another key. */
function movedTo(
  { key, shiftKey, nativeEvent }: KeyboardEvent,
  choosable: readonly number[],
  chosen: number | null,
): number | undefined {
  if (shiftKey || !isPlainKey(nativeEvent)) return undefined;
  const at = choosable.indexOf(chosen ?? -1);
  switch (key) {
    case "ArrowLeft":
      return choosable[Math.max(0, at - 1)];
    case "ArrowRight":
      return choosable[Math.min(choosable.length - 1, at + 1)];
    case "Home":
      return choosable[0];
    case "End":
      return choosable.at(-1);
    default:
      return undefined;
  }
}
