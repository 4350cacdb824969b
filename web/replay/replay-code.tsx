// The code of a run at the playhead: ink, pencil and slips as they were, and a hollow caret, since the keyboard is
// elsewhere.

import "../typing/code-area.css";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { type Attempt, errorFlashMs } from "@tabstop/engine/attempt";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { mountCodeArea } from "../typing/code-area.ts";
import type { Playback } from "./playback.ts";
import { attemptAt, type Replay, stepAt } from "./replay.ts";

/** Up to this many keystrokes are drawn one after the other, as they were typed; a larger jump is drawn at once. */
const mostInTurn = 32;

export function ReplayCode({
  replay,
  tokens,
  playback,
}: {
  readonly replay: Replay;
  readonly tokens: Tokens | null;
  readonly playback: Playback;
}): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = host;
    if (current === null) return;
    const textForScreenReaders = document.createElement("pre");
    textForScreenReaders.className = "sr";
    textForScreenReaders.textContent = replay.example.text;
    current.replaceChildren(textForScreenReaders);

    const attempt = (index: number) => asOf(attemptAt(replay, index), playback.state().positionMs);
    let shown = stepAt(replay, playback.state().positionMs);
    const area = mountCodeArea(current, replay.example, tokens, attempt(shown));
    area.setFocused(false);
    const unfollow = playback.subscribe(() => {
      const next = stepAt(replay, playback.state().positionMs);
      if (next < shown || next > shown + mostInTurn) area.jump(attempt(next));
      else for (let index = shown + 1; index <= next; index++) area.show(attempt(index));
      shown = next;
    });
    return () => {
      unfollow();
      area.destroy();
      current.replaceChildren();
    };
  }, [replay, tokens, playback]);
  // Code is the same in every language.
  return <div className="replay-code" translate="no" dir="ltr" ref={host} />;
}

/** The attempt without its last error, unless that is so recent that it still shows at this position. */
function asOf(attempt: Attempt, positionMs: number): Attempt {
  const { lastError } = attempt;
  return lastError === null || positionMs - lastError.at < errorFlashMs
    ? attempt
    : { ...attempt, lastError: null };
}
