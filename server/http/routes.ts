// Which use case serves which endpoint. An endpoint without a handler here is not served and not in
// `/api/openapi.json`.

import { instantText } from "@tabstop/contract/text";
import type { site } from "@tabstop/contract/site";
import { type AccountsDeps, accountsHandlers } from "../accounts/handlers.ts";
import { type AuthoringDeps, authoringHandlers } from "../authoring/handlers.ts";
import type { HandlersOf } from "../handler.ts";
import { type LearningDeps, learningHandlers } from "../learning/handlers.ts";
import { type StatisticsDeps, statisticsHandlers } from "../statistics/handlers.ts";
import type { Handlers } from "./endpoints.ts";

export type Deps = AccountsDeps & LearningDeps & AuthoringDeps & StatisticsDeps;

export function routes(deps: Deps): Handlers {
  return {
    ...accountsHandlers(deps),
    ...learningHandlers(deps),
    ...statisticsHandlers(deps),
    ...authoringHandlers(deps),
    ...siteHandlers(deps),
  };
}

function siteHandlers({ store, now }: Pick<Deps, "store" | "now">): HandlersOf<typeof site> {
  const greeting = () => ({ message: "Tabstop answers.", time: instantText(now()) });
  return {
    test: async () => ({ ...greeting(), method: "GET" }),
    testPost: async ({ body }) => ({ ...greeting(), method: "POST", received: body }),
    health: async () => {
      await store.ping();
      return { status: "ok" };
    },
  };
}
