import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { outbox } from "../shell/outbox/outbox.ts";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { useTypingNow } from "../typing/typing-now.ts";
import { useUnsavedRuns, whereItWaits } from "./unsaved-runs.ts";

/** What waits to be sent, and what the server would not take. */
export function UnsentRuns({
  userId,
  except,
}: {
  readonly userId: number;
  /** The attempt whose result is on the screen and speaks for itself. */
  readonly except: string | null;
}): ReactNode {
  const unsaved = useUnsavedRuns().filter((run) => run.attemptId !== except);
  const [refused, setRefused] = useState<string | null>(null);
  const room = useHeldRoom(unsaved.length > 0 || refused !== null);
  useEffect(
    () =>
      outbox.onDelivery((run, delivery) => {
        if (run.userId !== userId) return;
        if (delivery.kind === "gone")
          setRefused(`“${run.exampleTitle}” is no longer there, so its result could not be saved.`);
        else if (delivery.kind === "refused")
          setRefused(`The result of “${run.exampleTitle}” could not be saved. ${delivery.message}`);
      }),
    [userId],
  );
  return (
    <div className="unsent-room" ref={room}>
      <p className="unsent small" role="status">
        {unsaved.length === 0
          ? null
          : `${unsaved.length === 1 ? "1 result is" : `${unsaved.length} results are`} not saved yet. ${whereItWaits(unsaved)}`}
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
 * While somebody types, the room keeps the height that it had at the first key, so that the code stays where it is: what
 * comes meanwhile lies over what is below, and what goes leaves its place empty.
 */
function useHeldRoom(isNeeded: boolean) {
  const room = useRef<HTMLDivElement>(null);
  const isTyping = useTypingNow();
  const wasNeeded = useRef(isNeeded);
  useLayoutEffect(() => {
    const { current } = room;
    if (current === null || !isTyping) return;
    // Measured only where there is something: at a first key nothing else asks for layout.
    const height = wasNeeded.current ? current.offsetHeight : 0;
    current.style.height = `${height}px`;
    current.toggleAttribute("data-over", height === 0);
    return () => {
      current.style.height = "";
      current.removeAttribute("data-over");
    };
  }, [isTyping]);
  // After the effect above, which asks what was there before this drawing.
  useLayoutEffect(() => {
    wasNeeded.current = isNeeded;
  });
  return room;
}
