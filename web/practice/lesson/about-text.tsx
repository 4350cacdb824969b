// What an author says about a course, lesson or chapter: cut after a line or two, until the learner asks for all of it.

import "./about-text.css";
import { type ReactNode, useId, useRef, useState } from "react";
import { useScrolls } from "../../ui/use-scrolls.ts";
import { withCode } from "../../ui/with-code.tsx";

type Look = {
  /** Says how many lines are shown at first: `--about-lines`. */
  readonly className: string;
};

/** Nothing when every text is empty. */
export function AboutText({
  texts,
  className,
}: Look & {
  /** Each begins a line. */
  readonly texts: readonly string[];
}): ReactNode {
  const text = texts.filter((one) => one.trim() !== "").join("\n");
  return text === "" ? null : <CutText key={text} text={text} className={className} />;
}

function CutText({ text, className }: Look & { readonly text: string }): ReactNode {
  const id = useId();
  const place = useRef<HTMLParagraphElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  // The button stays while the text is measured again, or it would lose the focus.
  const [wasWhole, setWasWhole] = useState(false);
  const isCut = useScrolls(place, isWhole);
  return (
    <div className={`about ${className}`}>
      <p id={id} className={isWhole ? undefined : "is-cut"} ref={place}>
        {withCode(text)}
      </p>
      {isCut || wasWhole ? (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          // The focus stays in the code, to which the next keys belong.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setIsWhole(!isWhole);
            setWasWhole(true);
          }}
        >
          {isWhole ? "Less" : "More"}
        </button>
      ) : null}
    </div>
  );
}
