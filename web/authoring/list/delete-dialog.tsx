import { ApiError, NetworkError } from "@tabstop/contract/client";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { userKey } from "../../shell/data/query-client.ts";
import { useUser } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice, StatusNotice } from "../../ui/notice.tsx";
import { loadFailure } from "../content-calls.ts";
import { type ContentRow, deletionDone, deletionLosses, deletionQuestion } from "../deletion.ts";

const shownMs = 1_500;

/**
 * Asks before it deletes a course, lesson, chapter or example, says what goes with it, deletes, says so, and 1.5 s
 * later lets the owner load its list anew and closes. `doomed` null: closed.
 */
export function DeleteDialog({
  doomed,
  reload,
  onClose,
}: {
  readonly doomed: ContentRow | null;
  /** Loads the list anew after a deletion; the dialog closes when it is done. */
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  // Anew for each: nothing of the last one is left.
  return doomed === null ? null : (
    <Deletion key={`${doomed.kind} ${doomed.row.id}`} doomed={doomed} reload={reload} onClose={onClose} />
  );
}

type Stage =
  | { readonly kind: "asking"; readonly problem: string | null }
  | { readonly kind: "deleting" }
  | { readonly kind: "gone"; readonly note: string };

function Deletion({
  doomed,
  reload,
  onClose,
}: {
  readonly doomed: ContentRow;
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const [stage, setStage] = useState<Stage>({ kind: "asking", problem: null });
  const begun = useRef(false);
  /** An earlier try got no answer, and may have deleted it all the same. */
  const isUnsure = useRef(false);
  const safe = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const present = usePresentRow(doomed);
  const isGone = stage.kind === "gone";

  // After the browser has given the focus back: the button that opened this may be gone with its row.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
    },
    [],
  );

  const close = async () => {
    if (isGone) await reload().catch(() => {});
    onClose();
  };
  const closeNow = useRef(close);
  useEffect(() => {
    closeNow.current = close;
  });

  useEffect(() => {
    if (!isGone) return;
    safe.current?.focus();
    const timer = setTimeout(() => void closeNow.current(), shownMs);
    return () => clearTimeout(timer);
  }, [isGone]);

  const run = async () => {
    // A second press of a double click deletes nothing.
    if (begun.current) return;
    begun.current = true;
    setStage({ kind: "deleting" });
    try {
      await deleteRow(doomed);
      setStage({ kind: "gone", note: deletionDone(doomed) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        const note = isUnsure.current
          ? deletionDone(doomed)
          : `Somebody else has deleted this ${doomed.kind} already.`;
        return setStage({ kind: "gone", note });
      }
      isUnsure.current ||= error instanceof NetworkError;
      begun.current = false;
      setStage({ kind: "asking", problem: loadFailure(doomed.kind, error) });
    }
  };

  return (
    <Dialog
      open
      alert
      title="Confirm Deletion"
      describedBy={textId}
      onClose={() => {
        // What has been sent can't be called back.
        if (stage.kind !== "deleting") void close();
      }}
      actions={
        <>
          <Button
            ref={safe}
            data-first-focus
            onClick={() => void close()}
            disabled={stage.kind === "deleting"}
          >
            {isGone ? "Close" : "Cancel"}
          </Button>
          {isGone ? null : (
            <Button
              look="danger"
              busy={stage.kind === "deleting" && "Deleting..."}
              onClick={() => void run()}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      <div className="deletion">
        <div id={textId} className="grid gap-2" hidden={isGone}>
          <p>{deletionQuestion(doomed)}</p>
          <p className="num">
            <bdi>{present.row.title}</bdi>: {deletionLosses(present)}
          </p>
        </div>
        {isGone ? <StatusNotice success>{stage.note}</StatusNotice> : null}
        {stage.kind === "asking" && stage.problem !== null ? (
          <ErrorNotice>{stage.problem}</ErrorNotice>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The row as it is now: learners practise while the list is looked at, and another admin may add to it. */
function usePresentRow(doomed: ContentRow): ContentRow {
  const user = useUser();
  const { kind, row } = doomed;
  const { data } = useQuery({
    queryKey: userKey(user?.id ?? 0, "admin", "doomed", kind, row.id),
    queryFn: ({ signal }) => getRow(doomed, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return data ?? doomed;
}

async function getRow({ kind, row: { id } }: ContentRow, signal: AbortSignal): Promise<ContentRow> {
  const options = { signal };
  if (kind === "course")
    return { kind, row: await api("adminGetCourse", { params: { courseId: id } }, options) };
  if (kind === "lesson")
    return { kind, row: await api("adminGetLesson", { params: { lessonId: id } }, options) };
  if (kind === "chapter")
    return { kind, row: await api("adminGetChapter", { params: { chapterId: id } }, options) };
  return { kind, row: await api("adminGetExample", { params: { exampleId: id } }, options) };
}

async function deleteRow({ kind, row: { id } }: ContentRow): Promise<unknown> {
  if (kind === "course") return api("adminDeleteCourse", { params: { courseId: id } });
  if (kind === "lesson") return api("adminDeleteLesson", { params: { lessonId: id } });
  if (kind === "chapter") return api("adminDeleteChapter", { params: { chapterId: id } });
  return api("adminDeleteExample", { params: { exampleId: id } });
}
