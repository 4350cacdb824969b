// The use cases of what comes before a lesson, by endpoint.

import type { home } from "@tabstop/contract/home";
import type { HandlersOf } from "../../handler.ts";
import type { Landing } from "./landing.ts";

export type HomeDeps = { readonly landing: Landing };

export function homeHandlers({ landing }: HomeDeps): Pick<HandlersOf<typeof home>, "getLanding"> {
  return { getLanding: () => landing.read() };
}
