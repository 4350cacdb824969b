// The ends of an admin's form: what was saved before it, its buttons, and the way on after a save.

import type { ReactNode } from "react";
import { Link } from "../../shell/router/router.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ErrorNotice, StatusNotice } from "../../ui/notice.tsx";
import { capital } from "../../ui/words.ts";
import type { SavedContent } from "../content-requests.ts";
import { againstSamePress } from "../same-press.ts";
import type { Draft } from "./draft.ts";
import type { ContentForm as Form } from "./use-content-form.ts";

/** What 'Save and add another' has saved. */
export type Added = { readonly draft: Draft; readonly outcome: SavedContent };

export function Buttons({
  form: { stage, isForAnother },
  submitLabel,
  canAddAnother,
}: {
  readonly form: Form;
  readonly submitLabel: string;
  readonly canAddAnother: boolean;
}): ReactNode {
  const isSaving = stage === "saving";
  return (
    <div className="row content-buttons">
      <Button type="submit" look="primary" busy={isSaving && !isForAnother && "Saving..."}>
        {submitLabel}
      </Button>
      {canAddAnother ? (
        <Button type="submit" data-another="" busy={isSaving && isForAnother && "Saving..."}>
          Save and add another
        </Button>
      ) : null}
      <Link className={buttonClass({})} to="/admin/courses">
        Cancel
      </Link>
    </div>
  );
}

/**
 * After a save, in the place of the buttons: the link takes the focus, so that Enter leads on at once. With warnings,
 * the page waits until the admin has read them.
 */
export function Onward({ form }: { readonly form: Form }): ReactNode {
  return (
    <>
      <Warnings sentences={form.warnings} />
      <div className="row">
        {/* The button that had the focus is gone. */}
        <Link
          ref={takeFocus}
          className={buttonClass({ look: "primary" })}
          to={form.target}
          replace
          {...againstSamePress}
        >
          Continue
        </Link>
      </div>
    </>
  );
}

function Warnings({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  return sentences.length === 0 ? null : (
    <ErrorNotice isMild>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ErrorNotice>
  );
}

/** What the form before this one has saved, with a link to it. */
export function SavedBefore({ added: { outcome } }: { readonly added: Added }): ReactNode {
  const { saved, warnings } = outcome;
  const { kind, row } = saved;
  return (
    <>
      <StatusNotice success>
        {`${capital(kind)} "${row.title}" created successfully! `}
        <Link className="strong-link" to={`/admin/${kind}s/${row.id}/edit`} aria-label={`Edit ${row.title}`}>
          Edit
        </Link>
      </StatusNotice>
      <Warnings sentences={warnings} />
    </>
  );
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
