// The head of an example in a review: where it is from, the way, the way out, and its place among the others.

import type { ReactNode } from "react";
import type { MemoryWay } from "../../typing/memory/hidden-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ChevronLeftIcon, NextIcon, PodiumIcon } from "../../ui/icons.tsx";
import { usePatience } from "../../ui/waiting.tsx";
import { withCode } from "../../ui/with-code.tsx";
import { memoryPanelTitle } from "../memory/memory-task.ts";
import type { ReviewExample } from "../memory/memory-queries.ts";
import { WayChoice } from "../memory/way-choice.tsx";
import { hasNext, hasPrevious, type ReviewState, ticksOf } from "./session-fold.ts";

const copyIsLocked = { ways: ["copy"], why: "Review asks from memory." } as const;

export function ReviewBar({
  example: { course_title, lesson_title },
  way,
  onWay,
  onLeave,
  onTogglePanel,
}: {
  readonly example: ReviewExample;
  readonly way: MemoryWay;
  readonly onWay: (way: MemoryWay) => void;
  readonly onLeave: () => void;
  readonly onTogglePanel: () => void;
}): ReactNode {
  const origin = `${course_title}, ${lesson_title}`;
  return (
    <div className="lesson-bar review-bar recede">
      <h1>Review</h1>
      <p className="lesson-title review-origin" title={origin}>
        {origin}
      </p>
      <WayChoice
        way={way}
        locked={copyIsLocked}
        onChoose={(chosen) => {
          if (chosen !== "copy") onWay(chosen);
        }}
      />
      <Button size="small" look="quiet" onClick={onLeave}>
        Leave
      </Button>
      <span className="board-btn">
        <IconButton label={`Show ${memoryPanelTitle.toLowerCase()}`} onClick={onTogglePanel}>
          <PodiumIcon />
        </IconButton>
      </span>
    </div>
  );
}

export function ReviewExampleHead({
  example: { title, description },
  state,
  onGo,
  onPrevious,
  onNext,
  onKeys,
}: {
  readonly example: ReviewExample;
  readonly state: ReviewState;
  readonly onGo: (index: number) => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onKeys: () => void;
}): ReactNode {
  const ticks = ticksOf(state);
  const number = ticks.findIndex(({ isCurrent }) => isCurrent) + 1;
  const place = (
    <>
      <span className="hide-small">Example </span>
      <span>{`${number} of ${ticks.length}`}</span>
    </>
  );
  return (
    <div className="example recede">
      <h2>{title}</h2>
      <nav className="row stops-row recede" aria-label="Examples">
        <span className="t3 small num">
          {state.opening === null ? place : <OrLoading>{place}</OrLoading>}
        </span>
        <IconButton label="Previous example" disabled={!hasPrevious(state)} onClick={onPrevious}>
          <ChevronLeftIcon />
        </IconButton>
        <span className="stops">
          {ticks.map(({ index, isDone, isCurrent }, at) => (
            <button
              key={index}
              type="button"
              className={isDone ? "done" : undefined}
              aria-label={`Example ${at + 1}${isDone ? ", completed" : ""}`}
              aria-current={isCurrent ? "true" : undefined}
              onClick={() => onGo(index)}
            />
          ))}
        </span>
        <IconButton label="Next example" disabled={!hasNext(state)} onClick={onNext}>
          <NextIcon />
        </IconButton>
      </nav>
      <span className="keys-btn">
        <IconButton label="All keys" onClick={onKeys}>
          <span aria-hidden="true">?</span>
        </IconButton>
      </span>
      {description !== "" ? <p>{withCode(description)}</p> : null}
    </div>
  );
}

/** Another example is on its way; one that is loaded already comes sooner than the word. */
function OrLoading({ children }: { readonly children: ReactNode }): ReactNode {
  const patient = usePatience();
  return <output>{patient ? "Loading..." : children}</output>;
}
