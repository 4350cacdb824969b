import { codePoints } from "@tabstop/engine/code-points";
import { readOutput } from "@tabstop/course/fields";
import { type ReactNode, useId, useMemo, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { StatusNotice } from "../../ui/notice.tsx";
import { counted } from "../../ui/words.ts";
import { sentencesOf } from "./draft.ts";
import { FieldProblems } from "./field-problems.tsx";
import { replaceText } from "./replace-text.ts";
import { useSettled } from "./use-settled.ts";

const shownAtMost = 8;

/**
 * What the code of an example prints: a text area in the code's font. It is checked when typing pauses. When the code
 * has changed below it, the field asks whether to clear it.
 */
export function OutputField({
  label,
  value,
  readOnly,
  onChange,
  problems,
  isInDoubt,
  onKeep,
}: {
  readonly label: string;
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
  /** Of the last save; undefined when the field has none or has changed since. */
  readonly problems: readonly string[] | undefined;
  /** The code has changed and the output has not. */
  readonly isInDoubt: boolean;
  readonly onKeep: () => void;
}): ReactNode {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const settled = useSettled(value);
  const reading = useMemo(() => readOutput(settled), [settled]);
  const shown = problems ?? (reading.ok ? [] : sentencesOf(reading.faults));
  const remarks = reading.ok ? sentencesOf(reading.remarks) : [];

  const answer = (act: (field: HTMLTextAreaElement) => void) => {
    const { current: field } = area;
    if (field === null || readOnly) return;
    act(field);
    // The button that had the focus goes away.
    field.focus();
  };
  return (
    <div className={shown.length > 0 ? "field output-field has-error" : "field output-field"}>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        name="output"
        className="textarea textarea-code"
        rows={3}
        wrap="off"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        readOnly={readOnly}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={shown.length > 0 ? true : undefined}
        aria-describedby={`${shown.length > 0 ? `${id}-error ` : ""}${id}-help ${id}-size`}
      />
      <FieldProblems id={`${id}-error`} problems={shown} />
      <div className="code-notes field-help">
        <p id={`${id}-help`}>What the code prints, exactly. Leave it empty if it prints nothing.</p>
        <p className="num output-size" id={`${id}-size`}>
          {value === "" ? "" : sizeOf(value)}
        </p>
      </div>
      {remarks.length === 0 ? null : (
        <ul className="remarks field-help" aria-label="Remarks on what it prints">
          {remarks.slice(0, shownAtMost).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {remarks.length > shownAtMost ? (
            <li>{`And ${counted(remarks.length - shownAtMost, "more remark")}.`}</li>
          ) : null}
        </ul>
      )}
      {isInDoubt ? (
        <div className="output-question">
          <StatusNotice>
            <span id={`${id}-question`}>The output may no longer fit. Clear it?</span>
          </StatusNotice>
          <div className="row">
            <Button
              size="small"
              disabled={readOnly}
              aria-describedby={`${id}-question`}
              onClick={() =>
                answer((field) => {
                  if (!replaceText(field, { start: 0, end: field.value.length, text: "" })) onChange("");
                })
              }
            >
              Clear it
            </Button>
            <Button
              size="small"
              disabled={readOnly}
              aria-describedby={`${id}-question`}
              data-keeps-output
              onClick={() => answer(onKeep)}
            >
              Keep it
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}

function sizeOf(text: string): string {
  const lines = text.split("\n").length;
  return `${counted(lines, "line")}, ${counted(codePoints(text), "character")}`;
}
