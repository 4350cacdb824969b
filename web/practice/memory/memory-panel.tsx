// The panel 'From memory', in place of the leaderboard: what a run has asked so far and what is to come, and after it when
// each construct comes back. It never names what is hidden.

import "./memory.css";
import type { MemoryGrade } from "@tabstop/engine/memory/grades";
import { type CSSProperties, type ReactNode, useState } from "react";
import { Construct } from "../../ui/construct.tsx";
import { GradeMark } from "../../learning/grade-mark.tsx";
import { gradeWords } from "../../learning/grade-words.ts";
import { todayOf } from "../../learning/when-text.ts";
import { type MemoryNow, useMemoryNow } from "./memory-store.ts";
import { groupsOf, panelView } from "./memory-view.ts";

export function MemoryPanel({
  isInReview = false,
}: {
  /** A review has no Copy, in which the leaderboard would come back. */
  readonly isInReview?: boolean;
}): ReactNode {
  const now = useMemoryNow();
  const isCompleted = now?.kind === "completed";
  const comesAgain = isCompleted && now.completed.grades.size > 0;
  return (
    <>
      {now === null ? null : isCompleted ? <Groups now={now} /> : <UnderWay now={now} />}
      <p className="panel-foot">
        {comesAgain ? (
          "Each comes again in an example that needs it."
        ) : (
          <>
            Gaps and Recall set no time.
            {isInReview ? null : (
              <>
                <br />
                The leaderboard comes back with Copy.
              </>
            )}
          </>
        )}
      </p>
    </>
  );
}

function UnderWay({ now }: { readonly now: Extract<MemoryNow, { kind: "under-way" }> }): ReactNode {
  const { soFar, toCome, widths } = panelView(now);
  return (
    <>
      {soFar.length > 0 ? (
        <>
          <AskHead name="So far" count={soFar.length} />
          <ul className="asks">
            {soFar.map(({ id, name, grade }) => (
              <Ask key={id} grade={grade} name={name}>
                {gradeWords[grade]}
              </Ask>
            ))}
          </ul>
        </>
      ) : null}
      {toCome > 0 ? <AskHead name="To come" count={toCome} /> : null}
      {widths !== null && widths.length > 0 ? (
        <ul className="asks">
          {widths.map((width, index) => (
            <li key={index} className="ask is-to-come">
              <span className="ask-blank" style={{ "--w": width } as CSSProperties} />
              <span className="sr">hidden</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Groups({ now }: { readonly now: Extract<MemoryNow, { kind: "completed" }> }): ReactNode {
  return <MemoryGroups {...now} />;
}

/** What came of each construct, and when it comes back. */
export function MemoryGroups({
  completed,
  answer,
}: Pick<Extract<MemoryNow, { kind: "completed" }>, "completed" | "answer">): ReactNode {
  const [today] = useState(() => todayOf());
  return groupsOf(completed, answer, today).map(({ grade, heading, entries }) => (
    <div key={grade}>
      <AskHead name={heading} count={entries.length} />
      <ul className="asks">
        {entries.map(({ id, name, when }) => (
          <Ask key={id} grade={grade} name={name}>
            {when}
          </Ask>
        ))}
      </ul>
    </div>
  ));
}

function AskHead({ name, count }: { readonly name: string; readonly count: number }): ReactNode {
  return (
    <h3 className="ask-head">
      <span>{name}</span> <span className="num">{count}</span>
    </h3>
  );
}

function Ask({
  grade,
  name,
  children,
}: {
  readonly grade: MemoryGrade;
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li className="ask">
      <GradeMark grade={grade} />
      <span className="ask-name">
        <Construct name={name} />
      </span>
      <span>{children}</span>
    </li>
  );
}
