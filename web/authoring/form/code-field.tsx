import type { Tokens } from "@tabstop/contract/vocabulary";
import { measureCode, repair } from "@tabstop/course/typability/find-untypable";
import { type CSSProperties, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Ruler } from "../../typing/code-picture.tsx";
import { StatusNotice } from "../../ui/notice.tsx";
import { counted } from "../../ui/words.ts";
import { canPaint, CodeColours } from "./code-colours.tsx";
import { changeBetween, lintGroupsOf, lintSummary, type LintGroup, repairGroup } from "./lint-groups.ts";
import { FieldProblems } from "./field-problems.tsx";
import { replaceText } from "./replace-text.ts";
import { useSettled } from "./use-settled.ts";

const shownAtMost = 8;

/**
 * The code of an example: a text area under a ruler, in the colours that learners will see; Tab moves the focus. Below
 * it are the lint groups, each with its repair. The code is checked when typing pauses.
 */
// Long: one element after another, with a few lines of state.
export function CodeField({
  label,
  value,
  tokens,
  readOnly,
  onChange,
  problems = [],
  clearedTimes,
}: {
  readonly label: string;
  readonly value: string;
  /** The colours of the code as far as they are known; null to draw it without colours. */
  readonly tokens: Tokens | null;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
  readonly problems?: readonly string[] | undefined;
  /** How many best times a save of this code would clear. */
  readonly clearedTimes: number;
}): ReactNode {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrolled, setScrolled] = useState(0);
  // While an input method composes text, the browser draws it, with marks of its own.
  const [isComposing, setIsComposing] = useState(false);
  const isColoured = canPaint && tokens !== null && !isComposing;
  const settled = useSettled(value);
  const groups = useMemo(() => lintGroupsOf(settled), [settled]);
  const { lines, longest } = measureCode(value);
  const repairable = groups.filter(({ isRepairable }) => isRepairable);

  const replace = (after: string) => {
    const field = area.current;
    if (field === null || readOnly || after === value) return;
    if (!replaceText(field, changeBetween(value, after))) onChange(after);
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
      <FieldProblems id={`${id}-error`} problems={problems} />
      <div className="code-notes field-help">
        <Remarks
          groups={groups}
          onRepair={(group) => replace(repairGroup(value, group))}
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
      <output className="sr">{settled === "" ? "" : lintSummary(groups)}</output>
      {clearedTimes > 0 ? (
        <StatusNotice>
          {`Saving this code clears ${counted(clearedTimes, "best time")}, and the board starts again for the new code. Completions stay.`}
        </StatusNotice>
      ) : null}
    </div>
  );
}

function Remarks({
  groups,
  onRepair,
  readOnly,
}: {
  readonly groups: readonly LintGroup[];
  readonly onRepair: (group: LintGroup) => void;
  readonly readOnly: boolean;
}): ReactNode {
  if (groups.length === 0) return null;
  const rest = groups.length - shownAtMost;
  return (
    <ul className="remarks" aria-label="Remarks on the code">
      {groups.slice(0, shownAtMost).map((group) => {
        const { finding, places, isRepairable } = group;
        return (
          <li key={`${finding.kind} ${finding.found}`}>
            <span>{`${places}: ${finding.sentence}`}</span>
            {isRepairable ? (
              <Button
                size="small"
                aria-label={`Repair ${finding.found}`}
                disabled={readOnly}
                onClick={() => onRepair(group)}
              >
                Repair
              </Button>
            ) : null}
          </li>
        );
      })}
      {rest > 0 ? <li>{`And ${counted(rest, "more remark")}.`}</li> : null}
    </ul>
  );
}
