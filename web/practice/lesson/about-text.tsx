// What an author says about a course, lesson or chapter: cut after a line or two, until the learner asks for all of it.

import "./about-text.css";
import { type ReactNode, useId, useRef, useState } from "react";
import { useScrolls } from "../../ui/use-scrolls.ts";
import { withCode } from "../../ui/with-code.tsx";

/** Nothing when every text is empty. */
export function AboutText({
  texts,
  className,
}: {
  /** Each begins a line. */
  readonly texts: readonly string[];
  /** Says how many lines are shown at first: `--about-lines`. */
  readonly className: string;
}): ReactNode {
  const id = useId();
  const place = useRef<HTMLParagraphElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const text = texts.filter((one) => one.trim() !== "").join("\n");
  const isCut = useScrolls(place, `${text} ${isWhole}`);
  if (text === "") return null;
  return (
    <div className={`about ${className}`}>
      <p id={id} className={isWhole ? undefined : "is-cut"} ref={place}>
        {withCode(text)}
      </p>
      {isCut || isWhole ? (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          // The focus stays in the code, to which the next keys belong.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Less" : "More"}
        </button>
      ) : null}
    </div>
  );
}
