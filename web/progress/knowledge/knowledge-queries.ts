// What the screen loads: the constructs of a language, at most a thousand in a response. It is kept on the device.

import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { userKey } from "../../shell/data/query-client.ts";
import type { QueryResult } from "../../shell/data/query-types.ts";
import { useLocalDay } from "../../shell/local-day.ts";
import { type Kept, kept } from "../../shell/kept.tsx";
import { useReloadEachDay } from "../../shell/reload-each-day.ts";
import type { Filter, Knowledge } from "./knowledge-view.ts";

export type KnowledgeQuery = QueryResult<Kept<Knowledge>>;

export function useKnowledge(
  userId: number,
  language: string,
  show: Filter,
  isWanted: boolean,
): KnowledgeQuery {
  const { zone } = useLocalDay();
  const query = useQuery({
    queryKey: userKey(userId, "getKnowledge", language, show),
    queryFn: ({ signal }) => {
      const asked = { show, zone: zone ?? undefined };
      return kept(api("getKnowledge", { params: { language }, query: asked }, { signal }));
    },
    persist: true,
    enabled: isWanted,
  });
  useReloadEachDay(query, isWanted);
  return query;
}
