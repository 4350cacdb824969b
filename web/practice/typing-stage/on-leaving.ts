// When a learner leaves a run: they close or hide the page, or log out.

import { session } from "../../shell/session/session.ts";

/** Calls `leave` whenever that happens, until the returned function is called. */
export function onLeaving(leave: () => void): () => void {
  // The system may end a phone's browser without a further event once it is hidden.
  const hide = () => {
    if (document.visibilityState === "hidden") leave();
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", hide);
  const stopBeforeLogOut = session.beforeLogOut(leave);
  return () => {
    removeEventListener("pagehide", leave);
    document.removeEventListener("visibilitychange", hide);
    stopBeforeLogOut();
  };
}
