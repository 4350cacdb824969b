// The link to the review in the bar, with the number due: from the learner's first finished example on.

import { type ReactNode, useEffect, useState } from "react";
import { useTypingNow } from "../typing/typing-now.ts";
import { quietApi } from "./data/api.ts";
import { useQuery } from "./data/query.ts";
import { userKey } from "./data/query-client.ts";
import { type DueCount, dueText, noteDue, useDueCount } from "./due-count.ts";
import { useLocalDay } from "./local-day.ts";
import { Link } from "./router/router.tsx";

/** Finished runs outdate the number at once; runs on other devices and the passing of time need no more than this. */
const freshMs = 300_000;

export function ReviewLink({
  userId,
  isCurrent,
}: {
  readonly userId: number;
  readonly isCurrent: boolean;
}): ReactNode {
  useAskedDue(userId);
  const { due, hasFinished } = useStillNumber(userId, useDueCount(userId)) ?? nothingKnown;
  if (!hasFinished) return null;
  const count = dueText(due);
  return (
    <Link
      className="nav-link"
      to="/review"
      aria-current={isCurrent ? "page" : undefined}
      // The parts of the link would be read with spaces between them.
      aria-label={due === 0 ? undefined : `Review, ${count} due`}
    >
      Review
      {due === 0 ? null : <span className="count">{count}</span>}
    </Link>
  );
}

const nothingKnown: DueCount = { due: 0, hasFinished: false };

/** Asks the server, but not while the learner types. A failure leaves what is known. */
function useAskedDue(userId: number): void {
  const isTyping = useTypingNow();
  const { day, zone } = useLocalDay();
  const { data, loadedAt } = useQuery({
    queryKey: userKey(userId, "getDueCount", zone ?? "", day),
    queryFn: ({ signal }) => quietApi("getDueCount", { query: { zone: zone ?? undefined } }, { signal }),
    staleTime: freshMs,
    enabled: !isTyping,
  });
  useEffect(() => {
    if (data === undefined) return;
    noteDue({ kind: "answer", userId, due: data.due, hasFinished: data.has_finished });
  }, [userId, data, loadedAt]);
}

/** The number as it was when the learner began to type: it changes when they pause. Another user's is never kept. */
function useStillNumber(userId: number, known: DueCount | undefined): DueCount | undefined {
  const isTyping = useTypingNow();
  const [shown, setShown] = useState({ userId, known });
  if (isTyping && shown.userId === userId) return shown.known;
  if (shown.userId !== userId || shown.known !== known) setShown({ userId, known });
  return known;
}
