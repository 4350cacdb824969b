// Loads and shows the countdown dialog when the session is about to end.

import type { ReactNode } from "react";
import { useSession } from "./session.ts";
import { useLazyModule } from "../browser/use-lazy-module.ts";

const loadDialog = () => import("./session-dialog.tsx");

/**
 * Warns the user before the session ends. The dialog is loaded with the first warning; if loading fails, there is no
 * visible countdown, and the session is refreshed.
 */
export function SessionWarning(): ReactNode {
  const state = useSession();
  const endsAt = state.kind === "signed-in" ? state.warning : null;
  const dialog = useLazyModule(endsAt !== null, loadDialog);
  return dialog === null || dialog === "failed" ? null : <dialog.SessionDialog endsAt={endsAt} />;
}
