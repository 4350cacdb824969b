import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { persistently } from "./lazy-screen.ts";
import { useSession } from "./session.ts";

type Dialog = ComponentType<{ readonly endsAt: number | null }>;

/**
 * Warns a signed-in person before the session ends. The dialog is loaded with the first warning; if it does not come,
 * nobody sees a countdown, and a session that ran out unseen is refreshed.
 */
export function SessionWarning(): ReactNode {
  const state = useSession();
  const endsAt = state.kind === "signed-in" ? state.warning : null;
  const [Known, setKnown] = useState<Dialog | null>(null);
  const isWanted = endsAt !== null && Known === null;
  useEffect(() => {
    if (!isWanted) return;
    persistently(() => import("./session-dialog.tsx")).then(
      ({ SessionDialog }) => setKnown(() => SessionDialog),
      () => {},
    );
  }, [isWanted]);
  return Known === null ? null : <Known endsAt={endsAt} />;
}
