// The leaderboard of an example.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useRef } from "react";
import { mediaUrl } from "../shell/data/api-base.ts";
import type { SessionUser } from "../shell/session/session.ts";
import { Link } from "../shell/router/router.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { checkedWords } from "../ui/checked-words.ts";
import { CheckIcon, DashIcon, PlayIcon, PodiumIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import type { Example, Leaderboard } from "./flow.ts";
import { RankMark } from "./medal.tsx";
import { useMovingRows } from "./motion/ending.ts";
import type { BoardPanel } from "./practice-layout.tsx";
import { problemText } from "../shell/data/problem-text.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { useLeaderboard } from "./queries.ts";

/** The leaderboard as the panel beside the code. `example` is null while it is not known. */
export function leaderboardPanel(user: SessionUser, example: Example | null): BoardPanel {
  return { title: "Leaderboard", content: <LeaderboardList user={user} example={example} /> };
}

/** The best times, then after a gap the user's own rank if it is not among them; below, the user's best time. */
function LeaderboardList({
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
      <Ranks board={board.data} user={user} exampleId={example.id} />
      <BoardFoot board={board.data} user={user} example={example} />
    </>
  );
}

/** The user's best time, why it is not checked, and what the marks after the times mean. */
function BoardFoot({
  board,
  user,
  example,
}: {
  readonly board: Leaderboard;
  readonly user: SessionUser;
  readonly example: Example;
}): ReactNode {
  const { leaderboard, userRank, unlisted, has_replay } = board;
  const hasOwnRow = userRank !== null || leaderboard.some((entry) => entry.user_id === user.id);
  const hasChecked = userRank?.checked || leaderboard.some((entry) => entry.checked);
  return (
    <div className="board-foot t3 tiny">
      <p>
        Your best time: <OwnBest timeMs={example.best_time_ms} />
        {has_replay && !hasOwnRow ? <ReplayLink exampleId={example.id} /> : null}
      </p>
      {unlisted !== null ? (
        <p>Not on this board: {checkedWords(unlisted.unchecked_because)}</p>
      ) : userRank !== null && !userRank.checked ? (
        <p className="mark-words">
          <DashIcon size={12} weight={2} /> <span className="sr">Your time: </span>
          {checkedWords(userRank.unchecked_because)}
        </p>
      ) : null}
      {hasChecked ? (
        <p className="mark-words">
          <CheckIcon size={12} weight={2} /> <span className="sr">A time with a tick: </span>
          {checkedWords(null)}
        </p>
      ) : null}
      {leaderboard.length > 0 ? <p>Best time per person.</p> : null}
    </div>
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

function Ranks({
  board,
  user,
  exampleId,
}: {
  readonly board: Leaderboard;
  readonly user: SessionUser;
  readonly exampleId: number;
}): ReactNode {
  const { leaderboard, userRank, has_replay } = board;
  const list = useRef<HTMLDivElement>(null);
  useMovingRows(list, { exampleId, rank: userRank?.rank ?? null, own: user.id });
  if (leaderboard.length === 0)
    return (
      <div className="empty">
        <PodiumIcon size={32} weight={1} />
        <p>No times recorded yet. Complete this example to be the first!</p>
      </div>
    );
  const isListed = leaderboard.some((entry) => entry.user_id === user.id);
  const own: OwnRow = {
    replay: has_replay ? <ReplayLink exampleId={exampleId} /> : null,
    uncheckedBecause: userRank?.unchecked_because ?? null,
  };
  return (
    <div ref={list}>
      <ol className="ranks">
        {leaderboard.map((entry) => (
          <RankRow
            key={entry.user_id}
            userId={entry.user_id}
            rank={entry.rank}
            own={entry.user_id === user.id ? own : null}
            username={entry.username}
            photo={entry.profile_photo}
            timeMs={entry.best_time_ms}
            isChecked={entry.checked}
          />
        ))}
      </ol>
      {userRank !== null && !isListed ? (
        <>
          <div className="gap" aria-hidden="true" />
          <ol className="ranks" start={userRank.rank}>
            <RankRow
              userId={user.id}
              rank={userRank.rank}
              own={own}
              username={user.username}
              photo={user.profile_photo}
              timeMs={userRank.best_time_ms}
              isChecked={userRank.checked}
            />
          </ol>
        </>
      ) : null}
    </div>
  );
}

/** What only the user reads in their own row. */
type OwnRow = {
  readonly replay: ReactNode;
  /** null when the time is checked. */
  readonly uncheckedBecause: UncheckedReason | null;
};

/** `own` is null in the rows of others. */
function RankRow({
  userId,
  rank,
  own,
  username,
  photo,
  timeMs,
  isChecked,
}: {
  readonly userId: number;
  readonly rank: number;
  readonly own: OwnRow | null;
  readonly username: string;
  readonly photo: string | null;
  readonly timeMs: number;
  readonly isChecked: boolean;
}): ReactNode {
  const because = own?.uncheckedBecause ?? null;
  return (
    <li className={own === null ? "rank" : "rank me"} data-row={userId}>
      <span className="pos">
        <RankMark rank={rank} />
      </span>
      <Avatar username={username} photo={photo === null ? null : mediaUrl(photo)} />
      {own === null ? (
        <span className="who" title={username}>
          {username}
        </span>
      ) : (
        <span className="own">
          <span className="who" title={username}>
            You
          </span>
          {own.replay}
        </span>
      )}
      <span className="time">{formatTime(timeMs)}</span>
      {isChecked || because !== null ? <CheckMark uncheckedBecause={isChecked ? null : because} /> : null}
    </li>
  );
}

/** A tick after a checked time, or a dash after an own one that is not checked; the words are its title. */
function CheckMark({ uncheckedBecause }: { readonly uncheckedBecause: UncheckedReason | null }): ReactNode {
  const words = checkedWords(uncheckedBecause);
  const Icon = uncheckedBecause === null ? CheckIcon : DashIcon;
  return (
    <span className="checked" role="img" aria-label={words} title={words}>
      <Icon size={12} weight={2} />
    </span>
  );
}

function ReplayLink({ exampleId }: { readonly exampleId: number }): ReactNode {
  const label = "Watch your best run";
  return (
    <Link to={`/replay/${exampleId}`} className="icon-btn" aria-label={label} title={label}>
      <PlayIcon size={14} />
    </Link>
  );
}
