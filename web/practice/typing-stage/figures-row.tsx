// The figures of a run and its progress bar. React draws them once; `showFigures` writes into them.

import type { ReactNode } from "react";
import "../../typing/figures.css";
import "../../typing/race/race.css";
import type { FigureElements } from "../../typing/figures.ts";
import type { RaceElements } from "../../typing/race/race.ts";
import type { StageElements } from "./use-typing-stage.ts";

export function FiguresRow({
  figures,
  race,
  firstLine,
}: {
  readonly figures: StageElements["figures"];
  readonly race: StageElements["race"];
  /** In place of accuracy and errors, for a newcomer. */
  readonly firstLine: ReactNode;
}): ReactNode {
  const figure = (name: keyof FigureElements) => (element: HTMLElement | null) => {
    figures[name] = element;
  };
  const racePart = (name: keyof RaceElements) => (element: HTMLElement | null) => {
    race[name] = element;
  };
  return (
    <>
      {/* A browser's translation would replace the elements that are written into. */}
      <div className="stats" translate="no">
        {/* The names are read where a worker draws the clock, because the text is not displayed then. */}
        <span
          className="timer"
          role="timer"
          aria-labelledby="timer-clock timer-hundredths"
          dir="ltr"
          ref={figure("timer")}
        >
          <span>
            <span id="timer-clock" ref={figure("clock")}>
              00:00
            </span>
          </span>
          <small>
            <span id="timer-hundredths" ref={figure("hundredths")}>
              .00
            </span>
          </small>
        </span>
        <span className="state" ref={figure("state")}>
          Ready
        </span>
        {firstLine}
        <span className="stat stat-box">
          <b ref={figure("accuracy")}>100%</b> accuracy
        </span>
        <span className="stat stat-box is-errors">
          <b ref={figure("errors")}>0</b> <span ref={figure("errorsWord")}>errors</span>
        </span>
        <span className="stat stat-box is-race" hidden ref={racePart("race")}>
          <b ref={racePart("raceTime")}>0.0 s</b> <span ref={racePart("raceSide")}>ahead of</span> your ghost
        </span>
        <span className="stat stat-box push">
          <b ref={figure("share")}>0%</b>
        </span>
      </div>
      <ProgressTrack figure={figure} racePart={racePart} />
    </>
  );
}

type Refs<Name extends string> = (name: Name) => (element: HTMLElement | null) => void;

function ProgressTrack({
  figure,
  racePart,
}: {
  readonly figure: Refs<keyof FigureElements>;
  readonly racePart: Refs<keyof RaceElements>;
}): ReactNode {
  return (
    <div className="race-track">
      <div
        className="progress"
        role="progressbar"
        aria-label="Typed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        ref={figure("bar")}
      >
        <i ref={figure("filling")} />
      </div>
      <b className="race-mark" hidden aria-hidden="true" ref={racePart("raceMark")} />
    </div>
  );
}
