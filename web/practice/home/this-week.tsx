import type { ReactNode } from "react";
import { type Home, streakText, weekBars } from "./home-words.ts";

/** The minutes typed on each day of this week, and the days in a row. */
export function ThisWeek({ home }: { readonly home: Home }): ReactNode {
  const streak = streakText(home);
  return (
    <section aria-labelledby="this-week">
      <div className="today-head">
        <h2 id="this-week">This week</h2>
        {streak === null ? null : <p>{streak}</p>}
      </div>
      <ol className="week" aria-label="Minutes typed per day">
        {weekBars(home).map(({ day, short, name, minutes, height, isToday, dayOff }) => (
          <li
            key={day}
            className={minutes === null ? "is-none" : undefined}
            style={{ "--h": height } as React.CSSProperties}
            title={dayOff ?? undefined}
            aria-current={isToday ? "date" : undefined}
          >
            <span className="sr">{name}</span>
            {minutes === null ? null : <b aria-hidden="true">{minutes}</b>}
            <span aria-hidden="true" className="week-day">
              {short}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
