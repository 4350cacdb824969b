import type { ReactNode } from "react";
import { useSession } from "./session.ts";
import { useLazyModule } from "../browser/use-lazy-module.ts";

const loadDialog = () => import("./session-dialog.tsx");

/**
 * Warns a signed-in person before the session ends. The dialog is loaded with the first warning; if it does not come,
 * nobody sees a countdown, and a session that ran out unseen is refreshed.
 */
export function SessionWarning(): ReactNode {
  const state = useSession();
  const endsAt = state.kind === "signed-in" ? state.warning : null;
  const late = useLazyModule(endsAt !== null, loadDialog);
  return late === null || late === "failed" ? null : <late.SessionDialog endsAt={endsAt} />;
}
