// What the screen says about results that are not sent yet, about those that the server refused, and about a lesson that
// could not be loaded again.

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { outbox } from "../shell/outbox/outbox.ts";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { useTypingNow } from "../typing/typing-now.ts";
import { lossOf, useUnsavedRuns, whereItWaits } from "./unsaved-runs.ts";

export function UnsentRuns({
  userId,
  except,
  lessonProblem,
}: {
  readonly userId: number;
  /** The attempt whose result is on the screen, since the result itself says that it is unsent. */
  readonly except: string | null;
  /** Why the lesson on the screen could not be loaded again; null if it was. */
  readonly lessonProblem: ReactNode;
}): ReactNode {
  const { runs, reason } = useUnsavedRuns();
  const unsaved = runs.filter((run) => run.attemptId !== except);
  const [refused, setRefused] = useState<string | null>(null);
  const room = useHeldRoom(unsaved.length > 0 || refused !== null || lessonProblem !== null);
  useEffect(
    () =>
      outbox.onDelivery((run, delivery) => {
        if (run.userId !== userId) return;
        const example = `“${run.exampleTitle}”`;
        const loss = lossOf(delivery, { example, result: `The result of ${example}` });
        if (loss !== null) setRefused(loss);
      }),
    [userId],
  );
  return (
    <div className="unsent-room" ref={room}>
      {lessonProblem !== null ? <div className="unsent small">{lessonProblem}</div> : null}
      <p className="unsent small" role="status">
        {unsaved.length === 0
          ? null
          : `${unsaved.length === 1 ? "1 result is" : `${unsaved.length} results are`} not saved yet. ${whereItWaits({ runs: unsaved, reason })}`}
      </p>
      {refused !== null ? (
        <div className="unsent is-refused small" role="alert">
          {refused}
          <IconButton label="Dismiss" onClick={() => setRefused(null)}>
            <CloseIcon />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}

/**
 * While the learner types, the room for messages keeps the height that it had at the first key, so that the code does
 * not move: a new message is drawn over what is below, and one that disappears leaves its place empty.
 */
function useHeldRoom(isNeeded: boolean) {
  const room = useRef<HTMLDivElement>(null);
  const isTyping = useTypingNow();
  const wasNeeded = useRef(isNeeded);
  useLayoutEffect(() => {
    const { current } = room;
    if (current === null || !isTyping) return;
    // Measured only if there is a message: at a first key nothing else forces a layout.
    const height = wasNeeded.current ? current.offsetHeight : 0;
    current.style.height = `${height}px`;
    current.toggleAttribute("data-over", height === 0);
    return () => {
      current.style.height = "";
      current.removeAttribute("data-over");
    };
  }, [isTyping]);
  // After the effect above, which needs the value of the previous render.
  useLayoutEffect(() => {
    wasNeeded.current = isNeeded;
  });
  return room;
}
