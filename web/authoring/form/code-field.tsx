import { measureCode, repair } from "@tabstop/course/typability";
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Ruler } from "../../ui/code-picture.tsx";
import { FieldError } from "../../ui/field.tsx";
import { StatusNotice } from "../../ui/notice.tsx";
import { counted } from "../../ui/words.ts";
import { canPaint, CodeColours } from "./code-colours.tsx";
import { changeBetween, mattersOf, mattersSummary, type Matter, repairMatter } from "./lint-groups.ts";
import { useLiveColours } from "./use-live-colours.ts";

const settledMs = 400;
const shownAtMost = 8;
const problemsAtMost = 5;

/**
 * The code of an example: a plain text area under a ruler, in which Tab is plain Tab, with the colours that learners will
 * see. Below it what learners could not type, each with its repair, looked for whenever somebody stops typing for a
 * moment.
 */
export function CodeField({
  label,
  value,
  language,
  readOnly,
  onChange,
  problems = [],
  clearedTimes,
}: {
  readonly label: string;
  readonly value: string;
  /** Its id. */
  readonly language: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
  readonly problems?: readonly string[] | undefined;
  /** How many best times a save of this code would clear. */
  readonly clearedTimes: number;
}): ReactNode {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrolled, setScrolled] = useState(0);
  // What an input method is still putting together is drawn by the browser alone, with its own marks.
  const [isComposing, setIsComposing] = useState(false);
  const tokens = useLiveColours(value, language);
  const isColoured = canPaint && tokens !== null && !isComposing;
  const settled = useSettled(value);
  const matters = useMemo(() => mattersOf(settled), [settled]);
  const { lines, longest } = measureCode(value);
  const repairable = matters.filter(({ isRepairable }) => isRepairable);

  const replace = (after: string) => {
    const field = area.current;
    if (field === null || readOnly || after === value) return;
    const change = changeBetween(value, after);
    field.focus();
    field.setSelectionRange(change.start, change.end);
    // The one way that leaves Ctrl+Z in order; it sends the same event as typing.
    if (!document.execCommand("insertText", false, change.text)) onChange(after);
  };

  return (
    <div className={problems.length > 0 ? "field code-field has-error" : "field code-field"}>
      <label htmlFor={id}>{label}</label>
      <div>
        <div className="code-field-ruler" style={{ "--scrolled": `${-scrolled}px` } as CSSProperties}>
          <Ruler columns={500} />
        </div>
        <div className="code-sheet">
          <textarea
            ref={area}
            id={id}
            name="code_content"
            className="textarea textarea-code"
            data-coloured={isColoured ? "" : undefined}
            rows={10}
            wrap="off"
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            autoComplete="off"
            required
            readOnly={readOnly}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onCompositionStart={() => setIsComposing(true)}
            onCompositionEnd={() => setIsComposing(false)}
            onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
            aria-invalid={problems.length > 0 ? true : undefined}
            aria-describedby={`${problems.length > 0 ? `${id}-error ` : ""}${id}-size`}
          />
          {isColoured ? <CodeColours area={area} code={value} tokens={tokens} /> : null}
        </div>
      </div>
      {problems.length === 0 ? null : (
        <FieldError id={`${id}-error`}>
          {problems.slice(0, problemsAtMost).map((problem) => (
            <span key={problem} className="block">
              {problem}
            </span>
          ))}
          {problems.length > problemsAtMost ? `And ${problems.length - problemsAtMost} more.` : null}
        </FieldError>
      )}
      <div className="code-notes field-help">
        <Remarks
          matters={matters}
          onRepair={(matter) => replace(repairMatter(value, matter))}
          readOnly={readOnly}
        />
        <p className="num code-size" id={`${id}-size`}>
          {value === "" ? "" : `${counted(lines, "line")}, longest ${counted(longest, "column")}`}
        </p>
      </div>
      {repairable.length > 1 ? (
        <p>
          <Button size="small" disabled={readOnly} onClick={() => replace(repair(value))}>
            Repair all
          </Button>
        </p>
      ) : null}
      <output className="sr">{settled === "" ? "" : mattersSummary(matters)}</output>
      {clearedTimes > 0 ? (
        <StatusNotice>
          {`Saving this code clears ${counted(clearedTimes, "best time")}, and the board starts again for the new code. Completions stay.`}
        </StatusNotice>
      ) : null}
    </div>
  );
}

function Remarks({
  matters,
  onRepair,
  readOnly,
}: {
  readonly matters: readonly Matter[];
  readonly onRepair: (matter: Matter) => void;
  readonly readOnly: boolean;
}): ReactNode {
  if (matters.length === 0) return null;
  const rest = matters.length - shownAtMost;
  return (
    <ul className="remarks" aria-label="Remarks on the code">
      {matters.slice(0, shownAtMost).map((matter) => {
        const { finding, places, isRepairable } = matter;
        return (
          <li key={`${finding.kind} ${finding.found}`}>
            <span>{`${places}: ${finding.sentence}`}</span>
            {isRepairable ? (
              <Button
                size="small"
                aria-label={`Repair ${finding.found}`}
                disabled={readOnly}
                onClick={() => onRepair(matter)}
              >
                Repair
              </Button>
            ) : null}
          </li>
        );
      })}
      {rest > 0 ? <li>{`And ${counted(rest, "further remark")}.`}</li> : null}
    </ul>
  );
}

/** The value once it has stood for a moment: nobody is corrected in the middle of a word. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (settled === value) return;
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled;
}
