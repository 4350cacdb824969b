// Counts the accounts and how many of them practised recently.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { countUsers } from "../store/accounts/accounts.ts";
import { countActive } from "../store/statistics/statistics.ts";
import type { Store } from "../store/store.ts";

const dayMs = 86_400_000;

/** Active: saved progress or completed an example in the last 24 hours, 7 days or 30 days. */
export async function getUserStats({
  store,
  now,
}: {
  readonly store: Store;
  readonly now: () => number;
}): Promise<HandlerResult<"getUserStats">> {
  const at = now();
  return store.read(async (db) => {
    const [daily = 0, weekly = 0, monthly = 0] = await countActive(
      db,
      [1, 7, 30].map((days) => at - days * dayMs),
    );
    return {
      totalUsers: await countUsers(db),
      dailyActiveUsers: daily,
      weeklyActiveUsers: weekly,
      monthlyActiveUsers: monthly,
    };
  });
}
