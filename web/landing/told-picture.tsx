// Master: a picture of a result, line by line.

import type { ReactNode } from "react";
import { ArrowStopIcon } from "../ui/icons.tsx";

/** The lines with their slips; null for a line without characters. The heights of the bars are in the style sheet. */
const lines = [0, null, 0, 2, 0, null, 0, 1, 1, 0, 0];
const slowest = 4;

/** To be hidden from screen readers. */
export function ToldPicture(): ReactNode {
  return (
    <div className="told-picture" aria-hidden="true">
      <div className="told-head">
        <div>
          <p className="told-title">Union with null</p>
          <p className="told-place">
            Unions and typeof, <span className="whitespace-nowrap">example 2 of 3</span>
          </p>
        </div>
        <span className="record push">
          <ArrowStopIcon weight={2} />
          New Record!
        </span>
      </div>
      <p className="told-speed">
        <span className="big">49</span>
        <span className="unit">wpm</span>
        <span className="stat">
          <b>2 wpm</b> faster than your best run, 21 November
        </span>
      </p>
      <dl className="facts">
        <Fact name="Accuracy" value="98%" difference="1 point higher" />
        <Fact name="Errors" value="4" difference="2 fewer" />
        <Fact name="Time" value="01:00.65" difference="3.18 s faster" />
      </dl>
      <div>
        <p className="told-strip-head">
          <span>Speed, line by line</span>
          <span className="push">
            <i className="told-slip" />
            slip
          </span>
        </p>
        <div className="told-strip">
          {lines.map((slips, index) => (
            <span key={index} className={barClass(slips, index + 1)}>
              {slips === null ? null : (
                <em>
                  {Array.from({ length: slips }, (_, slip) => (
                    <i key={slip} className="told-slip" />
                  ))}
                </em>
              )}
              <b>{index + 1}</b>
            </span>
          ))}
          <s>
            <span>49</span>
          </s>
        </div>
        <p className="told-line code code-sm hide-no">
          <span className="t3">{slowest}</span>
          <span className="told-code">
            <span className="k">return</span> shelf.<span className="f">find</span>((book) =&gt; book.
            <span className="f">includes</span>(part)<span className="miss">)</span>{" "}
            <span className="miss">?</span>? <span className="k">null</span>;
          </span>
          <span className="told-note">41 wpm, 2 slips</span>
        </p>
      </div>
    </div>
  );
}

function barClass(slips: number | null, line: number): string {
  if (slips === null) return "told-bar is-empty";
  return line === slowest ? "told-bar is-chosen" : "told-bar";
}

function Fact({
  name,
  value,
  difference,
}: {
  readonly name: string;
  readonly value: string;
  readonly difference: string;
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className="told-difference">{difference}</dd>
    </div>
  );
}
