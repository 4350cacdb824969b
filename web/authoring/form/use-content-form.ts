// The state of an admin's form: it is filled, checked, saved once, reports the save and leads back after 1.5 s, or is
// followed by a form for another row. It handles rows that another admin has saved or deleted, and asks before the admin leaves with unsaved text.

import { ApiError, NetworkError } from "@tabstop/contract/client";
import type { Kind } from "@tabstop/course/course";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigateLater } from "../../shell/router/router.tsx";
import { capital } from "../../ui/words.ts";
import {
  conflictRow,
  createContent,
  isNotFound,
  type SavedContent,
  saveFailure,
  updateContent,
} from "../content-requests.ts";
import {
  type Conflict,
  choose,
  coerceOrderIndex,
  conflictOf,
  type Draft,
  differences,
  draftOf,
  type FieldProblems,
  firstProblem,
  isOutputInDoubt,
  lossSentence,
  newDraft,
  problemsOf,
  readDraft,
  type Side,
  undecided,
  withoutProblem,
} from "./draft.ts";
import { type ContentBody, type ContentRow, type FieldName, kinds } from "../kinds.ts";
import { useLeavingGuard } from "../use-leaving-guard.ts";
import { draftKey, draftStorage, type StoredDraft } from "./draft-storage.ts";

const shownMs = 1_500;

export type ContentForm = {
  readonly draft: Draft;
  /** The row that a save changes, as it was loaded; null for a new one. */
  readonly content: ContentRow | null;
  readonly problems: FieldProblems;
  /** Why the last save failed, as sentences. */
  readonly failure: readonly string[];
  readonly conflict: Conflict | null;
  /** The admin has tried to save while a field of the conflict was undecided. */
  readonly isUndecided: boolean;
  readonly stage: "editing" | "saving" | "saved";
  /** The save is followed by a form for another row. */
  readonly isForAnother: boolean;
  /** 'Example created successfully! Redirecting...' */
  readonly success: string;
  /** What the admin should read about what was saved. While there is any, only `target` leads on. */
  readonly warnings: readonly string[];
  readonly target: string;
  /** The form shows a draft of an earlier, ended session. */
  readonly isRestored: boolean;
  /** What leaving would lose, while the form asks about it; null while it does not ask. */
  readonly loss: string | null;
  readonly set: (field: FieldName, value: string) => void;
  readonly choose: (field: FieldName, side: Side) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The code has changed and the output has not, and the admin has not said that it still fits. */
  readonly isOutputInDoubt: boolean;
  readonly keepOutput: () => void;
  readonly stay: () => void;
  readonly leave: () => void;
};

