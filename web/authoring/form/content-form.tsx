import "../forms.css";
import { difficulties, type Kind } from "@tabstop/course/course";
import { isKnownLanguage, languages } from "@tabstop/course/languages";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Field, NumberField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { ErrorNotice, StatusNotice } from "../../ui/notice.tsx";
import { capital } from "../../ui/words.ts";
import { CodeField } from "./code-field.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { coerceOrderIndex, type Draft, fieldLabel, isWholeNumber, timesCleared } from "./draft.ts";
import { type Added, Buttons, Onward, SavedBefore } from "./form-ends.tsx";
import { lastOrder, placeText } from "./order-place.ts";
import { type ContentRow, type FieldName, kinds } from "../kinds.ts";
import { OutputField } from "./output-field.tsx";
import type { Choice } from "../parents.ts";
import { Preview } from "./preview/preview.tsx";
import { useLiveColours } from "./use-live-colours.ts";
import { useSiblings } from "./use-siblings.ts";
import { type ContentForm as Form, useContentForm } from "./use-content-form.ts";

/** The form, once all its data is loaded. */
// Long: one form, field by field.
export function ContentForm({
  kind,
  userId,
  loaded,
  initial,
  choices,
  isParentGiven,
  before,
  onAdded,
}: {
  readonly kind: Kind;
  readonly userId: number;
  /** The row to edit, as it is on the server; null when the form creates one. */
  readonly loaded: ContentRow | null;
  readonly initial: Draft;
  /** The rows that it can be put into. */
  readonly choices: readonly Choice[];
  /** The parent cannot be chosen: the address names it, or the row exists already. */
  readonly isParentGiven: boolean;
  /** What was saved before this form; null for the first form. */
  readonly before: Added | null;
  readonly onAdded: (added: Added) => void;
}): ReactNode {
  // Both keep their first values: loading the data again must not change what was typed.
  const [isLocked] = useState(isParentGiven);
  const [first] = useState({ loaded, initial });
  const form = useContentForm({
    kind,
    userId,
    ...first,
    onAdded: (draft, outcome) => onAdded({ draft, outcome }),
  });
  const { content, conflict, failure, stage } = form;
  const isNew = content === null;
  const submitLabel = `${isNew ? "Create" : "Update"} ${capital(kind)}`;
  const parts = { kind, form };
  const { parent, fields } = kinds[kind];
  const hasCode = fields.includes("code_content");
  const tokens = useLiveColours(form.draft.code_content, form.draft.language);
  return (
    <>
      <form
        className={hasCode ? "content-form is-wide" : "content-form"}
        noValidate
        onSubmit={form.onSubmit}
        aria-label={`${isNew ? "Create New" : "Edit"} ${capital(kind)}`}
      >
        {before === null ? null : <SavedBefore added={before} />}
        {form.isRestored ? (
          <StatusNotice>
            This form was closed before you saved it. What you entered has been restored.
          </StatusNotice>
        ) : null}
        {conflict === null ? null : <ConflictPanel kind={kind} form={form} submitLabel={submitLabel} />}
        <div className="content-fields">
          <div className="stack gap-5">
            {parent === null ? null : <Parent {...parts} choices={choices} isLocked={isLocked} />}
            <Title {...parts} takesFocus={before !== null} />
            <Description {...parts} />
            {fields.includes("difficulty_level") ? <Level {...parts} /> : null}
            {fields.includes("language") ? <Language {...parts} /> : null}
            <Order {...parts} userId={userId} />
            {fields.includes("published") ? <Published {...parts} /> : null}
          </div>
          {hasCode ? (
            <div className="code-column">
              <CodeField
                label={fieldLabel(kind, "code_content")}
                value={form.draft.code_content}
                tokens={tokens}
                readOnly={stage !== "editing"}
                onChange={(value) => form.set("code_content", value)}
                problems={form.problems.code_content}
                clearedTimes={clearedTimes(content, loaded, form.draft)}
              />
              <OutputField
                label={fieldLabel(kind, "output")}
                value={form.draft.output}
                readOnly={stage !== "editing"}
                onChange={(value) => form.set("output", value)}
                problems={form.problems.output}
                isInDoubt={form.isOutputInDoubt}
                onKeep={form.keepOutput}
              />
            </div>
          ) : null}
        </div>
        <div className="content-end">
          {failure.length === 0 ? null : (
            <ErrorNotice>
              {failure.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </ErrorNotice>
          )}
          {stage === "saved" ? <StatusNotice success>{form.success}</StatusNotice> : null}
          {stage === "saved" ? (
            <Onward form={form} />
          ) : (
            <Buttons form={form} submitLabel={submitLabel} canAddAnother={isNew && parent !== null} />
          )}
        </div>
        <LeaveDialog form={form} />
      </form>
      {hasCode ? <Preview draft={form.draft} tokens={tokens} /> : null}
    </>
  );
}

/** Also shows what is above the field: what was saved before. */
function takeFocusAtTop(element: HTMLElement | null): void {
  if (element === null) return;
  scrollTo(0, 0);
  element.focus();
}

type Parts = { readonly kind: Kind; readonly form: Form };

/** The attributes of every field. */
function common({ kind, form }: Parts, field: FieldName) {
  return {
    name: field,
    label: fieldLabel(kind, field),
    value: form.draft[field],
    error: form.problems[field]?.join(" "),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => form.set(field, target.value),
  };
}

function Parent({
  choices,
  isLocked,
  ...parts
}: Parts & { readonly choices: readonly Choice[]; readonly isLocked: boolean }): ReactNode {
  const what = kinds[parts.kind].parent;
  const { parent } = parts.form.draft;
  // A locked choice never needs its other options, of which there may be thousands.
  const shown = isLocked ? choices.filter(({ id }) => id === parent) : choices;
  return (
    <SelectField
      {...common(parts, "parent")}
      disabled={isLocked}
      required
      help={isLocked ? undefined : `The ${what} in this address does not exist. Choose another one.`}
    >
      {isLocked ? null : <option value="">{`Choose a ${what}`}</option>}
      {shown.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function Title({ takesFocus, ...parts }: Parts & { readonly takesFocus: boolean }): ReactNode {
  return (
    <Field
      {...common(parts, "title")}
      {...(takesFocus && { ref: takeFocusAtTop })}
      required
      autoComplete="off"
      readOnly={parts.form.stage !== "editing"}
    />
  );
}

function Description(parts: Parts): ReactNode {
  return (
    <TextAreaField
      {...common(parts, "description")}
      optional
      rows={3}
      readOnly={parts.form.stage !== "editing"}
    />
  );
}

function Level(parts: Parts): ReactNode {
  return (
    <SelectField {...common(parts, "difficulty_level")}>
      {difficulties.map((level) => (
        <option key={level} value={level}>
          {capital(level)}
        </option>
      ))}
    </SelectField>
  );
}

const byName = languages
  .filter(({ id }) => id !== "text")
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));

function Language(parts: Parts): ReactNode {
  const { language } = parts.form.draft;
  return (
    <SelectField {...common(parts, "language")}>
      <option value="text">Plain text</option>
      {isKnownLanguage(language) ? null : <option value={language}>{`${language} (without colours)`}</option>}
      {byName.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Beside the number stands where it puts the row, because every new one starts at 0. */
function Order({ userId, ...parts }: Parts & { readonly userId: number }): ReactNode {
  const { kind, form } = parts;
  const siblings = useSiblings(userId, kind, form.draft.parent);
  const { onChange: _, ...field } = common(parts, "order_index");
  const id = form.content?.row.id ?? null;
  const order = coerceOrderIndex(form.draft.order_index);
  const last = siblings === null ? 0 : lastOrder(siblings, id);
  return (
    <NumberField
      {...field}
      onText={(text) => form.set("order_index", text)}
      readOnly={form.stage !== "editing"}
      help="Lowest first."
      onBlur={({ target }) => form.set("order_index", coerceOrderIndex(target.value))}
      beside={
        siblings === null || form.stage === "saved" ? null : (
          <>
            <output className="t2 small num">
              {isWholeNumber(order) ? placeText(siblings, id, Number(order)) : ""}
            </output>
            <Button size="small" onClick={() => form.set("order_index", String(last))}>
              {`Put last (${last})`}
            </Button>
          </>
        )
      }
    />
  );
}

function Published(parts: Parts): ReactNode {
  return (
    <div className="field">
      <Check
        label="Published"
        name="published"
        checked={parts.form.draft.published === "yes"}
        aria-describedby="published-help"
        onChange={({ target }) => parts.form.set("published", target.checked ? "yes" : "no")}
      />
      <p className="field-help" id="published-help">
        While this is ticked, learners see the course as soon as it is saved; otherwise only admins do.
      </p>
    </div>
  );
}

/** How many best times a save would clear, counted in the latest row: learners type while the form is open. */
function clearedTimes(content: ContentRow | null, latest: ContentRow | null, draft: Draft): number {
  if (content?.kind !== "example") return 0;
  const isSame = latest?.kind === "example" && latest.row.id === content.row.id;
  const times = isSame ? Math.max(latest.row.time_count, content.row.time_count) : content.row.time_count;
  return timesCleared(content.row, draft) === null ? 0 : times;
}

function LeaveDialog({ form }: { readonly form: Form }): ReactNode {
  return (
    <Dialog
      open={form.loss !== null}
      alert
      onClose={form.stay}
      title="Leave without saving?"
      describedBy="leaving-loses"
      actions={
        <>
          <Button data-first-focus onClick={form.stay}>
            Stay
          </Button>
          <Button look="danger" onClick={form.leave}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p id="leaving-loses" className="leaving">
        {form.loss}
      </p>
    </Dialog>
  );
}
