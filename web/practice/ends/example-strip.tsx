// The speed of each example of a lesson as a tick, with gaps between its chapters. One stop of the keyboard.

import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { isPlainKey } from "../../ui/plain-key.ts";
import { barHeight, type ExampleTick, type LessonEndView } from "./lesson-end-view.ts";

/** With more examples only every fifth has its number. */
const mostNumbers = 30;

// Long: the ticks with what they say.
export function ExampleStrip({
  view: { chapters, total, wpm },
  ownId,
  ownNote,
}: {
  readonly view: LessonEndView;
  /** The example that was typed last; chosen at first. */
  readonly ownId: number;
  /** What is said about it beside its speed, such as '3 slips'; may be empty. */
  readonly ownNote: string;
}): ReactNode {
  const ticks = chapters.flat();
  const [chosenId, setChosen] = useState(ownId);
  const strip = useRef<HTMLDivElement>(null);
  const chosen = ticks.find(({ id }) => id === chosenId) ?? ticks[0];
  if (chosen === undefined) return null;
  const fastest = Math.max(...ticks.map((tick) => tick.wpm ?? 0));
  const onKey = (event: KeyboardEvent) => {
    const to = indexAfter(event.key, chosen.number - 1, total);
    const tick = ticks[to];
    if (tick === undefined || !isPlainKey(event.nativeEvent)) return;
    event.preventDefault();
    setChosen(tick.id);
    strip.current?.querySelectorAll<HTMLElement>("button")[to]?.focus();
  };
  const labelled = (tick: ExampleTick) => total <= mostNumbers || tick.number === 1 || tick.number % 5 === 0;
  const words = (tick: ExampleTick) =>
    [
      tick.wpm === null ? "no time" : `${tick.wpm} wpm`,
      ...(tick.id === ownId && ownNote !== "" ? [ownNote] : []),
    ].join(", ");
  return (
    <div>
      <p className="t3 small">Speed, example by example</p>
      <div
        ref={strip}
        className="example-strip"
        role="group"
        aria-label="Speed, example by example"
        style={heightOf(barHeight(wpm, fastest))}
      >
        {chapters.map((examples, index) => (
          <span key={index}>
            {examples.map((tick) => (
              <button
                key={tick.id}
                type="button"
                style={heightOf(barHeight(tick.wpm, fastest))}
                aria-label={`Example ${tick.number}, ${tick.title}, ${words(tick)}`}
                aria-pressed={tick.id === chosen.id}
                tabIndex={tick.id === chosen.id ? 0 : -1}
                onClick={() => setChosen(tick.id)}
                onKeyDown={onKey}
              >
                {labelled(tick) ? <span>{tick.number}</span> : null}
              </button>
            ))}
          </span>
        ))}
        {wpm === null ? null : (
          <s aria-hidden="true">
            <span>{wpm}</span>
          </s>
        )}
      </div>
      <p className="example-cap small" aria-hidden="true">
        <span className="mono t3">{chosen.number}</span>
        <span>{chosen.title}</span>
        <span className="push t2">{words(chosen)}</span>
      </p>
    </div>
  );
}

function heightOf(percent: number): CSSProperties {
  return { "--h": percent.toFixed(1) } as CSSProperties;
}

/** The index that a key leads to; -1 for other keys. */
function indexAfter(key: string, index: number, total: number): number {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, index - 1);
    case "ArrowRight":
      return Math.min(total - 1, index + 1);
    case "Home":
      return 0;
    case "End":
      return total - 1;
    default:
      return -1;
  }
}
