// Where the learner goes on: the next example by its name, with its first lines as they will be typed.

import { type ReactNode, useRef } from "react";
import { Link } from "../../shell/router/router.tsx";
import { CodePicture } from "../../typing/code-picture.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EnterIcon } from "../../ui/icons.tsx";
import { addressOf } from "../place-address.ts";
import { type NextExample, placeText } from "./home-words.ts";
import { useEnter } from "./use-enter.ts";

export function NextCode({
  next,
  search,
}: {
  readonly next: NextExample;
  readonly search: string;
}): ReactNode {
  const button = useRef<HTMLAnchorElement>(null);
  useEnter(button);
  const to = addressOf({ lessonId: next.lessonId, search });
  const state = { exampleId: next.exampleId };
  return (
    <section className="go-on" aria-labelledby="go-on-title">
      <div className="go-head">
        <div>
          <p className="t3 small">{placeText(next)}</p>
          <h1 id="go-on-title">{next.title}</h1>
        </div>
        <Link
          className={`${buttonClass({ look: "primary", size: "large" })} push`}
          to={to}
          state={state}
          aria-label={`Continue, ${next.title}`}
          ref={button}
        >
          Continue
          <kbd className="enter-key" aria-hidden="true">
            <EnterIcon size={14} />
          </kbd>
        </Link>
      </div>
      {/* The same way for those who press the code; the button has it for the keyboard and for screen readers. */}
      <Link className="go-code" to={to} state={state} tabIndex={-1} aria-hidden="true">
        <CodePicture code={pictureOf(next)} ruler isFocused={false} columns={90} />
      </Link>
    </section>
  );
}

function pictureOf({ lines, tokens }: NextExample) {
  const text = lines.join("\n");
  return {
    text,
    tokens: tokens ?? [["", text.length] as const],
    caret: { line: 0, column: 0 },
    // Nearly every code has more than two lines.
    goesOn: lines.length > 1,
  };
}
