// A review without anything to ask: why, when something comes, and a ruler of the next seven days.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "../../shell/router/router.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { thousands } from "../../ui/words.ts";
import { nothingDueSentence, rulerOfDays, type RulerOfDays } from "./review-words.ts";

const ticksPerDay = 8;
const tickGap = 4;
const dayWidth = ticksPerDay * tickGap;
const days = 7;

export function NothingDue({ review }: { readonly review: ResponseOf<"getReview"> }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading that had the focus while the review was loaded is no longer there.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="main" className="page review-none" tabIndex={-1}>
      <div className="empty">
        <DayRuler ruler={rulerOfDays(review)} />
        <h1 ref={heading} tabIndex={-1}>
          Nothing is due today.
        </h1>
        <p className="empty-words">{nothingDueSentence(review)}</p>
        <Link className={buttonClass({ look: "primary" })} to="/courses">
          Go to the courses
        </Link>
      </div>
    </main>
  );
}

/** Says nothing that the sentence below does not say. */
function DayRuler({ ruler: { pin, labels } }: { readonly ruler: RulerOfDays }): ReactNode {
  return (
    <svg className="chart day-ruler" viewBox="-20 0 264 64" aria-hidden="true">
      {Array.from({ length: days * ticksPerDay + 1 }, (_, tick) => {
        const height = tick % ticksPerDay === 0 ? 16 : tick % (ticksPerDay / 2) === 0 ? 8 : 5;
        return (
          <rect
            key={tick}
            className="day-tick"
            x={tick * tickGap}
            y={44 - height}
            width="1"
            height={height}
          />
        );
      })}
      {labels.map(({ day, text }) => (
        <text key={day} x={day * dayWidth} y="62" textAnchor="middle">
          {text}
        </text>
      ))}
      <g className="chart-mark is-now">
        <path d="M-4 8h9v6l-3.5 4.5V44h-2V18.5L-4 14z" />
      </g>
      {pin !== null ? (
        <g className="chart-mark">
          <path d={`M${pin.day * dayWidth - 4} 14h9v6l-3.5 4.5V44h-2V24.5l-3.5-4.5z`} />
          <text className="v" x={pin.day * dayWidth + 0.5} y="8" textAnchor="middle">
            {thousands(pin.count)}
          </text>
        </g>
      ) : null}
    </svg>
  );
}
