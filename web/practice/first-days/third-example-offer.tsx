// The offer in the result of the third example: the same lines again, from memory.

import { type MouseEvent, type ReactNode, useId } from "react";
import "./first-days.css";
import { Button } from "../../ui/button.tsx";
import { useLateClicks } from "../result/use-overlay.ts";

export function ThirdExampleOffer({
  busy,
  onTry,
  onNotNow,
}: {
  /** What would be hidden is on its way. */
  readonly busy: boolean;
  readonly onTry: () => void;
  readonly onNotNow: () => void;
}): ReactNode {
  const headingId = useId();
  const late = useLateClicks();
  return (
    <section className="offer" aria-labelledby={headingId}>
      <div>
        <h3 id={headingId}>Three examples done</h3>
        <p>
          Copying shows you the syntax. Typing it from memory keeps it: the same lines again, with the new
          signs and words hidden. About two minutes.
        </p>
      </div>
      <span className="row">
        <Button size="small" busy={busy ? "Loading..." : false} onClick={late(onTry)}>
          Try it now
        </Button>
        <Button
          size="small"
          look="quiet"
          onClick={(event: MouseEvent<HTMLButtonElement>) => {
            // The button goes, and must not take the focus with it.
            const dialog = event.currentTarget.closest<HTMLElement>('[role="dialog"]');
            late(() => {
              onNotNow();
              dialog?.focus({ preventScroll: true });
            })();
          }}
        >
          Not now
        </Button>
      </span>
    </section>
  );
}
