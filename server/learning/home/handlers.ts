// The use cases of what comes before a lesson, by endpoint.

import type { home } from "@tabstop/contract/home";
import type { HandlersOf } from "../../handler.ts";
import type { Store } from "../../store/store.ts";
import { getCourseFigures } from "./get-course-figures.ts";
import { getHome } from "./get-home.ts";
import type { Landing } from "./landing.ts";

export type HomeDeps = {
  readonly store: Store;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly landing: Landing;
};

export function homeHandlers(deps: HomeDeps): HandlersOf<typeof home> {
  return {
    getHome: ({ principal, query }) => getHome(deps, principal, query),
    getCourseFigures: ({ principal, params, query }) =>
      getCourseFigures(deps, principal, { ...params, ...query }),
    getLanding: () => deps.landing.read(),
  };
}
