// The result of a run in Copy where the parts that show all of it are not loaded: its figures and its buttons.

import "./plain-result.css";
import { formatTime, wordsPerMinute } from "@tabstop/engine/metrics";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { NextFailed } from "./next-failed.tsx";
import { resultDeafMs, type ShownResult } from "./shown-result.ts";
import { useLateClicks } from "./use-overlay.ts";

/** Its keys are handled in lesson-keys.ts. Mount it again for another result. */
// Long: the parts of one dialog, in their order.
export function PlainResult({
  shown: { example, prepared, result, delivered },
  unsent,
  busy,
  failure,
  onTryAgain,
  onNext,
}: {
  readonly shown: ShownResult;
  readonly unsent: string | null;
  readonly busy: boolean;
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const late = useLateClicks();
  useEffect(() => {
    const dialog = panel.current;
    dialog?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      if (document.activeElement === dialog)
        dialog?.querySelector<HTMLElement>("[data-main]")?.focus({ preventScroll: true });
    }, resultDeafMs);
    return () => clearTimeout(timer);
  }, []);
  const figures = [
    { name: "Speed", value: `${wordsPerMinute(prepared.length, result.shownMs) ?? 0} wpm` },
    { name: "Accuracy", value: `${result.accuracy}%` },
    { name: "Errors", value: String(result.errors) },
    { name: "Time", value: formatTime(result.shownMs) },
  ];
  return (
    <div className="plain-result">
      <section
        ref={panel}
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        aria-describedby={`${id}-figures`}
        tabIndex={-1}
      >
        <div className="dialog-body">
          <h2 id={id}>
            <span className="sr">Example complete: </span>
            {example.title}
          </h2>
          <dl className="facts" id={`${id}-figures`}>
            {figures.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p role="status">{delivered?.loss ?? unsent}</p>
          {failure !== null ? <NextFailed failure={failure} /> : null}
        </div>
        <div className="dialog-actions">
          <Button look="secondary" onClick={late(onTryAgain)}>
            Try Again
          </Button>
          <Button look="primary" busy={busy ? "Loading..." : false} onClick={late(onNext)} data-main="">
            Next Example
          </Button>
        </div>
      </section>
    </div>
  );
}
