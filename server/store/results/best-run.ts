// The run of a learner's best time.

import { type RawBuilder, sql } from "kysely";

/**
 * The key of the attempt that set the learner's best time, where `progress` and `example` are joined: null without such
 * a time, and when the attempt was deleted because of its age. Of runs of the same time a checked one comes first, then
 * the earlier one, as in `best-times.ts`.
 */
export function keyOfBest(userId: number): RawBuilder<string> {
  return sql<string>`(
    select timed.attempt_key from attempt as timed
    where timed.example_id = example.id and timed.user_id = ${userId} and timed.time_ms = progress.best_time_ms
      and timed.code_version = example.code_version and timed.removed = 0 and progress.code_version = example.code_version
    order by timed.checked desc, timed.ended_at, timed.attempt_key limit 1)`;
}