// Long: the steps of a save share the state of the form.
export function useContentForm({
  kind,
  userId,
  loaded,
  initial,
  onAdded,
}: {
  readonly kind: Kind;
  readonly userId: number;
  /** The row to edit; null when the form creates one. */
  readonly loaded: ContentRow | null;
  /** The draft that a new one starts with. */
  readonly initial: Draft;
  /** Called after a save that is followed by a form for another row, with what was saved. */
  readonly onAdded: (draft: Draft, outcome: SavedContent) => void;
}): ContentForm {
  const { pathname } = useLocation();
  const key = draftKey(userId, pathname);
  const [stored] = useState(() => draftStorage.find(key));
  const [isRestored, setIsRestored] = useState(stored !== null);
  const [content, setContent] = useState<ContentRow | null>(() =>
    stored === null ? loaded : stored.content,
  );
  const [draft, setDraft] = useState<Draft>(() =>
    stored === null ? (loaded === null ? initial : draftOf(loaded)) : newDraft(stored.draft),
  );
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The row that `mine` of the conflict was made from. */
  const [conflictBase, setConflictBase] = useState<ContentRow | null>(null);
  const [isUndecided, setIsUndecided] = useState(false);
  const [isOutputKept, setIsOutputKept] = useState(false);
  const [stage, setStage] = useState<ContentForm["stage"]>("editing");
  const [isForAnother, setIsForAnother] = useState(false);
  const [target, setTarget] = useState("/admin/courses");
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const sending = useRef(false);
  const inDoubt = content?.kind === "example" && !isOutputKept && isOutputInDoubt(content.row, draft);

  const changed = differences(kind, content === null ? initial : draftOf(content), draft);
  const isUnsaved = changed.length > 0 && stage !== "saved";
  const guarded = useLeavingGuard(isUnsaved);
  // With this row, a restored draft meets the same conflict again, and open choices are asked again.
  const base = conflict === null ? content : conflictBase;
  const discardStored = useStoredDraft(key, isUnsaved ? { draft, content: base } : null);

  const isRedirecting = stage === "saved" && warnings.length === 0;
  useNavigateLater(isRedirecting ? target : null, shownMs);

  const set = (field: FieldName, value: string) => {
    // During a save, the form keeps showing what is being saved.
    if (stage !== "editing") return;
    setDraft((old) => ({ ...old, [field]: value }));
    if (problems[field] !== undefined) setProblems(withoutProblem(problems, field));
    if (conflict?.fields.includes(field))
      setConflict(choose({ ...conflict, mine: { ...conflict.mine, [field]: value } }, field, "mine"));
  };

  const startConflict = (current: ContentRow, mine: Draft, base: ContentRow) => {
    const next = conflictOf(kind, { base: draftOf(base), mine, theirs: draftOf(current) });
    setContent(current);
    setConflictBase(base);
    setConflict(next);
    setIsUndecided(false);
    // The answer was about another output.
    if (next?.theirs.output !== draftOf(base).output) setIsOutputKept(false);
    if (next === null) return;
    const merged = Object.fromEntries(
      next.fields.flatMap((field) => (next.sides[field] === "theirs" ? [[field, next.theirs[field]]] : [])),
    );
    setDraft({ ...mine, ...merged });
  };

  /** Saves; tries again when another admin has saved exactly the same. Returns null on a conflict. */
  const save = async (body: ContentBody, parent: string, mine: Draft): Promise<SavedContent | null> => {
    let base = content;
    for (;;) {
      try {
        return base === null
          ? await createContent(kind, Number(parent), body)
          : await updateContent(base, body);
      } catch (error) {
        const current = conflictRow(kind, error);
        if (current === null || base === null) throw error;
        const isSame = conflictOf(kind, { base: draftOf(base), mine, theirs: draftOf(current) }) === null;
        if (!isSame) {
          startConflict(current, mine, base);
          return null;
        }
        base = current;
      }
    }
  };

  const submit = async (form: HTMLFormElement, addsAnother: boolean) => {
    const mine = { ...draft, order_index: coerceOrderIndex(draft.order_index) };
    setDraft(mine);
    setFailure([]);
    setIsUndecided(false);
    if (conflict !== null && undecided(conflict) !== null) {
      flushSync(() => setIsUndecided(true));
      form.querySelector<HTMLElement>("[data-undecided] button")?.focus();
      return;
    }
    const reading = readDraft(kind, mine);
    const show = (found: FieldProblems) => {
      flushSync(() => setProblems(found));
      const first = firstProblem(kind, found);
      if (first !== null) focusField(form, first);
    };
    if (!reading.ok) return show(reading.problems);
    setProblems({});
    if (inDoubt) return form.querySelector<HTMLElement>("[data-keeps-output]")?.focus();
    sending.current = true;
    setStage("saving");
    setIsForAnother(addsAnother);
    try {
      const outcome = await save(reading.body, mine.parent, mine);
      if (outcome === null) return setStage("editing");
      if (addsAnother) {
        discardStored();
        return onAdded(mine, outcome);
      }
      setConflict(null);
      setTarget(listPathOf(outcome.saved));
      setWarnings(outcome.warnings);
      setStage("saved");
      discardStored();
    } catch (error) {
      setStage("editing");
      setFailure(failureSentences(kind, content, error));
      if (error instanceof ApiError) show(problemsOf(kind, error.details));
    } finally {
      sending.current = false;
    }
  };

  return {
    draft,
    content,
    problems,
    failure,
    conflict,
    isUndecided,
    stage,
    isForAnother,
    success: `${capital(kind)} ${content === null ? "created" : "updated"} successfully!${warnings.length === 0 ? " Redirecting..." : ""}`,
    warnings,
    target,
    isRestored,
    loss: guarded.isAsking
      ? lossSentence(kind, { isNew: content === null, title: draft.title, changed })
      : null,
    set,
    choose: (field, side) => {
      if (conflict === null || stage !== "editing") return;
      setConflict(choose(conflict, field, side));
      const value = side === "mine" ? conflict.mine[field] : conflict.theirs[field];
      setDraft((old) => ({ ...old, [field]: value }));
    },
    onSubmit: (event) => {
      event.preventDefault();
      // A second press during or after the save saves nothing.
      if (sending.current || stage === "saved") return;
      setIsRestored(false);
      const { submitter } = event.nativeEvent as SubmitEvent;
      void submit(event.currentTarget, submitter?.dataset.another !== undefined);
    },
    isOutputInDoubt: inDoubt && stage !== "saved",
    keepOutput: () => setIsOutputKept(true),
    stay: guarded.stay,
    leave: () => {
      discardStored();
      guarded.leave();
    },
  };
}

function listPathOf<K extends Kind>({ kind, row }: ContentRow<K>): string {
  return kinds[kind].listPath(row);
}

function failureSentences(kind: Kind, content: ContentRow | null, error: unknown): readonly string[] {
  const reason = saveFailure(kind, error);
  if (isNotFound(error))
    return content === null
      ? [reason, "What you entered is still here."]
      : [
          reason,
          "Someone has deleted it in the meantime. What you entered is still here, so you can copy it.",
        ];
  if (!(error instanceof NetworkError)) return [reason];
  // The server may have created it although no response arrived: another try would create a second one.
  return content === null
    ? [
        reason,
        `What you entered is still here. Before you try again, check whether the ${kind} is in the list.`,
      ]
    : [reason, "What you entered is still here. Try again in a moment."];
}

function focusField(form: HTMLFormElement, field: FieldName): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}

/** Stores an unsaved draft when the form is unmounted (the session ended). Returns a function that discards it. */
function useStoredDraft(key: string, unsaved: StoredDraft | null): () => void {
  const latest = useRef(unsaved);
  const isDiscarded = useRef(false);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(
    () => () => {
      if (latest.current === null || isDiscarded.current) draftStorage.drop(key);
      else draftStorage.save(key, latest.current);
    },
    [key],
  );
  return () => {
    isDiscarded.current = true;
    // Immediately: the page may be closed before the form is unmounted.
    draftStorage.drop(key);
  };
}
