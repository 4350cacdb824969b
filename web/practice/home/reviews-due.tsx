import type { ReactNode } from "react";
import { dueText } from "../../shell/due-count.ts";
import { Link } from "../../shell/router/router.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { type Home, nextDueText, reviewTime } from "./home-words.ts";

/** What is due from memory, or when something comes. */
export function ReviewsDue({
  home: { due, next_due_day: next, today },
}: {
  readonly home: Pick<Home, "due" | "next_due_day" | "today">;
}): ReactNode {
  const nextText = nextDueText(next, today);
  return (
    <section aria-labelledby="reviews-due">
      <h2 id="reviews-due">Review</h2>
      {due === 0 ? (
        <>
          <p className="nothing-due">Nothing due</p>
          {nextText === null ? null : <p className="t3 small">{nextText}</p>}
        </>
      ) : (
        <>
          <p className="fig">
            {dueText(due)} <small>due</small>
          </p>
          <p className="t3 small">{reviewTime(due)}</p>
          <div className="foot">
            <Link className={buttonClass({})} to="/review">
              Review {dueText(due)}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}
