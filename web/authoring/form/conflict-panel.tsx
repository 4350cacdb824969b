import type { Kind } from "@tabstop/course/course";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { fieldLabel, type Side, valueInWords } from "./draft.ts";
import type { FieldName } from "../kinds.ts";
import type { ContentForm } from "./use-content-form.ts";

/** Two admins have changed the same row: both versions of every field that differs, and a choice for each. */
export function ConflictPanel({
  kind,
  form,
  submitLabel,
}: {
  readonly kind: Kind;
  readonly form: ContentForm;
  readonly submitLabel: string;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { conflict } = form;
  useEffect(() => heading.current?.focus(), []);
  if (conflict === null) return null;
  return (
    <section className="panel conflict" aria-label="Two versions">
      <h2 ref={heading} tabIndex={-1}>{`Someone else has saved this ${kind} since you opened it`}</h2>
      <p className="t2">
        {`Both versions are still here. Choose one for each field, then press ${submitLabel} again.`}
      </p>
      {form.isUndecided ? <ErrorNotice>Choose a version for each field.</ErrorNotice> : null}
      {conflict.fields.map((field) => (
        <Versions key={field} kind={kind} field={field} form={form} />
      ))}
    </section>
  );
}

const isCode = (field: FieldName) => field === "code_content" || field === "output";

function Versions({
  kind,
  field,
  form,
}: {
  readonly kind: Kind;
  readonly field: FieldName;
  readonly form: ContentForm;
}): ReactNode {
  const id = useId();
  const { conflict } = form;
  if (conflict === null) return null;
  const side = conflict.sides[field];
  const version = (which: Side, title: string, action: string) => (
    <div className="version">
      <p className="t3 small" id={`${id}-${which}`}>
        {title}
      </p>
      <pre className={isCode(field) ? "version-text is-code" : "version-text"}>
        {valueInWords(field, conflict[which][field])}
      </pre>
      <Button
        size="small"
        aria-pressed={side === which}
        aria-describedby={id}
        onClick={() => form.choose(field, which)}
      >
        {side === which ? <CheckIcon weight={1.8} /> : null}
        {action}
      </Button>
    </div>
  );
  return (
    <div className="versions" data-undecided={side === undefined ? "" : undefined}>
      <h3 id={id}>{fieldLabel(kind, field)}</h3>
      <div className="version-pair">
        {version("mine", "Mine", "Keep mine")}
        {version("theirs", "Theirs", "Take theirs")}
      </div>
    </div>
  );
}
