// The leaderboard of an example for admins, who can remove times from it. The question before a removal is in the same
// dialog, since there is never a dialog above a dialog.

import { formatTime } from "@tabstop/engine/metrics";
import { ApiError } from "@tabstop/contract/client";
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { mediaUrl } from "../shell/data/api-base.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TrashIcon } from "../ui/icons.tsx";
import { ErrorNotice, StatusNotice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { bannerText } from "./banner-text.ts";
import { type Board, removeTime, useBoard } from "./queries.ts";

type Example = { readonly id: number; readonly title: string };
type Entry = Board[number];

/** The dialog is closed while `example` is null. */
export function BoardDialog({
  userId,
  example,
  onClose,
}: {
  /** The id of the admin. */
  readonly userId: number;
  readonly example: Example | null;
  readonly onClose: () => void;
}): ReactNode {
  return example === null ? null : (
    <OpenBoard key={example.id} userId={userId} example={example} onClose={onClose} />
  );
}

type Stage =
  | { readonly kind: "board"; readonly done: string | null }
  | { readonly kind: "asking"; readonly entry: Entry; readonly problem: string | null }
  | { readonly kind: "removing"; readonly entry: Entry };

// Long: both steps draw the same dialog, which has to stay mounted.
function OpenBoard({
  userId,
  example,
  onClose,
}: {
  readonly userId: number;
  readonly example: Example;
  readonly onClose: () => void;
}): ReactNode {
  const [stage, setStage] = useState<Stage>({ kind: "board", done: null });
  const isRunning = useRef(false);
  const firstButton = useRef<HTMLButtonElement>(null);
  const textId = useId();

  // The pressed button is gone with its step: focus the safe action of the next step.
  const step = stage.kind === "board" ? "board" : "asking";
  useEffect(() => firstButton.current?.focus(), [step]);

  const backToBoard = (done: string | null) => setStage({ kind: "board", done });
  const remove = async (entry: Entry) => {
    // A second press of a double click removes nothing.
    if (isRunning.current) return;
    isRunning.current = true;
    setStage({ kind: "removing", entry });
    try {
      const { user_id, best_time_ms: timeMs } = entry;
      const isRemoved = await removeTime(userId, { exampleId: example.id, userId: user_id, timeMs });
      backToBoard(
        isRemoved
          ? "Time removed successfully!"
          : "This learner has set a new best time in the meantime. Nothing was removed, and the board is now up to date.",
      );
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        backToBoard("This time was no longer on the board.");
      else setStage({ kind: "asking", entry, problem: bannerText(error) });
    } finally {
      isRunning.current = false;
    }
  };

  if (stage.kind === "board")
    return (
      <Dialog
        open
        title={<span className="board-title">Board of {example.title}</span>}
        onClose={onClose}
        actions={
          <Button ref={firstButton} data-first-focus onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="board-body">
          {stage.done === null ? null : <StatusNotice success>{stage.done}</StatusNotice>}
          <Entries
            userId={userId}
            example={example}
            onRemove={(entry) => setStage({ kind: "asking", entry, problem: null })}
          />
        </div>
      </Dialog>
    );

  const { entry } = stage;
  const isRemoving = stage.kind === "removing";
  return (
    <Dialog
      open
      alert
      title="Confirm Removal"
      describedBy={textId}
      onClose={() => {
        // A request that was sent cannot be cancelled.
        if (!isRemoving) backToBoard(null);
      }}
      actions={
        <RemoveActions
          firstButton={firstButton}
          isRemoving={isRemoving}
          onCancel={() => backToBoard(null)}
          onRemove={() => void remove(entry)}
        />
      }
    >
      <div className="board-body">
        <div id={textId} className="t2 grid gap-2">
          <p>
            Are you sure you want to remove the time{" "}
            <span className="mono">{formatTime(entry.best_time_ms)}</span> of <bdi>{entry.username}</bdi> from
            the board of <bdi>{example.title}</bdi>? This action cannot be undone.
          </p>
          <p>The example stays completed, and the next run sets a new time.</p>
        </div>
        {stage.kind === "asking" && stage.problem !== null ? (
          <ErrorNotice>{stage.problem}</ErrorNotice>
        ) : null}
      </div>
    </Dialog>
  );
}

function RemoveActions({
  firstButton,
  isRemoving,
  onCancel,
  onRemove,
}: {
  readonly firstButton: Ref<HTMLButtonElement>;
  readonly isRemoving: boolean;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <>
      <Button ref={firstButton} data-first-focus onClick={onCancel} disabled={isRemoving}>
        Cancel
      </Button>
      <Button look="danger" busy={isRemoving && "Removing..."} onClick={onRemove}>
        Remove this time
      </Button>
    </>
  );
}

function Entries({
  userId,
  example,
  onRemove,
}: {
  readonly userId: number;
  readonly example: Example;
  readonly onRemove: (entry: Entry) => void;
}): ReactNode {
  const { data, problem, error, query } = useBoard(userId, example.id);
  if (error instanceof ApiError && error.status === 404)
    return (
      <p className="t2">
        There is no board: the course is a draft that learners do not see, or the example was deleted.
      </p>
    );
  return (
    <>
      {problem === null ? null : <QueryProblem query={query} text={() => problem} />}
      {data === undefined && problem === null ? (
        <Skeleton widths={[92, 84, 88]} label="Loading leaderboard..." />
      ) : null}
      {data?.length === 0 ? (
        <p className="t2">No times recorded yet. Complete this example to be the first!</p>
      ) : null}
      <ol className="board-rows">
        {data?.map((entry) => (
          <li key={entry.user_id}>
            <span className="t3 small num">{entry.rank}</span>
            <Avatar
              username={entry.username}
              photo={entry.profile_photo === null ? null : mediaUrl(entry.profile_photo)}
            />
            <span className="board-who">
              <span>{entry.username}</span>
              <span className="t3 tiny">{entry.email}</span>
            </span>
            <span className="mono small t2">{formatTime(entry.best_time_ms)}</span>
            <IconButton
              danger
              label={`Remove this time: ${entry.username}, ${formatTime(entry.best_time_ms)}`}
              onClick={() => onRemove(entry)}
            >
              <TrashIcon />
            </IconButton>
          </li>
        ))}
      </ol>
    </>
  );
}
