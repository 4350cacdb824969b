// The line below the code in Gaps and Recall. It says what help has shown until the next right character, and is
// written without React, because help comes in the middle of typing.

import "../below-code.css";
import "./memory.css";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { MemoryRun } from "../../typing/memory/memory-run.ts";
import { Button } from "../../ui/button.tsx";
import { GradeMark } from "../../learning/grade-mark.tsx";
import { nothingHidden } from "./memory-view.ts";

export function MemLine({
  memory,
  onHelp,
}: {
  readonly memory: MemoryRun;
  readonly onHelp: () => void;
}): ReactNode {
  const line = useRef<HTMLSpanElement>(null);
  const isNothingHidden = memory.asked.hidden.length === 0;
  useEffect(() => sayHelp(memory, line), [memory]);
  return (
    // A press on the button leaves the focus in the code.
    <div className="mem-line" onPointerDown={(event) => event.preventDefault()}>
      {/* A browser's translation would replace the element that is written into. */}
      <p role="status" translate="no">
        {isNothingHidden ? (
          nothingHidden
        ) : (
          <span className="mem-said" ref={line} hidden>
            <GradeMark grade="again" />
            <span>
              {/* Screen readers hear what was shown, beside the code. */}
              <span aria-hidden="true" />
              <span />
            </span>
          </span>
        )}
      </p>
      {isNothingHidden ? null : (
        <span className="mem-show push recede">
          <Button size="small" look="quiet" onClick={onHelp}>
            Show
          </Button>
        </span>
      )}
    </div>
  );
}

/** Says that help has shown something, until the returned function is called. */
function sayHelp(memory: MemoryRun, line: RefObject<HTMLSpanElement | null>): () => void {
  const { run } = memory;
  let stopWaiting = () => {};
  const show = (isShown: boolean, comesBack: boolean) => {
    const element = line.current;
    if (element === null) return;
    element.hidden = !isShown;
    const [shown, when] = element.lastElementChild?.children ?? [];
    if (shown) shown.textContent = isShown ? "Shown." : "";
    if (when) when.textContent = comesBack ? " It comes back tomorrow." : "";
  };
  const end = () => {
    stopWaiting();
    show(false, false);
  };
  const stopShown = memory.onShown((places) => {
    end();
    if (places.length === 0) return;
    // What is shown but asks for nothing, such as a space, does not come back.
    const comesBack = places.some(({ constructId }) => constructId !== null);
    show(true, comesBack);
    const { offset } = run.attempt;
    stopWaiting = run.subscribe((attempt) => {
      if (attempt.offset > offset || attempt.kind !== "typing") end();
    });
  });
  return () => {
    stopShown();
    end();
  };
}
