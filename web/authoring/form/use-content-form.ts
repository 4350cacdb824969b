// The course of an admin's form: fill, check, save once, say so, and go on after 1.5 s; what somebody else has saved or
// deleted meanwhile; and nobody leaves with unsaved text without being asked.

import { ApiError, NetworkError } from "@tabstop/contract/client";
import type { Kind } from "@tabstop/course/course";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { guardPage, navigate, useLocation } from "../../shell/router/router.tsx";
import { capital } from "../../ui/words.ts";
import {
  conflictRow,
  createContent,
  forgetContent,
  isGone,
  saveFailure,
  updateContent,
} from "../content-calls.ts";
import {
  type Conflict,
  type Content,
  type ContentBody,
  choose,
  coerceOrderIndex,
  conflictOf,
  type Draft,
  differences,
  draftOf,
  type FieldName,
  type FieldProblems,
  firstProblem,
  lossSentence,
  problemsOf,
  readDraft,
  type Side,
  undecided,
  withoutProblem,
} from "../draft.ts";
import { keptKey, textKeeper } from "./draft-storage.ts";

const shownMs = 1_500;

export type ContentForm = {
  readonly draft: Draft;
  /** The row that a save would change, as it was read; null for a new one. */
  readonly content: Content | null;
  readonly problems: FieldProblems;
  /** Why it was not saved, as sentences. */
  readonly failure: readonly string[];
  readonly conflict: Conflict | null;
  /** True once a save was tried while a field of the conflict was undecided. */
  readonly isUndecided: boolean;
  readonly stage: "editing" | "saving" | "saved";
  /** 'Example created successfully! Redirecting...' */
  readonly success: string;
  /** Text of an earlier, ended session has been put back. */
  readonly isRestored: boolean;
  /** What would be lost by leaving, while somebody is about to; null: nobody is. */
  readonly loss: string | null;
  readonly set: (field: FieldName, value: string) => void;
  readonly choose: (field: FieldName, side: Side) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly stay: () => void;
  readonly leave: () => void;
};

export function useContentForm({
  kind,
  userId,
  loaded,
  initial,
}: {
  readonly kind: Kind;
  readonly userId: number;
  /** The row to edit; null makes a new one. */
  readonly loaded: Content | null;
  /** What a new one begins with. */
  readonly initial: Draft;
}): ContentForm {
  const { pathname } = useLocation();
  const key = keptKey(userId, pathname);
  const [kept] = useState(() => textKeeper.find(key));
  const [isRestored, setIsRestored] = useState(kept !== null);
  const [content, setContent] = useState<Content | null>(() => (kept === null ? loaded : kept.content));
  const [draft, setDraft] = useState<Draft>(
    () => kept?.draft ?? (loaded === null ? initial : draftOf(loaded)),
  );
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The row that the conflict's own text was made from. */
  const [before, setBefore] = useState<Content | null>(null);
  const [isUndecided, setIsUndecided] = useState(false);
  const [stage, setStage] = useState<ContentForm["stage"]>("editing");
  const [target, setTarget] = useState("/admin/courses");
  const sending = useRef(false);

  const changed = differences(kind, content === null ? initial : draftOf(content), draft);
  const isUnsaved = changed.length > 0 && stage !== "saved";
  const guarded = useLeavingGuard(isUnsaved);
  // What was not yet chosen is asked again by who comes back.
  const from = conflict === null ? content : before;
  const giveUp = useKeptText(key, isUnsaved ? { draft, content: from } : null);

  useEffect(() => {
    if (stage !== "saved") return;
    const timer = setTimeout(() => navigate(target, { replace: true }), shownMs);
    return () => clearTimeout(timer);
  }, [stage, target]);

  const set = (field: FieldName, value: string) => {
    // What is on its way to the server is what is shown.
    if (stage !== "editing") return;
    setDraft((old) => ({ ...old, [field]: value }));
    if (problems[field] !== undefined) setProblems(withoutProblem(problems, field));
    if (conflict?.fields.includes(field))
      setConflict(choose({ ...conflict, mine: { ...conflict.mine, [field]: value } }, field, "mine"));
  };

  const meet = (current: Content, mine: Draft, base: Content) => {
    const next = conflictOf(kind, { base: draftOf(base), mine, theirs: draftOf(current) });
    setContent(current);
    setBefore(base);
    setConflict(next);
    setIsUndecided(false);
    if (next === null) return;
    const merged = Object.fromEntries(
      next.fields.flatMap((field) => (next.sides[field] === "theirs" ? [[field, next.theirs[field]]] : [])),
    );
    setDraft({ ...mine, ...merged });
  };

  /** Saves, again where somebody else has saved just the same meanwhile. */
  const save = async (body: ContentBody, parent: string, mine: Draft): Promise<Content | null> => {
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
          meet(current, mine, base);
          return null;
        }
        base = current;
      }
    }
  };

  const submit = async (form: HTMLFormElement) => {
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
    sending.current = true;
    setStage("saving");
    try {
      const saved = await save(reading.body, mine.parent, mine);
      if (saved === null) return setStage("editing");
      setConflict(null);
      setTarget(saved.kind === "example" ? examplesPath(saved.row.chapter_id) : "/admin/courses");
      setStage("saved");
      giveUp();
      void forgetContent(userId);
    } catch (error) {
      setStage("editing");
      setFailure(failureSentences(kind, content, error));
      if (error instanceof ApiError) show(problemsOf(kind, error.details));
      // The list of parents may be what has changed.
      if (isGone(error)) void forgetContent(userId);
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
    success: `${capital(kind)} ${content === null ? "created" : "updated"} successfully! Redirecting...`,
    isRestored,
    loss: guarded.isAsked
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
      // A second press while the first is under way, or has done it, saves nothing.
      if (sending.current || stage === "saved") return;
      setIsRestored(false);
      void submit(event.currentTarget);
    },
    stay: guarded.stay,
    leave: () => {
      giveUp();
      guarded.leave();
    },
  };
}

