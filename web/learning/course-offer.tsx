// A course that is offered: what it is called and teaches, and the first lines that are typed in it. On the learner's
// home and on the landing page, whose rows are filled by the server.

import "./course-offer.css";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { difficulties } from "@tabstop/contract/vocabulary";
import type { ReactNode } from "react";
import { CodeLines } from "../typing/code-lines.tsx";
import { capital, counted } from "../ui/words.ts";

export type OfferedCourse = ResponseOf<"getLanding">["courses"][number];

/** The content of a link with the class `course-offer`. */
export function CourseOffer({ course }: { readonly course: OfferedCourse }): ReactNode {
  return (
    <OfferWords
      title={course.title}
      levelNumber={String(difficulties.indexOf(course.difficulty_level) + 1)}
      level={capital(course.difficulty_level)}
      examples={counted(course.total_examples, "example")}
      description={course.description}
    >
      <CodeLines lines={course.lines} tokens={course.tokens} />
    </OfferWords>
  );
}

/** The same of words, so that the build can draw it with the places of words that are filled in later. */
export function OfferWords({
  title,
  levelNumber,
  level,
  examples,
  description,
  children,
}: {
  readonly title: string;
  /** From 1. */
  readonly levelNumber: string;
  readonly level: string;
  readonly examples: string;
  readonly description: string;
  /** The first lines of code. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <span className="offer-words">
        <span className="offer-head">
          <span className="offer-name">{title}</span>
          <span className="offer-fact">
            <span className="level" data-n={levelNumber} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {level}
          </span>
          <span className="offer-fact">{examples}</span>
        </span>
        <span className="offer-text">{description}</span>
      </span>
      {children}
    </>
  );
}
