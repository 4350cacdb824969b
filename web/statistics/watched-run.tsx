// One run of the board dialog: when and how it was typed, what an admin may want to know about it, and its replay.

import { ApiError } from "@tabstop/contract/client";
import { formatTime } from "@tabstop/engine/metrics";
import type { ReactNode } from "react";
import { ReplayPlayer } from "../replay/replay-player.tsx";
import { mediaUrl } from "../shell/data/api-base.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { checkedWords } from "../ui/checked-words.ts";
import { CheckIcon, FlagIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { type Board, useWatchedRun } from "./queries.ts";
import { type Note, noteText, runFacts } from "./run-facts.ts";

type Entry = Board[number];

/** Loading it is recorded in the audit: mount it only when the admin has chosen the entry. */
export function WatchedRun({
  userId,
  exampleId,
  entry,
}: {
  readonly userId: number;
  readonly exampleId: number;
  readonly entry: Entry;
}): ReactNode {
  const { data, problem, error, query } = useWatchedRun(userId, exampleId, entry);
  return (
    <section className="watched-run is-in-dialog" aria-label={`Run of ${entry.username}`}>
      <div className="watched-head">
        <span className="watched-photo">
          <Avatar
            username={entry.username}
            photo={entry.profile_photo === null ? null : mediaUrl(entry.profile_photo)}
          />
        </span>
        <span className="board-who">
          <span>
            <b>{entry.username}</b>{" "}
            <span className="watched-time mono small t2">{formatTime(entry.best_time_ms)}</span>
          </span>
          <span className="t3 tiny">{entry.email}</span>
        </span>
        <span className="checked-words small t2">
          {entry.checked ? <CheckIcon size={12} weight={2} /> : null}
          {checkedWords(entry.unchecked_because)}
        </span>
      </div>
      {error instanceof ApiError && error.status === 404 ? (
        <p className="t2">This example no longer has a board.</p>
      ) : problem === null ? null : (
        <QueryProblem query={query} text={() => problem} />
      )}
      {data === undefined && problem === null ? (
        <Skeleton widths={[84, 60, 92, 70]} label="Loading run..." />
      ) : null}
      {data?.run === null ? <p className="t2">No keystrokes were sent with this time.</p> : null}
      {data === undefined || data.run === null ? null : (
        <>
          <p className="t3 small">{runFacts(data.run)}</p>
          <Notes notes={data.notes ?? []} />
          <ReplayPlayer
            text={data.example.code_content}
            tokens={data.example.tokens}
            log={data.run.log}
            look="dialog"
          />
        </>
      )}
    </section>
  );
}

function Notes({ notes }: { readonly notes: readonly Note[] }): ReactNode {
  return (
    <section className="notes">
      <h3 className="sr">Notes</h3>
      {notes.length === 0 ? (
        <p className="t2">No notes.</p>
      ) : (
        <ul>
          {notes.map(noteText).map(({ figure, rule }) => (
            <li key={figure}>
              <FlagIcon />
              <span>
                <b>{figure}</b> <span className="t2">{rule}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
