// The constructs as a table, by the day on which they come next, fifty rows at a time.

import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocalDay } from "../../shell/local-day.ts";
import { Link } from "../../shell/router/router.tsx";
import { Button } from "../../ui/button.tsx";
import { Construct } from "../../ui/construct.tsx";
import { useScrolls } from "../../ui/use-scrolls.ts";
import { GradeMark } from "../../learning/grade-mark.tsx";
import { thousands } from "../../ui/words.ts";
import { StateMark } from "../stock.tsx";
import { type Knowledge, rowView, type RowView } from "./knowledge-view.ts";

const rowsAtOnce = 50;

export function ConstructTable({
  constructs,
  total,
  language,
}: {
  readonly constructs: readonly Knowledge["constructs"][number][];
  /** Of the filter; there may be more than the server lists. */
  readonly total: number;
  /** Its name. */
  readonly language: string;
}): ReactNode {
  const { day: today } = useLocalDay();
  const [count, setCount] = useState(rowsAtOnce);
  const body = useRef<HTMLTableSectionElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(box, constructs);
  const shown = constructs.slice(0, count);
  const left = constructs.length - shown.length;
  const showMore = () => {
    flushSync(() => setCount(count + rowsAtOnce));
    // The button may be gone.
    body.current?.rows[count]?.querySelector<HTMLElement>("th")?.focus();
  };
  return (
    <>
      <div
        ref={box}
        className="knowledge-scroll"
        role="group"
        aria-label="Constructs"
        // Without it, keys could not scroll a table that is wider than its place.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={scrolls ? 0 : undefined}
      >
        <table className="knowledge-table">
          <caption className="sr">Constructs of {language}, by the day on which they come next</caption>
          <thead>
            <tr>
              <th scope="col">Construct</th>
              <th scope="col">
                <span className="is-unseen-small">State</span>
              </th>
              <th scope="col">Last ten</th>
              <th scope="col" aria-sort="ascending">
                Next
              </th>
              <th scope="col" className="hide-small">
                Last in
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((construct) => (
              <Row key={construct.id} row={rowView(construct, today)} />
            ))}
          </tbody>
        </table>
      </div>
      {total > rowsAtOnce ? (
        <div className="knowledge-more">
          {left > 0 ? <Button onClick={showMore}>Show {Math.min(rowsAtOnce, left)} more</Button> : null}
          <output className="t3 small num">
            {thousands(shown.length)} of {thousands(total)} shown
            {left === 0 && constructs.length < total ? ", which is as many as this page lists" : ""}
          </output>
        </div>
      ) : null}
    </>
  );
}

function Row({ row }: { readonly row: RowView }): ReactNode {
  const { name, spoken, mark, stateWord, marks, marksSaid, next, isToday, lastIn, lastInWord } = row;
  return (
    <tr>
      <th scope="row" tabIndex={-1}>
        {spoken === null ? null : <span className="sr">{spoken} </span>}
        <Construct name={name} />
      </th>
      <td className="of-state">
        <span className="row">
          <StateMark state={mark} />
          <span className="is-unseen-small">{stateWord}</span>
        </span>
      </td>
      <td className="of-grades">
        {marks.length === 0 ? (
          <span className="t3">none yet</span>
        ) : (
          <span className="grades" role="img" aria-label={marksSaid}>
            {marks.map((grade, index) =>
              grade === null ? (
                <i key={index} className="no-grade" />
              ) : (
                <GradeMark key={index} grade={grade} />
              ),
            )}
          </span>
        )}
      </td>
      <td className={`of-next ${isToday ? "is-today" : row.isLong ? "is-long" : ""}`}>{next}</td>
      <td className="of-last hide-small">
        {lastIn === null ? (
          <span className="t3">{lastInWord}</span>
        ) : (
          <Link to={lastIn.to}>{lastIn.title}</Link>
        )}
      </td>
    </tr>
  );
}
