// Responses that are kept on the device with the time at which they came, so that they are shown without a network, with
// that time.

import type { ReactNode } from "react";
import type { QueryResult } from "./data/query-types.ts";
import { canTryAgain } from "./query-problem.tsx";
import { ifSupported } from "../ui/if-supported.ts";
import { ErrorNotice } from "../ui/notice.tsx";

/** `at`: when it came, ms since 1970. */
export type Kept<T> = { readonly at: number; readonly answer: T };

export async function kept<T>(request: Promise<T>): Promise<Kept<T>> {
  return { answer: await request, at: Date.now() };
}

/** Above what an earlier request brought: why it is not newer, and from when it is. Nothing without an error or data. */
export function KeptNotice({
  query: { data, error, refetch },
  text,
}: {
  readonly query: Pick<QueryResult<Kept<unknown>>, "data" | "error" | "refetch">;
  /** The sentence about the error; it gets a full stop where it has none. */
  readonly text: (error: Error) => string;
}): ReactNode {
  if (data === undefined || error === null) return null;
  const said = text(error);
  return (
    <ErrorNotice isMild onRetry={canTryAgain(error) ? () => void refetch() : undefined}>
      {/[.!?]$/.test(said) ? said : `${said}.`} {asOfText(data.at)}
    </ErrorNotice>
  );
}

/** 'As of 27 November, 18:40.' */
export function asOfText(at: number): string {
  const format = ifSupported(
    () =>
      new Intl.DateTimeFormat("en-GB", {
        ...{ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
      }),
  );
  // The format itself writes 'at' between the two.
  return `As of ${format?.format(at).replace(" at ", ", ") ?? new Date(at).toISOString()}.`;
}
