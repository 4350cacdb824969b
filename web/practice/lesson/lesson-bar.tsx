// The head of an open lesson: its title, the choice of the chapter, the current example and the way to the others.

import { type ReactNode, useId, useRef } from "react";
import { Link } from "../../shell/router/router.tsx";
import { IconButton } from "../../ui/button.tsx";
import { ChevronLeftIcon, NextIcon, PodiumIcon } from "../../ui/icons.tsx";
import { withCode } from "../../ui/with-code.tsx";
import { chapterPlace, type Lesson, nextPlace, type Place, previousPlace } from "../flow.ts";

/** With more examples than this in a chapter there is no room for a link to each; the number and the arrows suffice. */
const mostStops = 12;

/** The lesson's title, which the page's heading says as well, and its chapters. */
export function LessonBar({
  lesson,
  place,
  ways,
  boardTitle,
  onOpenExample,
  onToggleBoard,
}: {
  readonly lesson: Lesson;
  readonly place: Place;
  /** The choice of the way to type; null where there is none yet. */
  readonly ways: ReactNode;
  /** What the button at the end of the bar shows. */
  readonly boardTitle: string;
  readonly onOpenExample: (exampleId: number) => void;
  readonly onToggleBoard: () => void;
}): ReactNode {
  return (
    <div className="lesson-bar recede">
      <p className="lesson-title" aria-hidden="true" title={lesson.title}>
        {lesson.title}
      </p>
      <ChapterChoice
        lesson={lesson}
        place={place}
        onChoose={(chapterId) => {
          const opened = chapterPlace(lesson, chapterId);
          if (opened !== null) onOpenExample(opened.example.id);
        }}
      />
      {ways}
      <span className="board-btn">
        <IconButton label={`Show ${boardTitle.toLowerCase()}`} onClick={onToggleBoard}>
          <PodiumIcon />
        </IconButton>
      </span>
    </div>
  );
}

/** The example's title and description, and the way to the ones beside it. */
export function ExampleHead({
  lesson,
  place,
  exampleAddress,
  onOpenExample,
  onKeys,
}: {
  readonly lesson: Lesson;
  readonly place: Place;
  readonly exampleAddress: (exampleId: number) => string;
  readonly onOpenExample: (exampleId: number) => void;
  readonly onKeys: () => void;
}): ReactNode {
  const { example } = place;
  const open = (to: Place | null) => {
    if (to !== null) onOpenExample(to.example.id);
  };
  return (
    <div className="example recede">
      <h2>{example.title}</h2>
      <Stops
        lesson={lesson}
        place={place}
        exampleAddress={exampleAddress}
        onPrevious={() => open(previousPlace(lesson, place))}
        onNext={() => open(nextPlace(lesson, place))}
      />
      <span className="keys-btn">
        <IconButton label="All keys" onClick={onKeys}>
          <span aria-hidden="true">?</span>
        </IconButton>
      </span>
      {example.description !== "" ? <p>{withCode(example.description)}</p> : null}
    </div>
  );
}

function ChapterChoice({
  lesson,
  place,
  onChoose,
}: {
  readonly lesson: Lesson;
  readonly place: Place;
  readonly onChoose: (chapterId: number) => void;
}): ReactNode {
  const id = useId();
  const isByPointer = useRef(false);
  return (
    <div className="field push">
      <label className="t3" htmlFor={id}>
        Chapter
      </label>
      <select
        className="select select-sm"
        aria-label="Chapter"
        id={id}
        value={place.chapter.id}
        onPointerDown={() => {
          isByPointer.current = true;
        }}
        onKeyDown={() => {
          isByPointer.current = false;
        }}
        onChange={(event) => {
          // After a choice by pointer the next letters belong to the code, not to the list. After a choice by keyboard
          // the focus stays.
          if (isByPointer.current) event.target.blur();
          onChoose(Number(event.target.value));
        }}
      >
        {lesson.chapters.map((chapter, index) => (
          <option key={chapter.id} value={chapter.id} disabled={chapter.examples.length === 0}>
            {`${index + 1}. ${chapter.title}`}
          </option>
        ))}
      </select>
    </div>
  );
}

function Stops({
  lesson,
  place,
  exampleAddress,
  onPrevious,
  onNext,
}: {
  readonly lesson: Lesson;
  readonly place: Place;
  readonly exampleAddress: (exampleId: number) => string;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { examples } = place.chapter;
  return (
    <nav className="row stops-row recede" aria-label="Examples">
      <span className="t3 small num">
        <span className="hide-small">Example </span>
        <span>{`${place.index + 1} of ${examples.length}`}</span>
      </span>
      <IconButton
        label="Previous example"
        disabled={previousPlace(lesson, place) === null}
        onClick={onPrevious}
      >
        <ChevronLeftIcon />
      </IconButton>
      {examples.length <= mostStops ? (
        <span className="stops">
          {examples.map((example, index) => (
            <Link
              key={example.id}
              to={exampleAddress(example.id)}
              className={example.status === "completed" ? "done" : undefined}
              aria-label={`Example ${index + 1}${example.status === "completed" ? ", completed" : ""}`}
              aria-current={index === place.index ? "true" : undefined}
              title={example.title}
            />
          ))}
        </span>
      ) : null}
      <IconButton label="Next example" disabled={nextPlace(lesson, place) === null} onClick={onNext}>
        <NextIcon />
      </IconButton>
    </nav>
  );
}
