// The frame of what covers the stage at the end of a run, a lesson or a course: a dialog whose body scrolls and whose
// buttons stay. Its keys are handled in lesson-keys.ts.

import "../../ui/result.css";
import "./result-frame.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { EnterIcon } from "../../ui/icons.tsx";
import { NextFailed } from "./next-failed.tsx";
import { resultDeafMs } from "./shown-result.ts";
import { useLateClicks } from "./use-overlay.ts";

/** Mount it again for another result. */
export function ResultFrame({
  headingId,
  said,
  look = "",
  unsent,
  failure,
  quiet,
  actions,
  children,
}: {
  /** The id of its heading, which names it; `ResultHead` has one. */
  readonly headingId: string;
  /** Announced once, when late keys can no longer interrupt it; null says nothing. What it says later is not announced. */
  readonly said: string | null;
  /** More classes of the dialog. */
  readonly look?: string;
  /** Where the run is while the server does not have it, as sentences; else null. */
  readonly unsent: string | null;
  /** Why the main action failed, and whether another press may help. */
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  /** The quiet action at the start of the row of buttons. */
  readonly quiet?: ReactNode;
  /** `FrameButton`s, the main one last. */
  readonly actions: ReactNode;
  /** The body, which begins with the heading. */
  readonly children: ReactNode;
}): ReactNode {
  const { panel, isAttentive } = useFrameFocus();
  const [announced, setAnnounced] = useState<string | null>(null);
  if (isAttentive && announced === null && said !== null) setAnnounced(said);
  return (
    <div className="scrim in-stage clear" data-frame="veil">
      <section
        ref={panel}
        className={`dialog result told ${look}`}
        data-frame="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={headingId}
        tabIndex={-1}
      >
        <div className="dialog-body">{children}</div>
        <div className="r-notes">
          <p className={unsent === null ? "" : "notice is-plain"} role="status">
            {unsent}
          </p>
          {failure !== null ? <NextFailed failure={failure} /> : null}
        </div>
        <div className="dialog-actions r-actions">
          {quiet}
          <span className="r-pair">{actions}</span>
        </div>
        <p className="sr" role="status">
          {/* What no longer holds is not left for those who read on. */}
          {announced !== null && said?.startsWith(announced) === true ? announced : null}
        </p>
      </section>
    </div>
  );
}

/**
 * The dialog takes the focus itself at first, so that late keys press nothing. Then its main button has it, unless the
 * learner has moved it.
 */
function useFrameFocus() {
  const panel = useRef<HTMLElement>(null);
  const [isAttentive, setAttentive] = useState(false);
  useEffect(() => {
    const dialog = panel.current;
    dialog?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      if (document.activeElement === dialog)
        dialog?.querySelector<HTMLElement>("[data-main]")?.focus({ preventScroll: true });
      setAttentive(true);
    }, resultDeafMs);
    // A key ends what is left of the motion.
    const still = new AbortController();
    document.addEventListener(
      "keydown",
      ({ repeat }) => {
        if (repeat) return;
        dialog?.setAttribute("data-still", "");
        still.abort();
      },
      { signal: still.signal, capture: true },
    );
    return () => {
      clearTimeout(timer);
      still.abort();
    };
  }, []);
  return { panel, isAttentive };
}

/** What has ended, its place below, and a mark at the end such as 'New Record!'. */
export function ResultHead({
  id,
  what = "Example complete: ",
  title,
  place = null,
  mark = null,
}: {
  readonly id: string;
  /** For screen readers, before the title. */
  readonly what?: string;
  readonly title: string;
  readonly place?: ReactNode;
  readonly mark?: ReactNode;
}): ReactNode {
  return (
    <header className="r-head">
      <div>
        <h2 id={id}>
          <span className="sr">{what}</span>
          {title}
        </h2>
        {place !== null ? <p className="t3 small">{place}</p> : null}
      </div>
      {mark}
    </header>
  );
}

/** A button of the frame. A press in the first moments does nothing, as the keys do. */
export function FrameButton({
  look = "secondary",
  letter,
  busy = false,
  capitals = false,
  onPress,
  children,
}: {
  /** `primary` is the main one: Enter presses it, and it takes the focus. */
  readonly look?: "primary" | "secondary" | "quiet";
  /** The key of the others, if they have one. */
  readonly letter?: string;
  /** What it leads to is on its way. */
  readonly busy?: boolean;
  readonly capitals?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const late = useLateClicks();
  const isMain = look === "primary";
  return (
    <Button
      look={look}
      capitals={capitals}
      busy={busy ? "Loading..." : false}
      onClick={late(onPress)}
      data-main={isMain ? "" : undefined}
    >
      {children}{" "}
      {isMain ? (
        <kbd className="enter-key">
          <EnterIcon size={14} />
        </kbd>
      ) : letter !== undefined ? (
        <kbd>{letter}</kbd>
      ) : null}
    </Button>
  );
}

/** The buttons of a run's result in Copy; an offer to type from memory takes the place of the quiet one. */
export function copyButtons({
  memory,
  offer,
  busy,
  onTryAgain,
  onNext,
}: {
  readonly memory: { readonly isLoading: boolean; readonly onOpen: () => void } | null;
  readonly offer: ReactNode;
  readonly busy: boolean;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): { readonly quiet: ReactNode; readonly actions: ReactNode } {
  return {
    quiet:
      memory !== null && offer === null ? (
        <FrameButton look="quiet" letter="M" busy={memory.isLoading} onPress={memory.onOpen}>
          Now from memory
        </FrameButton>
      ) : null,
    actions: (
      <>
        <FrameButton letter="R" onPress={onTryAgain}>
          Try Again
        </FrameButton>
        <FrameButton look="primary" busy={busy} onPress={onNext}>
          Next Example
        </FrameButton>
      </>
    ),
  };
}
