import type { ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError } from "@tabstop/contract/client";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { queryClient, userKey } from "../../shell/data/query-client.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice, StatusNotice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { deviceName } from "./device-name.ts";
import { longDate } from "../../ui/long-date.ts";
import { problemSentence } from "./problem-sentence.ts";
import { Setting } from "./setting.tsx";

type Session = ResponseOf<"listSessions">["sessions"][number];
type Note = { readonly kind: "ended" | "problem"; readonly text: string };

const all = "all";

// Long: the list and the actions that change it.
export function SessionList({ userId }: { readonly userId: number }): ReactNode {
  const key = userKey(userId, "listSessions");
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api("listSessions", undefined, { signal })).sessions,
  });
  /** The session that is being ended, or `all`. */
  const [ending, setEnding] = useState<string | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const noteElement = useRef<HTMLDivElement>(null);

  const end = async (which: string, call: () => Promise<unknown>, done: string) => {
    if (ending !== null) return;
    setEnding(which);
    setNote(null);
    let next: Note = { kind: "ended", text: done };
    try {
      await call();
    } catch (error) {
      // The session had already ended.
      if (!(error instanceof ApiError && error.status === 404))
        next = { kind: "problem", text: problemSentence(error, "The session could not be ended") };
    }
    await queryClient.whenLoaded(key);
    flushSync(() => {
      setEnding(null);
      setNote(next);
    });
    // The button that was pressed is gone with its session.
    noteElement.current?.focus();
  };
  const endOne = (session: Session) => {
    const name = deviceName(session.user_agent);
    void end(
      session.id,
      () => api("endSession", { params: { sessionId: session.id } }),
      `The session of ${name} has ended.`,
    );
  };

  return (
    <Setting title="Sessions" about="Where you are logged in.">
      <div className="min-w-0">
        {list.isPending ? <Skeleton widths={[40, 55, 45]} label="Loading sessions..." /> : null}
        <QueryProblem
          query={list}
          text={(error) => problemSentence(error, "Your sessions could not be loaded")}
        />
        {list.data === undefined ? null : (
          <>
            <ul className="list">
              {inOrder(list.data).map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  ending={ending === session.id}
                  onEnd={() => endOne(session)}
                />
              ))}
            </ul>
            {list.data.some((session) => !session.current) ? (
              <div className="mt-3">
                <Button
                  busy={ending === all && "Ending..."}
                  onClick={() =>
                    void end(all, () => api("endOtherSessions"), "All other sessions have ended.")
                  }
                >
                  End all others
                </Button>
              </div>
            ) : null}
          </>
        )}
        <div ref={noteElement} tabIndex={-1} className="session-note">
          {note?.kind === "ended" ? <StatusNotice>{note.text}</StatusNotice> : null}
          {note?.kind === "problem" ? <ErrorNotice>{note.text}</ErrorNotice> : null}
        </div>
      </div>
    </Setting>
  );
}

function SessionRow({
  session,
  ending,
  onEnd,
}: {
  readonly session: Session;
  readonly ending: boolean;
  readonly onEnd: () => void;
}): ReactNode {
  const name = deviceName(session.user_agent);
  return (
    <li>
      <div className="session-name">
        <div className="font-medium">{name}</div>
        <div className="t3 small">
          {session.current
            ? `Logged in on ${longDate(session.created_at)}`
            : `Last used on ${longDate(session.last_used_at)}`}
        </div>
      </div>
      {session.current ? (
        <span className="tag push">This device</span>
      ) : (
        <span className="push">
          <Button size="small" aria-label={`End ${name}`} busy={ending && "Ending..."} onClick={onEnd}>
            End
          </Button>
        </span>
      )}
    </li>
  );
}

/** This device first, then the one used last. */
function inOrder(sessions: readonly Session[]): readonly Session[] {
  return [...sessions].sort(
    (one, other) =>
      Number(other.current) - Number(one.current) || other.last_used_at.localeCompare(one.last_used_at),
  );
}
