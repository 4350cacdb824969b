// What the screen says about results and runs from memory that are not sent yet, about those that the server refused, and
// about a lesson that could not be loaded again.

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { memoryOutbox } from "../shell/outbox/memory-outbox.ts";
import { outbox } from "../shell/outbox/outbox.ts";
import type { DeliveryWith, SomeRun } from "../shell/outbox/outbox-store.ts";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { useTypingNow } from "../typing/typing-now.ts";
import {
  lossOf,
  type UnsavedRuns,
  unsavedSentence,
  useUnsavedMemoryRuns,
  useUnsavedRuns,
} from "./unsaved-runs.ts";

export function UnsentRuns({
  userId,
  except,
  lessonProblem,
}: {
  readonly userId: number;
  /** The attempt whose result is on the screen, since the result itself says that it is unsent; of either kind. */
  readonly except: string | null;
  /** Why the lesson on the screen could not be loaded again; null if it was. */
  readonly lessonProblem: ReactNode;
}): ReactNode {
  const unsaved = unsavedSentence(without(except, useUnsavedRuns()), without(except, useUnsavedMemoryRuns()));
  const [refused, setRefused] = useState<string | null>(null);
  const room = useHeldRoom(unsaved !== null || refused !== null || lessonProblem !== null);
  useEffect(() => {
    const noteLoss =
      (kind: "result" | "run from memory") => (run: SomeRun, delivery: DeliveryWith<unknown>) => {
        if (run.userId !== userId) return;
        const example = `“${run.exampleTitle}”`;
        const loss = lossOf(delivery, { example, result: `The ${kind} of ${example}`, kind });
        if (loss !== null) setRefused(loss);
      };
    const stops = [
      outbox.onDelivery(noteLoss("result")),
      memoryOutbox.onDelivery(noteLoss("run from memory")),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [userId]);
  return (
    <div className="unsent-room" ref={room}>
      {lessonProblem !== null ? <div className="unsent small">{lessonProblem}</div> : null}
      <p className="unsent small" role="status">
        {unsaved}
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

function without(attemptId: string | null, { runs, reason }: UnsavedRuns): UnsavedRuns {
  return { runs: runs.filter((run) => run.attemptId !== attemptId), reason };
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
