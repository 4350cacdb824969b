// What a learner's home loads, and the goal that is changed in it.

import { api } from "../../shell/data/api.ts";
import { savePreferences } from "../../shell/data/preferences.ts";
import { useQuery } from "../../shell/data/query.ts";
import { queryClient, userKey } from "../../shell/data/query-client.ts";
import { type Kept, kept } from "../../shell/kept.tsx";
import { useLocalDay } from "../../shell/local-day.ts";
import { useReloadEachDay } from "../../shell/reload-each-day.ts";
import type { Goal, Home } from "./home-words.ts";

const homeKey = (userId: number) => userKey(userId, "getHome");

/** Not kept in memory, so that it is as new as the visit to it. */
export function useHome(userId: number) {
  const { zone } = useLocalDay();
  const query = useQuery({
    queryKey: homeKey(userId),
    queryFn: ({ signal }) => kept(api("getHome", { query: { zone: zone ?? undefined } }, { signal })),
    persist: true,
    gcTime: 0,
  });
  useReloadEachDay(query);
  return query;
}

/** Rejects as `api` does, and with TooLate. */
export async function saveGoal(userId: number, goalMinutes: Goal): Promise<void> {
  await savePreferences(userId, { goalMinutes });
  queryClient.setQueryData<Kept<Home>>(
    homeKey(userId),
    (old) => old && { ...old, answer: { ...old.answer, goalMinutes } },
  );
}
