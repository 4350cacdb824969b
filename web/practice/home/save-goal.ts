import { savePreferences } from "../../shell/data/preferences.ts";
import { queryClient } from "../../shell/data/query-client.ts";
import type { Kept } from "../../shell/kept.tsx";
import { homeKey } from "../queries.ts";
import type { Goal, Home } from "./home-words.ts";

/** Rejects as `api` does, and with TooLate. */
export async function saveGoal(userId: number, goalMinutes: Goal): Promise<void> {
  await savePreferences(userId, { goalMinutes });
  queryClient.setQueryData<Kept<Home>>(
    homeKey(userId),
    (old) => old && { ...old, answer: { ...old.answer, goalMinutes } },
  );
}
