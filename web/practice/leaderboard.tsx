// The leaderboard of an example.

import { formatTime } from "@tabstop/engine/metrics";
import type { ReactNode } from "react";
import { mediaUrl } from "../shell/data/api-base.ts";
import type { SessionUser } from "../shell/session/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { PodiumIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import type { Example, Leaderboard } from "./flow.ts";
import { RankMark } from "./medal.tsx";
import { problemText } from "../shell/data/problem-text.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { useLeaderboard } from "./queries.ts";

/** The best times, then after a gap the user's own rank if it is not among them; below, the user's best time. */
export function LeaderboardList({
  user,
  example,
}: {
  readonly user: SessionUser;
  readonly example: Example | null;
}): ReactNode {
  const exampleId = example?.id ?? null;
  const board = useLeaderboard(user.id, exampleId);
  if (example === null) return null;
  if (board.isPending)
    return (
      <div className="board-note">
        <Skeleton widths={[92, 84, 88, 70, 76]} />
      </div>
    );
  const problem =
    board.error === null ? null : (
      <div className="board-note">
        <QueryProblem
          isMild
          query={board}
          text={(error) => problemText(error, "Failed to load leaderboard (Status: {code})")}
        />
      </div>
    );
  if (board.data === undefined) return problem;
  return (
    <>
      {problem}
      <Ranks board={board.data} user={user} />
      <p className="board-foot t3 tiny">
        Your best time: <OwnBest timeMs={example.best_time_ms} />
        {board.data.leaderboard.length > 0 ? (
          <>
            <br />
            Best time per person.
          </>
        ) : null}
      </p>
    </>
  );
}

/** '--:--' before the first run with a time, which a screen reader would spell. */
function OwnBest({ timeMs }: { readonly timeMs: number | null }): ReactNode {
  return (
    <>
      <span className="time" aria-hidden={timeMs === null ? true : undefined}>
        {formatTime(timeMs)}
      </span>
      {timeMs === null ? <span className="sr">none yet</span> : null}
    </>
  );
}

function Ranks({ board, user }: { readonly board: Leaderboard; readonly user: SessionUser }): ReactNode {
  const { leaderboard, userRank } = board;
  if (leaderboard.length === 0)
    return (
      <div className="empty">
        <PodiumIcon size={32} weight={1} />
        <p>No times recorded yet. Complete this example to be the first!</p>
      </div>
    );
  const isListed = leaderboard.some((entry) => entry.user_id === user.id);
  return (
    <>
      <ol className="ranks">
        {leaderboard.map((entry) => (
          <RankRow
            key={entry.user_id}
            rank={entry.rank}
            name={entry.user_id === user.id ? null : entry.username}
            username={entry.username}
            photo={entry.profile_photo}
            timeMs={entry.best_time_ms}
          />
        ))}
      </ol>
      {userRank !== null && !isListed ? (
        <>
          <div className="gap" aria-hidden="true" />
          <ol className="ranks" start={userRank.rank}>
            <RankRow
              rank={userRank.rank}
              name={null}
              username={user.username}
              photo={user.profile_photo}
              timeMs={userRank.best_time_ms}
            />
          </ol>
        </>
      ) : null}
    </>
  );
}

/** `name` is null in the user's own row. */
function RankRow({
  rank,
  name,
  username,
  photo,
  timeMs,
}: {
  readonly rank: number;
  readonly name: string | null;
  readonly username: string;
  readonly photo: string | null;
  readonly timeMs: number;
}): ReactNode {
  return (
    <li className={name === null ? "rank me" : "rank"}>
      <span className="pos">
        <RankMark rank={rank} />
      </span>
      <Avatar username={username} photo={photo === null ? null : mediaUrl(photo)} />
      <span className="who" title={username}>
        {name ?? "You"}
      </span>
      <span className="time">{formatTime(timeMs)}</span>
    </li>
  );
}
