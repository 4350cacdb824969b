// What a screen says when a part of it could not be loaded, or could not be loaded again.

import { ApiError } from "@tabstop/contract/client";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ifSupported } from "../ui/if-supported.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import type { QueryResult } from "./data/query-types.ts";

export type ShownQuery = Pick<QueryResult<unknown>, "data" | "error" | "loadedAt" | "refetch">;

/**
 * The error of a query, in the place of its data or above it; nothing while there is none. Above older data it says from
 * when the data is. 'Try Again' is offered only where it can help, otherwise `wayOn`.
 */
export function QueryProblem({
  query: { data, error, loadedAt, refetch },
  text,
  wayOn = null,
  isMild = false,
}: {
  readonly query: ShownQuery;
  /** The sentence about the error; it gets a full stop where another sentence follows. */
  readonly text: (error: Error) => ReactNode;
  /** A link or a button for what does not exist or is not for this user. */
  readonly wayOn?: ReactNode;
  /** Above older data it does not interrupt: on the practice screen someone may be typing. */
  readonly isMild?: boolean;
}): ReactNode {
  if (error === null) return null;
  const action = canTryAgain(error) ? (
    <Button size="small" onClick={() => void refetch()}>
      Try Again
    </Button>
  ) : (
    wayOn
  );
  if (data === undefined) return <ErrorNotice action={action}>{text(error)}</ErrorNotice>;
  const said = text(error);
  return (
    <ErrorNotice isMild={isMild} action={action}>
      {typeof said === "string" && !/[.!?]$/.test(said) ? `${said}.` : said} {ageText(loadedAt)}
    </ErrorNotice>
  );
}

/** Whether the same request may succeed at another try: not when the server knows and refuses it. */
export function canTryAgain(error: unknown): boolean {
  // An error without a code is not from this server but from a proxy.
  if (!(error instanceof ApiError) || error.code === null || error.status >= 500) return true;
  return [401, 408, 429].includes(error.status);
}

/** From when the shown data is. `loadedAt` in ms; 0 when the data was loaded on an earlier visit. */
export function ageText(loadedAt: number, now: number = Date.now()): string {
  if (loadedAt === 0) return "What is shown is from an earlier visit.";
  const isToday = new Date(loadedAt).toDateString() === new Date(now).toDateString();
  const format = ifSupported(
    () =>
      new Intl.DateTimeFormat("en-GB", {
        ...{ hour: "2-digit", minute: "2-digit" },
        ...(isToday ? {} : { day: "numeric", month: "long" }),
      }),
  );
  // Such as '18:40', and '27 November, 18:40': the format itself writes 'at' between the two.
  const time = format?.format(loadedAt).replace(" at ", ", ") ?? new Date(loadedAt).toISOString();
  return `What is shown is from ${time}.`;
}
