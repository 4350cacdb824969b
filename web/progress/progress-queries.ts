// What the progress screen loads. All of it is also stored on the device, so that it is there without a network.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { useState } from "react";
import { api } from "../shell/data/api.ts";
import { useQuery } from "../shell/data/query.ts";
import { userKey } from "../shell/data/query-client.ts";
import type { QueryResult } from "../shell/data/query-types.ts";
import { useLocalDay } from "../shell/local-day.ts";
import { type Choice, spanOf } from "./choice.ts";
import { type Kept, kept } from "../shell/kept.tsx";
import { useReloadEachDay } from "../shell/reload-each-day.ts";

export type ShownProgress = ResponseOf<"getProgress"> & {
  /** The days that were asked for; neither for all days. */
  readonly span: ReturnType<typeof spanOf>;
};

/** What the parts of the screen show. Each is undefined while it loads, and when it could not be loaded. */
export type ProgressParts = {
  /** A language of which there is nothing counts as not chosen. */
  readonly choice: Choice;
  readonly query: QueryResult<Kept<ShownProgress>>;
  /** Of the period and the language; while they are loading, of those before. */
  readonly ofChoice: ShownProgress | undefined;
  /** Of the language, whatever the period is. */
  readonly ofLanguage: ShownProgress | undefined;
  /** Of all time and all languages. */
  readonly ofAll: ShownProgress | undefined;
};

export function useProgress(userId: number, chosen: Choice): ProgressParts {
  const { day, zone } = useLocalDay();
  const [last, setLast] = useState<{
    readonly data: ShownProgress | undefined;
    readonly language: string | null;
  }>({ data: undefined, language: null });
  // Of the newest response: an older one, kept of another choice, may lack a language that has come since.
  const [known, setKnown] = useState<{ readonly at: number; readonly languages: readonly string[] } | null>(
    null,
  );
  const isOther = chosen.language !== null && known?.languages.includes(chosen.language) === false;
  const choice: Choice = { period: chosen.period, language: isOther ? null : chosen.language };
  const { period, language } = choice;
  // The day is not in the key: without a network, what is stored of the day before is shown.
  const query = useQuery({
    queryKey: userKey(userId, "getProgress", period.id, language ?? ""),
    queryFn: ({ signal }) => {
      const span = spanOf(period, day);
      const asked = { zone: zone ?? undefined, ...span, language: language ?? undefined };
      return kept(
        api("getProgress", { query: asked }, { signal }).then((progress) => ({ ...progress, span })),
      );
    },
    persist: true,
  });
  useReloadEachDay(query);
  const data = query.data?.answer;
  if (query.data !== undefined && query.data.at > (known?.at ?? 0))
    setKnown({ at: query.data.at, languages: query.data.answer.languages });
  if (data !== undefined && (last.data !== data || last.language !== language)) setLast({ data, language });
  const isComing = query.error === null;
  return {
    choice,
    query,
    ofChoice: data ?? (isComing ? last.data : undefined),
    ofLanguage: data ?? (isComing || last.language === language ? last.data : undefined),
    ofAll: data ?? last.data,
  };
}

/** What comes due on the next days. */
export function useDueDays(userId: number): QueryResult<Kept<ResponseOf<"getReview">>> {
  const { zone } = useLocalDay();
  const query = useQuery({
    queryKey: userKey(userId, "getReview"),
    queryFn: ({ signal }) => kept(api("getReview", { query: { zone: zone ?? undefined } }, { signal })),
    persist: true,
  });
  useReloadEachDay(query);
  return query;
}
