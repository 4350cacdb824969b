import { NetworkError } from "@tabstop/contract/client";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useQuery } from "../../shell/data/query.ts";
import { useUser } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice, StatusNotice } from "../../ui/notice.tsx";
import { contentKey, deleteContent, isNotFound, loadContent, loadFailure } from "../content-requests.ts";
import { deletionDone, deletionLosses, deletionQuestion } from "./deletion.ts";
import type { ContentRow } from "../kinds.ts";

const shownMs = 1_500;

/**
 * Asks before a row is deleted and says what else is deleted with it. After the deletion, which has the list loaded
 * again, it says so and closes 1.5 s later. It is closed when `content` is null.
 */
export function DeleteDialog({
  content,
  onClose,
}: {
  readonly content: ContentRow | null;
  readonly onClose: () => void;
}): ReactNode {
  // A new component for each row, so that no state of the last one is left.
  return content === null ? null : (
    <Deletion key={`${content.kind} ${content.row.id}`} content={content} onClose={onClose} />
  );
}

type Stage =
  | { readonly kind: "asking"; readonly problem: string | null }
  | { readonly kind: "deleting" }
  | { readonly kind: "deleted"; readonly note: string };

function Deletion({
  content,
  onClose,
}: {
  readonly content: ContentRow;
  readonly onClose: () => void;
}): ReactNode {
  const { stage, run } = useDeletion(content);
  const closeButton = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const latest = useLatestRow(content, stage.kind === "asking");
  const isDeleted = stage.kind === "deleted";

  // When it closes, the browser returns the focus to the button that opened it. After a deletion that button is gone, or
  // goes as soon as the list is loaded again.
  const moveFocus = useEffectEvent(() => {
    if (isDeleted || document.activeElement === document.body)
      document.querySelector<HTMLElement>("main h1")?.focus();
  });
  useEffect(() => () => moveFocus(), []);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isDeleted) return;
    closeButton.current?.focus();
    const timer = setTimeout(() => close(), shownMs);
    return () => clearTimeout(timer);
  }, [isDeleted]);

  return (
    <Dialog
      open
      alert
      title="Confirm Deletion"
      describedBy={textId}
      onClose={() => {
        // A request that was sent cannot be cancelled.
        if (stage.kind !== "deleting") onClose();
      }}
      actions={
        <>
          <Button ref={closeButton} data-first-focus onClick={onClose} disabled={stage.kind === "deleting"}>
            {isDeleted ? "Close" : "Cancel"}
          </Button>
          {isDeleted ? null : (
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
        <div id={textId} className="grid gap-2" hidden={isDeleted}>
          <p>{deletionQuestion(content)}</p>
          <p className="num">
            <bdi>{latest.row.title}</bdi>: {deletionLosses(latest)}
          </p>
        </div>
        {isDeleted ? <StatusNotice success>{stage.note}</StatusNotice> : null}
        {stage.kind === "asking" && stage.problem !== null ? (
          <ErrorNotice>{stage.problem}</ErrorNotice>
        ) : null}
      </div>
    </Dialog>
  );
}

function useDeletion(content: ContentRow): { readonly stage: Stage; readonly run: () => Promise<void> } {
  const [stage, setStage] = useState<Stage>({ kind: "asking", problem: null });
  const hasStarted = useRef(false);
  /** An earlier try got no response, but may have deleted the row. */
  const isUnsure = useRef(false);
  const run = async () => {
    // A second press of a double click deletes nothing.
    if (hasStarted.current) return;
    hasStarted.current = true;
    setStage({ kind: "deleting" });
    try {
      await deleteContent(content);
      setStage({ kind: "deleted", note: deletionDone(content) });
    } catch (error) {
      if (isNotFound(error)) {
        const note = isUnsure.current
          ? deletionDone(content)
          : `Someone else has already deleted this ${content.kind}.`;
        return setStage({ kind: "deleted", note });
      }
      isUnsure.current ||= error instanceof NetworkError;
      hasStarted.current = false;
      setStage({ kind: "asking", problem: loadFailure(content.kind, error) });
    }
  };
  return { stage, run };
}

/** The latest row: its counts may have grown since the list was loaded. */
function useLatestRow(content: ContentRow, enabled: boolean): ContentRow {
  const user = useUser();
  const { kind, row } = content;
  const { data } = useQuery({
    queryKey: contentKey(user?.id ?? 0, kind, row.id, "deletion"),
    queryFn: ({ signal }) => loadContent(kind, row.id, signal),
    // Not after the deletion, when there is none.
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return data ?? content;
}
