// What the code of an example prints, below a heading: six lines high at most, then it scrolls.

import "./output-block.css";
import { type ReactNode, useId, useRef } from "react";
import { useScrolls } from "./use-scrolls.ts";

/** Shows nothing without an output. `undefined` is one that an older release has stored on the device. */
export function OutputBlock({
  heading,
  output,
  look = "",
  level: Heading = "h3",
}: {
  readonly heading: string;
  readonly output: string | undefined;
  /** A class of the place in which the block is. */
  readonly look?: string;
  /** Of the heading: that below the heading before it which is still seen in focus mode. */
  readonly level?: "h2" | "h3";
}): ReactNode {
  const headingId = useId();
  const box = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(box, output);
  if (!output) return null;
  return (
    <div className={`output ${look}`}>
      <Heading id={headingId}>{heading}</Heading>
      {/* Output is the same in every language. */}
      <pre
        ref={box}
        role="region"
        aria-labelledby={headingId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={scrolls ? 0 : undefined}
        translate="no"
        dir="ltr"
      >
        {output}
        {/* A browser draws no line after the last line end. */}
        {output.endsWith("\n") ? "\n" : null}
      </pre>
    </div>
  );
}
