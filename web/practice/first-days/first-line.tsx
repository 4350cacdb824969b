// What a newcomer reads before their first key, until they have finished one example.

import { type ReactNode, useEffect, useRef } from "react";
import "../below-code.css";
import "./first-days.css";
import { useDueCount } from "../../shell/due-count.ts";
import { useHeldWhileTyping } from "../../typing/held-while-typing.ts";
import type { Run } from "../../typing/run.ts";
import { followMedia, matchesMedia } from "../../ui/media.ts";

const firstLine = "Type what you see. Your first key starts the clock.";
/** Where the figures have room for it, as in first-days.css. */
const besideFigures = "(min-width: 921px) and (max-width: 1180px), (min-width: 1241px)";

/**
 * One in each of its two places: beside the state, where it hides accuracy and errors that say nothing yet, and below the
 * code where the figures have no room for it. Only the one that is displayed has the text. It is written without React, so
 * that the first key costs no render.
 */
export function FirstLine({
  userId,
  run,
  place,
}: {
  readonly userId: number;
  readonly run: Run;
  readonly place: "figures" | "below-code";
}): ReactNode {
  // While it is unknown nothing is said that may be wrong.
  const isNewcomer = useHeldWhileTyping(useDueCount(userId)?.hasFinished === false);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isNewcomer) return;
    const write = () => {
      if (line.current === null) return;
      const isReady = run.attempt.kind === "ready";
      const isDisplayed = matchesMedia(besideFigures) === (place === "figures");
      line.current.toggleAttribute("data-ready", isReady);
      line.current.textContent = isReady && isDisplayed ? firstLine : "";
    };
    write();
    const stops = [run.onStartOrEnd(write), followMedia(besideFigures, write)];
    return () => stops.forEach((stop) => stop());
  }, [isNewcomer, run, place]);
  if (!isNewcomer) return null;
  return (
    <p
      className={place === "figures" ? "first-line" : "mem-line first-line-below"}
      role="status"
      translate="yes"
      ref={line}
    />
  );
}
