// The leaderboard of an example for admins, who can watch a run and remove its time. The question before a removal is in
// the same dialog, since there is never a dialog above a dialog.

import { formatTime } from "@tabstop/engine/metrics";
import { ApiError } from "@tabstop/contract/client";
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { mediaUrl } from "../shell/data/api-base.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { checkedWords } from "../ui/checked-words.ts";
import { CheckIcon, FlagIcon } from "../ui/icons.tsx";
import { matchesMedia } from "../ui/media.ts";
import { ErrorNotice, StatusNotice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { bannerText } from "./banner-text.ts";
import { type Board, removeTime, useBoard } from "./queries.ts";
import { WatchedRun } from "./watched-run.tsx";

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
  /** `chosen` is the user whose run is shown: no one at first, because the audit records who watches a run. */
  | { readonly kind: "board"; readonly done: string | null; readonly chosen: number | null }
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
  const [stage, setStage] = useState<Stage>({ kind: "board", done: null, chosen: null });
  const board = useBoard(userId, example.id);
  const isRunning = useRef(false);
  const firstButton = useRef<HTMLButtonElement>(null);
  const textId = useId();

  // The pressed button is gone with its step: focus the safe action of the next step.
  const step = stage.kind === "board" ? "board" : "asking";
  useEffect(() => firstButton.current?.focus(), [step]);

  const backToBoard = (done: string | null, chosen: number | null = null) =>
    setStage({ kind: "board", done, chosen });
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

  if (stage.kind === "board") {
    const chosen = board.data?.find((entry) => entry.user_id === stage.chosen) ?? null;
    return (
      <Dialog
        open
        wide
        title={<span className="board-title">Board of {example.title}</span>}
        onClose={onClose}
        actions={
          <>
            <p className="board-foot-note t3 small">
              Notes are seen by admins only. Nothing is refused because of one.
            </p>
            {chosen === null ? null : (
              <Button
                look="danger-quiet"
                aria-label={`Remove this time: ${chosen.username}, ${formatTime(chosen.best_time_ms)}`}
                onClick={() => setStage({ kind: "asking", entry: chosen, problem: null })}
              >
                Remove this time
              </Button>
            )}
            <Button ref={firstButton} data-first-focus onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {stage.done === null ? null : (
          <div className="board-done">
            <StatusNotice success>{stage.done}</StatusNotice>
          </div>
        )}
        <BoardView
          userId={userId}
          exampleId={example.id}
          board={board}
          chosen={chosen}
          onChoose={(entry) => backToBoard(null, entry.user_id)}
        />
      </Dialog>
    );
  }

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
        if (!isRemoving) backToBoard(null, entry.user_id);
      }}
      actions={
        <RemoveActions
          firstButton={firstButton}
          isRemoving={isRemoving}
          onCancel={() => backToBoard(null, entry.user_id)}
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

/** The times on the left, the chosen run on the right; in a narrow window one below the other. */
function BoardView({
  userId,
  exampleId,
  board: { data, problem, error, query },
  chosen,
  onChoose,
}: {
  readonly userId: number;
  readonly exampleId: number;
  readonly board: ReturnType<typeof useBoard>;
  readonly chosen: Entry | null;
  readonly onChoose: (entry: Entry) => void;
}): ReactNode {
  const run = useRef<HTMLDivElement>(null);
  const chosenId = chosen?.user_id ?? null;
  // Below the list, the run would be out of sight.
  useEffect(() => {
    if (chosenId !== null && matchesMedia(stacked)) run.current?.scrollIntoView({ block: "start" });
  }, [chosenId]);
  if (error instanceof ApiError && error.status === 404)
    return (
      <p className="board-only t2">
        There is no board: the course is a draft that learners do not see, or the example was deleted.
      </p>
    );
  if (data === undefined)
    return (
      <div className="board-only">
        {problem === null ? (
          <Skeleton widths={[92, 84, 88]} label="Loading leaderboard..." />
        ) : (
          <QueryProblem query={query} text={() => problem} />
        )}
      </div>
    );
  if (data.length === 0)
    return (
      <div className="board-only">
        {problem === null ? null : <QueryProblem query={query} text={() => problem} />}
        <p className="t2">No times recorded yet. Complete this example to be the first!</p>
      </div>
    );
  return (
    <>
      {problem === null ? null : (
        <div className="board-only">
          <QueryProblem query={query} text={() => problem} />
        </div>
      )}
      <div className="run-view">
        <ol aria-label="Board">
          {data.map((entry) => (
            <li key={entry.user_id}>
              <EntryRow
                entry={entry}
                isChosen={entry.user_id === chosenId}
                onChoose={() => onChoose(entry)}
              />
            </li>
          ))}
        </ol>
        <div className="run-pane" ref={run}>
          {chosen === null ? (
            <p className="t2">
              Choose a time to see how it was typed. The audit records that you have watched the run of
              another user.
            </p>
          ) : (
            <WatchedRun key={chosen.user_id} userId={userId} exampleId={exampleId} entry={chosen} />
          )}
        </div>
      </div>
    </>
  );
}

/** As in statistics.css. */
const stacked = "(max-width: 900px)";

function EntryRow({
  entry,
  isChosen,
  onChoose,
}: {
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const words = checkedWords(entry.unchecked_because);
  return (
    <button
      type="button"
      className="run-row"
      aria-current={isChosen ? "true" : undefined}
      title={entry.email}
      onClick={onChoose}
    >
      <span className="t3 small num">{entry.rank}</span>
      <Avatar
        username={entry.username}
        photo={entry.profile_photo === null ? null : mediaUrl(entry.profile_photo)}
      />
      <span className="run-who">
        <span>{entry.username}</span>
        {entry.has_notes ? (
          <span className="t2" title="has a note">
            <FlagIcon size={13} />
            <span className="sr">, with a note</span>
          </span>
        ) : null}
      </span>
      <span className="mono small t2">{formatTime(entry.best_time_ms)}</span>
      {entry.checked ? (
        <span className="t3" title={words}>
          <CheckIcon size={12} weight={2} />
          <span className="sr">{words}</span>
        </span>
      ) : (
        <span />
      )}
    </button>
  );
}
