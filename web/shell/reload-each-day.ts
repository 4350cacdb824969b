// What is due or fading changes at midnight, and with the zone of a traveller.

import { useEffect, useEffectEvent, useRef } from "react";
import type { QueryResult } from "./data/query-types.ts";
import { useLocalDay } from "./local-day.ts";

/** Loads again when the learner's day or zone changes, if what the query loads is wanted. */
export function useReloadEachDay({ refetch }: Pick<QueryResult<unknown>, "refetch">, isWanted = true): void {
  const { day, zone } = useLocalDay();
  const loaded = useRef(`${day} ${zone}`);
  const reload = useEffectEvent(() => {
    if (isWanted) void refetch();
  });
  useEffect(() => {
    const now = `${day} ${zone}`;
    if (loaded.current === now) return;
    loaded.current = now;
    reload();
  }, [day, zone]);
}
