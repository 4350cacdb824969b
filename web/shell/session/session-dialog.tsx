// The dialog with the countdown before the end of the session.

import "./session-dialog.css";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { session } from "./session.ts";
import { atTick, countdownText } from "./session-countdown.ts";
import { warningMs } from "./session-record.ts";

const tickMs = 1_000;

/**
 * `endsAt` is server time in ms, or null while there is nothing to warn of. The component stays mounted then, so that
 * closing the dialog returns the focus. Escape extends the session, because that loses nothing.
 */
export function SessionDialog({ endsAt }: { readonly endsAt: number | null }): ReactNode {
  const [extending, setExtending] = useState(false);
  const [failed, setFailed] = useState(false);
  const { open, leftMs } = useCountdown(endsAt, extending || failed);
  const textId = useId();
  useEffect(() => setFailed(false), [endsAt]);

  const extend = async () => {
    if (extending) return;
    setExtending(true);
    setFailed(false);
    const extended = await session.extend();
    setExtending(false);
    setFailed(!extended);
  };

  return (
    <Dialog
      alert
      open={open}
      onClose={() => void extend()}
      title="Session Expiring Soon"
      describedBy={textId}
      actions={
        <>
          <Button onClick={() => session.logOut()}>Log Out</Button>
          <Button
            look="primary"
            data-first-focus
            busy={extending && "Extending..."}
            onClick={() => void extend()}
          >
            Extend Session
          </Button>
        </>
      }
    >
      <div className="stack mt-4">
        <p id={textId} className="t2">
          You will be logged out when the time is up. Extend the session to stay logged in.
        </p>
        <div role="timer" className="session-clock">
          {countdownText(leftMs)}
        </div>
        <TimeRuler leftMs={leftMs} />
        {failed ? (
          <ErrorNotice>
            The server could not be reached. You stay logged in, and the app will try again automatically.
          </ErrorNotice>
        ) : null}
      </div>
    </Dialog>
  );
}

/** `extensionWaits` means that the user asked for an extension that the server has not confirmed. */
function useCountdown(
  endsAt: number | null,
  extensionWaits: boolean,
): { readonly open: boolean; readonly leftMs: number } {
  const [open, setOpen] = useState(false);
  const [leftMs, setLeftMs] = useState(0);
  const lastTickAt = useRef(0);

  /** Returns the time until the next tick, ms. */
  const tick = useEffectEvent((): number => {
    if (endsAt === null) {
      setOpen(false);
      return tickMs;
    }
    const now = performance.now();
    const sinceLastTickMs = now - lastTickAt.current;
    lastTickAt.current = now;
    const left = endsAt - session.serverNow();
    setLeftMs(left);
    const next = atTick({ leftMs: left, sinceLastTickMs, hidden: document.hidden, extensionWaits });
    if (next === "go-on") {
      // Waits for any other open dialog, so that none is above another.
      if (!open) setOpen(document.querySelector("dialog:modal") === null);
      // Tick when the shown second changes, and exactly at the end: otherwise the check of every minute could refresh a
      // session whose countdown the user saw run out.
      return left % tickMs || tickMs;
    }
    setOpen(false);
    if (next === "end" && open) session.endAfterCountdown();
    else session.check();
    return tickMs;
  });

  useEffect(() => {
    lastTickAt.current = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      const nextMs = tick();
      if (endsAt !== null) timer = setTimeout(run, nextMs);
    };
    run();
    return () => clearTimeout(timer);
  }, [endsAt]);

  return { open, leftMs };
}

const rulerTickMs = 5_000;
const ticks = Array.from({ length: warningMs / rulerTickMs + 1 }, (_, i) => i);

/** A mark for every 5 s, a longer one for every 15 s, the longest for every minute. */
function TimeRuler({ leftMs }: { readonly leftMs: number }): ReactNode {
  return (
    <svg viewBox="0 0 386 22" width="100%" aria-hidden="true">
      {ticks.map((tick) => {
        const top = tick % 12 === 0 ? 0 : tick % 3 === 0 ? 6 : 10;
        const isLeft = tick * rulerTickMs <= leftMs;
        return (
          <rect
            key={tick}
            x={tick * 6.4}
            y={top}
            width="1.5"
            height={22 - top}
            fill={isLeft ? "var(--accent)" : "var(--tick)"}
          />
        );
      })}
    </svg>
  );
}
