// What the screen loads: the constructs of a language, at most a thousand in a response. It is kept on the device.

import { deviceZone } from "../../shell/browser/device-zone.ts";
import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { userKey } from "../../shell/data/query-client.ts";
import type { QueryResult } from "../../shell/data/query-types.ts";
import { type Kept, kept } from "../kept.tsx";
import type { Filter, Knowledge } from "./knowledge-view.ts";

export type KnowledgeQuery = QueryResult<Kept<Knowledge>>;

export function useKnowledge(
  userId: number,
  language: string,
  show: Filter,
  isWanted: boolean,
): KnowledgeQuery {
  return useQuery({
    queryKey: userKey(userId, "getKnowledge", language, show),
    queryFn: ({ signal }) => {
      const query = { show, zone: deviceZone() ?? undefined };
      return kept(api("getKnowledge", { params: { language }, query }, { signal }));
    },
    persist: true,
    enabled: isWanted,
  });
}