export function examplesPath(chapterId: number): string {
  return `/admin/chapters/${chapterId}/examples`;
}

function failureSentences(kind: Kind, content: Content | null, error: unknown): readonly string[] {
  const said = saveFailure(kind, error);
  if (isGone(error))
    return content === null
      ? [said, "What you entered is still here."]
      : [said, `Somebody has deleted it meanwhile. What you entered is still here, so that you can copy it.`];
  if (!(error instanceof NetworkError)) return [said];
  // An answer that was lost on the way looks the same from here, and a second one would be made.
  return content === null
    ? [
        said,
        `What you entered is still here. Look in the list whether the ${kind} is there before you try again.`,
      ]
    : [said, "What you entered is still here. Try again in a moment."];
}

function focusField(form: HTMLFormElement, field: FieldName): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}

/** Asks before a page with unsaved text is left; a reload or a closed window is asked about by the browser. */
function useLeavingGuard(isUnsaved: boolean) {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isUnsaved) return;
    const release = guardPage((leave) => setGo(() => leave));
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", beforeUnload);
    return () => {
      release();
      removeEventListener("beforeunload", beforeUnload);
      // Saved while it was asked: it goes on as a save does.
      setGo(null);
    };
  }, [isUnsaved]);
  return {
    isAsked: go !== null && isUnsaved,
    stay: () => setGo(null),
    leave: () => {
      setGo(null);
      go?.();
    },
  };
}

/** What is unsaved when the form is taken away (the session has ended) is there when the same person comes back. */
function useKeptText(
  key: string,
  text: { readonly draft: Draft; readonly content: Content | null } | null,
): () => void {
  const latest = useRef(text);
  const isGivenUp = useRef(false);
  useEffect(() => {
    latest.current = text;
  });
  useEffect(
    () => () => {
      if (latest.current === null || isGivenUp.current) textKeeper.drop(key);
      else textKeeper.keep(key, latest.current);
    },
    [key],
  );
  return () => {
    isGivenUp.current = true;
    // At once: the page may be gone before the form is taken away.
    textKeeper.drop(key);
  };
}
