import "../../../typing/code-area.css";
import "./preview.css";
import { prepare } from "@tabstop/engine/example";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { readCode } from "@tabstop/course/fields";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Run } from "../../../typing/run.ts";
import { mountTypingArea, type TypingArea } from "../../../typing/typing-area.ts";
import { Button } from "../../../ui/button.tsx";
import { OutputBlock } from "../../../ui/output-block.tsx";
import { outputHeading } from "../../../ui/output-heading.ts";
import { withCode } from "../../../ui/with-code.tsx";
import type { Draft } from "../draft.ts";
import { useSettled } from "../use-settled.ts";

/**
 * The example of a form as learners meet it, drawn by the same parts as the practice screen. It can be typed; such a
 * run is sent and stored nowhere. The code follows the form when typing pauses.
 */
export function Preview({
  draft: { title, description, code_content: code, output, language },
  tokens,
}: {
  readonly draft: Draft;
  /** Of the code as it is now. */
  readonly tokens: Tokens | null;
}): ReactNode {
  const settled = useSettled(code);
  const text = useMemo(() => {
    const reading = readCode(settled);
    return reading.ok ? reading.value : null;
  }, [settled]);
  return (
    <section className="preview" aria-labelledby="preview">
      {text === null ? (
        <>
          <h2 id="preview">Preview</h2>
          <p className="t2">
            {settled.trim() === ""
              ? "Once there is code, the example is shown here as learners see it."
              : "This code cannot be saved yet, so there is no preview of it."}
          </p>
        </>
      ) : (
        <Stage
          title={title.trim()}
          description={description.trim()}
          text={text}
          tokens={settled === code ? tokens : undefined}
        >
          <OutputBlock heading={outputHeading(language)} output={output} />
        </Stage>
      )}
    </section>
  );
}

/** `children` are shown once the code is typed. */
function Stage({
  title,
  description,
  text,
  tokens,
  children,
}: {
  readonly title: string;
  readonly description: string;
  readonly text: string;
  /** undefined while they belong to newer code. */
  readonly tokens: Tokens | null | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const mounted = useRef<{ readonly run: Run; readonly area: TypingArea } | null>(null);
  const [isDone, setIsDone] = useState(false);

  useEffect(() => {
    if (host.current === null) return;
    const run = new Run(prepare(text));
    const area = mountTypingArea(host.current, {
      run,
      tokens: null,
      label: "Preview: type this example",
      onLeave: (key) => {
        if (key === "escape") button.current?.focus();
      },
    });
    // Tab passes by the code, which would take it as a key: the button or a click leads into it.
    area.field.tabIndex = -1;
    mounted.current = { run, area };
    const stop = run.onStartOrEnd(({ kind }) => {
      setIsDone(kind === "done");
      if (kind === "done") button.current?.focus();
    });
    return () => {
      stop();
      area.destroy();
      mounted.current = null;
      setIsDone(false);
    };
  }, [text]);
  useEffect(() => {
    if (tokens !== undefined) mounted.current?.area.setTokens(tokens);
  }, [text, tokens]);

  const type = () => {
    if (mounted.current?.run.attempt.kind === "done") mounted.current.run.restart();
    mounted.current?.area.focus();
  };
  const lines = text.split("\n").length;
  return (
    <>
      <div className="row">
        <h2 id="preview">Preview</h2>
        <p className="t3 small preview-width">As wide as in a window of 1,440 px</p>
        <span className="push">
          <Button ref={button} size="small" aria-describedby="preview-about" onClick={type}>
            {isDone ? "Type it again" : "Type it"}
          </Button>
        </span>
      </div>
      <div className="preview-stage" style={{ "--lines": lines } as CSSProperties}>
        <h3>{title === "" ? "No title yet" : title}</h3>
        {description === "" ? null : <p>{withCode(description)}</p>}
        {/* Code is the same in every language. */}
        <div ref={host} translate="no" dir="ltr" />
      </div>
      <p id="preview-about" className="t3 small">
        {isDone ? "Finished. " : ""}
        Typing here saves nothing. <kbd>Esc</kbd> leaves the code.
      </p>
      {isDone ? children : null}
    </>
  );
}
