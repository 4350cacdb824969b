// The line below the code in Gaps and Recall. It says what help has shown until the next right character, and is
// written without React, because help comes in the middle of typing.

import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { MemoryRun } from "../../typing/memory/memory-run.ts";
import { Button } from "../../ui/button.tsx";
import { GradeMark } from "./grade-mark.tsx";
import { nothingHidden } from "./memory-view.ts";

export function MemLine({
  memory,
  onHelp,
}: {
  readonly memory: MemoryRun;
  readonly onHelp: () => void;
}): ReactNode {
  const said = useRef<HTMLSpanElement>(null);
  const isNothingHidden = memory.asked.hidden.length === 0;
  useEffect(() => sayHelp(memory, said), [memory]);
  return (
    // A press on the button leaves the focus in the code.
    <div className="mem-line" onPointerDown={(event) => event.preventDefault()}>
      {/* A browser's translation would replace the element that is written into. */}
      <p role="status" translate="no">
        {isNothingHidden ? (
          nothingHidden
        ) : (
          <span className="mem-said" ref={said} hidden>
            <GradeMark grade="again" />
            <span />
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

/** Writes what help has shown, until the returned function is called. */
function sayHelp(memory: MemoryRun, said: RefObject<HTMLSpanElement | null>): () => void {
  const { run } = memory;
  let stopWaiting = () => {};
  const write = (text: string) => {
    const element = said.current;
    if (element === null) return;
    element.hidden = text === "";
    if (element.lastElementChild !== null) element.lastElementChild.textContent = text;
  };
  const end = () => {
    stopWaiting();
    write("");
  };
  const stopShown = memory.onShown((places) => {
    end();
    if (places.length === 0) return;
    // What is shown but asks for nothing, such as a space, does not come back.
    write(
      places.some(({ constructId }) => constructId !== null) ? "Shown. It comes back tomorrow." : "Shown.",
    );
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
