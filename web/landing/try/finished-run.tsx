// The figures of a visitor's finished run, and what they can do with it: keep it until they have an account. The run of a
// signed-in learner is saved.

import { formatTime, wordsPerMinute } from "@tabstop/engine/metrics";
import { type ReactNode, useEffect, useRef } from "react";
import { pageSetting } from "../../shell/browser/page-settings.ts";
import { useWaitingRuns } from "../../shell/outbox/outbox.ts";
import { Link } from "../../shell/router/router.tsx";
import { noteActing } from "../../typing/echo.ts";
import type { Result, Run } from "../../typing/run.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EnterIcon } from "../../ui/icons.tsx";
import { isPlainKey } from "../../ui/plain-key.ts";
import { counted } from "../../ui/words.ts";
import type { TryExample } from "../examples.ts";
import { type Fate, useFate } from "./use-fate.ts";

type FinishedRunProps = {
  readonly example: TryExample;
  readonly run: Run;
  readonly onOffer: (isOffered: boolean) => void;
  readonly onAnother: () => void;
};

export function FinishedRun(props: FinishedRunProps): ReactNode {
  const { result } = props.run;
  return result === null ? null : <Finished {...props} result={result} />;
}

function Finished({
  example,
  run,
  result,
  onOffer,
  onAnother,
}: FinishedRunProps & { readonly result: Result }): ReactNode {
  const fate = useFate(example, run, result);
  const another = useRef<HTMLButtonElement>(null);
  useFocusOfResult(another, onAnother);
  const isOffered = fate === "kept";
  useEffect(() => {
    onOffer(isOffered);
    return () => onOffer(false);
  }, [isOffered, onOffer]);
  const { accuracy, errors, timeMs, shownMs } = result;
  const wpm = timeMs === null ? null : wordsPerMinute(run.example.length, timeMs);
  const time = formatTime(shownMs);
  const words = [`${accuracy} % accuracy`, counted(errors, "error"), spokenTime(shownMs)];
  return (
    <>
      <p className="sr" role="status">
        {`Done. ${[...(wpm === null ? [] : [`${wpm} words per minute`]), ...words].join(", ")}.`}
      </p>
      {wpm === null ? null : (
        <p className="try-speed">
          <span className="big">{wpm}</span>
          <span className="unit">wpm</span>
        </p>
      )}
      <dl className="facts mt-4">
        <div>
          <dt>Accuracy</dt>
          <dd>{accuracy}%</dd>
        </div>
        <div>
          <dt>Errors</dt>
          <dd>{errors}</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{time}</dd>
        </div>
      </dl>
      <div className="row mt-5 flex-wrap gap-2">
        {isOffered && <KeepLink />}
        <Button ref={another} deliberate onClick={onAnother}>
          Another{" "}
          <kbd>
            <EnterIcon size={14} />
          </kbd>
        </Button>
      </div>
      <FateLine fate={fate} attemptId={result.attemptId} />
    </>
  );
}

/** '28.2 seconds', '1 minute 0.65 seconds' */
function spokenTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = `${Math.floor((ms % 60_000) / 10) / 100} seconds`;
  return minutes === 0 ? seconds : `${counted(minutes, "minute")} ${seconds}`;
}

const isClosed = () => pageSetting("registration") === "closed";

function KeepLink(): ReactNode {
  return (
    <Link className={buttonClass({ look: "primary" })} to={isClosed() ? "/login" : "/register"}>
      {isClosed() ? "Keep this time: Login" : "Keep this time: Register"}
    </Link>
  );
}

/** What becomes of the run. */
function FateLine({ fate, attemptId }: { readonly fate: Fate; readonly attemptId: string }): ReactNode {
  const isWaiting = useWaitingRuns().some((waiting) => waiting.attemptId === attemptId);
  if (fate === "unknown" || fate === "nowhere") return null;
  if (fate === "kept")
    return (
      <p className="t3 small mt-3">
        Kept on this device until then.{" "}
        {isClosed() ? null : (
          <>
            Have an account? <Link to="/login">Login</Link>
          </>
        )}
      </p>
    );
  return (
    <p className="t3 small mt-3" role="status">
      {fate === "forbidden"
        ? "This browser stores nothing for this page, so this time cannot be kept."
        : isWaiting
          ? "Not saved yet. It is kept on this device and sent again."
          : "Saved in your account."}
    </p>
  );
}

/** Keys count from here on, so that the last ones of the run do nothing else, ms. */
const keysAfterMs = 400;

/** Moves the focus from the code to 'Another', and takes Enter also where nothing has the focus. */
function useFocusOfResult(
  another: { readonly current: HTMLButtonElement | null },
  onAnother: () => void,
): void {
  const latest = useRef(onAnother);
  useEffect(() => {
    latest.current = onAnother;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.repeat || !isPlainKey(event)) return;
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== another.current) return;
      event.preventDefault();
      noteActing(event);
      latest.current();
    };
    const timer = setTimeout(() => {
      // From the code, and not from what the visitor has gone to since.
      if (document.activeElement?.matches("[data-try-code] textarea"))
        another.current?.focus({ preventScroll: true });
      addEventListener("keydown", onKeyDown);
    }, keysAfterMs);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKeyDown);
    };
  }, [another]);
}
