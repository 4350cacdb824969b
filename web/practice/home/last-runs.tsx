// The learner's last runs, and what is said once every example is finished.

import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useRef } from "react";
import { pastText } from "../../learning/when-text.ts";
import { Link } from "../../shell/router/router.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EnterIcon } from "../../ui/icons.tsx";
import { thousands } from "../../ui/words.ts";
import { addressOf } from "../place-address.ts";
import type { Home } from "./home-words.ts";
import { useEnter } from "./use-enter.ts";

type Run = Home["runs"][number];

export function LastRuns({
  home: { runs, today },
  search,
}: {
  readonly home: Pick<Home, "runs" | "today">;
  readonly search: string;
}): ReactNode {
  if (runs.length === 0) return null;
  return (
    <section className="last-runs" aria-labelledby="last-runs">
      <div className="last-runs-head">
        <h2 id="last-runs">Last runs</h2>
        <Link className="push small t2" to="/progress">
          Progress
        </Link>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Example</th>
            <th scope="col" className="is-place">
              Course and lesson
            </th>
            <th scope="col">Speed</th>
            <th scope="col" className="is-more">
              Accuracy
            </th>
            <th scope="col" className="is-more">
              Time
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={`${run.exampleId} ${run.ended_at}`}>
              <td>
                <Link to={runAddress(run, search)}>{run.example}</Link>
              </td>
              <td className="is-place">
                {run.course}, {run.lesson}
              </td>
              <td>{run.wpm === null ? "N/A" : `${thousands(run.wpm)} wpm`}</td>
              <td className="is-more">{run.accuracy === null ? "N/A" : `${run.accuracy}%`}</td>
              <td className="is-more is-time">{formatTime(run.ms)}</td>
              <td className="is-when">{pastText(new Date(run.ended_at), today)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** In the next example's place when there is none: a review, or what was typed last again. */
export function Everything({
  due,
  last,
  search,
}: {
  readonly due: number;
  /** The last run; undefined if it is not known. */
  readonly last: Run | undefined;
  readonly search: string;
}): ReactNode {
  const button = useRef<HTMLAnchorElement>(null);
  useEnter(button);
  const isReview = due > 0;
  const to = isReview ? "/review" : last === undefined ? null : runAddress(last, search);
  return (
    <section className="go-on" aria-labelledby="go-on-title">
      <div className="go-head">
        <h1 id="go-on-title">Everything typed.</h1>
        {to === null ? null : (
          <Link className={`${buttonClass({ look: "primary", size: "large" })} push`} to={to} ref={button}>
            {isReview ? "Review" : "Type one again"}
            <kbd className="enter-key" aria-hidden="true">
              <EnterIcon size={14} />
            </kbd>
          </Link>
        )}
      </div>
    </section>
  );
}

function runAddress({ lessonId, exampleId }: Run, search: string): string {
  return addressOf({ lessonId, exampleId, search });
}
