import { goalChoices } from "@tabstop/contract/vocabulary";
import type { ReactNode } from "react";
import { problemText } from "../../shell/data/problem-text.ts";
import { useSaving } from "../../shell/data/use-saving.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { type Goal, goalState, type Home } from "./home-words.ts";
import { saveGoal } from "./home-queries.ts";

/** The minutes typed today, and the goal for a day, which is changed in place. */
export function TodaysGoal({ userId, home }: { readonly userId: number; readonly home: Home }): ReactNode {
  const { chosen, problem, choose } = useSaving(({ minutes }: { readonly minutes: Goal }) =>
    saveGoal(userId, minutes),
  );
  const goal = chosen === null ? home.goalMinutes : chosen.minutes;
  const ms = home.week.find(({ day }) => day === home.today)?.ms ?? 0;
  const { minutes, text, percent, isReached } = goalState(ms, goal);
  return (
    <section aria-labelledby="today">
      <h2 id="today">Today</h2>
      <p className="fig">
        {minutes} <small>{text}</small>
      </p>
      {percent === null ? null : (
        <div
          className={isReached ? "goal-bar is-reached" : "goal-bar"}
          role="progressbar"
          aria-label="Goal of the day"
          aria-valuenow={percent}
          aria-valuetext={`${minutes} ${text}`}
          style={{ "--p": percent } as React.CSSProperties}
        >
          <i />
        </div>
      )}
      <div className="foot">
        <select
          className="select select-sm"
          aria-label="Goal of the day"
          value={goal ?? ""}
          onChange={({ target }) => choose({ minutes: readGoal(target.value) })}
        >
          {goalChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice} minutes a day
            </option>
          ))}
          <option value="">No goal</option>
        </select>
      </div>
      {problem === null ? null : (
        <div className="goal-problem">
          <ErrorNotice isMild>Your goal is not saved. {problemText(problem)}</ErrorNotice>
        </div>
      )}
    </section>
  );
}

function readGoal(value: string): Goal {
  return goalChoices.find((choice) => String(choice) === value) ?? null;
}
