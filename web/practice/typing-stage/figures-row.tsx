// The figures of a run and its progress bar. React draws them once; `showFigures` writes into them.

import type { ReactNode } from "react";
import type { FigureElements } from "../../typing/figures.ts";
import type { StageElements } from "./use-typing-stage.ts";

export function FiguresRow({ figures }: { readonly figures: StageElements["figures"] }): ReactNode {
  const figure = (name: keyof FigureElements) => (element: HTMLElement | null) => {
    figures[name] = element;
  };
  return (
    <>
      {/* A browser's translation would replace the elements that are written into. */}
      <div className="stats" translate="no">
        <span className="timer" role="timer" dir="ltr">
          <span ref={figure("clock")}>00:00</span>
          <small ref={figure("hundredths")}>.00</small>
        </span>
        <span className="state" ref={figure("state")}>
          Ready
        </span>
        <span className="stat stat-box">
          <b ref={figure("accuracy")}>100%</b> accuracy
        </span>
        <span className="stat stat-box is-errors">
          <b ref={figure("errors")}>0</b> <span ref={figure("errorsWord")}>errors</span>
        </span>
        <span className="stat stat-box push">
          <b ref={figure("share")}>0%</b>
        </span>
      </div>
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
    </>
  );
}
