// Which use case serves which endpoint. An endpoint without a handler here is not served and not in
// `/api/openapi.json`.

import { setTimeout } from "node:timers/promises";
import { instantText } from "@tabstop/contract/text";
import type { site } from "@tabstop/contract/site";
import { type AccountsDeps, accountsHandlers } from "../accounts/handlers.ts";
import { type AuthoringDeps, authoringHandlers } from "../authoring/handlers.ts";
import { DomainError } from "../domain-error.ts";
import type { HandlersOf } from "../handler.ts";
import { type LearningDeps, learningHandlers } from "../learning/handlers.ts";
import { type HomeDeps, homeHandlers } from "../learning/home/handlers.ts";
import { firstKeptMonth } from "../learning/days/kept-months.ts";
import { openTaughtConstructs } from "../learning/memory/taught-constructs.ts";
import { progressHandlers } from "../learning/progress/handlers.ts";
import { unpackHistory } from "../learning/memory/history.ts";
import { type ReviewDeps, reviewHandlers } from "../learning/review/handlers.ts";
import { type StatisticsDeps, statisticsHandlers } from "../statistics/handlers.ts";
import { type Store, StoreUnavailable } from "../store/store.ts";
import type { Handlers } from "./endpoints.ts";

type SiteDeps = {
  readonly store: Store;
  readonly now: () => number;
  readonly isStopping: () => boolean;
};

export type Deps = Omit<AccountsDeps, "readHistory"> &
  LearningDeps &
  HomeDeps &
  Omit<ReviewDeps, "taughtConstructs"> &
  AuthoringDeps &
  Omit<StatisticsDeps, "firstKeptMonth"> &
  SiteDeps;

/** Shorter than the limit of most proxies for a response to their check. */
const readyLimitMs = 2_000;

export function routes(deps: Deps): Handlers {
  const taughtConstructs = openTaughtConstructs();
  return {
    ...accountsHandlers({ ...deps, readHistory: unpackHistory }),
    ...learningHandlers(deps),
    ...homeHandlers(deps),
    ...reviewHandlers({ ...deps, taughtConstructs }),
    ...progressHandlers({ ...deps, taughtConstructs }),
    ...statisticsHandlers({ ...deps, firstKeptMonth }),
    ...authoringHandlers(deps),
    ...siteHandlers(deps),
  };
}

function siteHandlers({ store, now, isStopping }: SiteDeps): HandlersOf<typeof site> {
  const greeting = () => ({ message: "Tabstop answers.", time: instantText(now()) });
  return {
    test: async () => ({ ...greeting(), method: "GET" }),
    testPost: async ({ body }) => ({ ...greeting(), method: "POST", received: body }),
    health: async () => {
      await store.ping();
      return { status: "ok" };
    },
    ready: async () => {
      if (isStopping())
        throw new DomainError("UNAVAILABLE", "This server is stopping. Try again in a moment.", {
          retryAfterS: 2,
        });
      const tooLate = new AbortController();
      try {
        await Promise.race([store.ping(), noResponse(tooLate.signal)]);
      } finally {
        tooLate.abort();
      }
      return { status: "ready" };
    },
  };
}

async function noResponse(signal: AbortSignal): Promise<never> {
  await setTimeout(readyLimitMs, undefined, { signal });
  throw new StoreUnavailable(`no response within ${readyLimitMs} ms`);
}
