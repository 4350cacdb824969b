import type { ReactNode } from "react";
import { dueText, useDueCount } from "../shell/due-count.ts";
import { Link } from "../shell/router/router.tsx";
import { buttonClass } from "../ui/button.tsx";

/** The way to what is due, as many as the bar says; nothing where nothing is due. */
export function ReviewButton({ userId }: { readonly userId: number }): ReactNode {
  const due = useDueCount(userId)?.due ?? 0;
  if (due === 0) return null;
  const count = dueText(due);
  return (
    <Link
      className={`${buttonClass({ look: "primary" })} head-btn`}
      to="/review"
      aria-label={`Review, ${count} due`}
    >
      Review <span className="count">{count}</span>
    </Link>
  );
}
