import { type ReactNode, useEffect, useState } from "react";
import { outbox } from "../shell/outbox.ts";
import { queryClient } from "../shell/query-client.ts";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { noteDelivery } from "./queries.ts";
import { useUnsavedRuns, whereItWaits } from "./unsaved-runs.ts";

/** What waits to be sent, and what the server would not take; and the place where deliveries change what was loaded. */
export function UnsentRuns({
  userId,
  except,
}: {
  readonly userId: number;
  /** The attempt whose result is on the screen and speaks for itself. */
  readonly except: string | null;
}): ReactNode {
  const client = queryClient;
  const unsaved = useUnsavedRuns().filter((run) => run.attemptId !== except);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(
    () =>
      outbox.onDelivery((run, delivery) => {
        if (run.userId !== userId) return;
        noteDelivery(client, run, delivery);
        if (delivery.kind === "gone")
          setRefused(`“${run.exampleTitle}” is no longer there, so its result could not be saved.`);
        else if (delivery.kind === "refused")
          setRefused(`The result of “${run.exampleTitle}” could not be saved. ${delivery.message}`);
      }),
    [client, userId],
  );
  return (
    <>
      <p className="unsent small" role="status">
        {unsaved.length === 0
          ? null
          : `${unsaved.length === 1 ? "1 result is" : `${unsaved.length} results are`} not saved yet. ${whereItWaits(unsaved)}`}
      </p>
      {refused !== null ? (
        <div className="unsent is-refused small" role="alert">
          {refused}
          <IconButton label="Dismiss" onClick={() => setRefused(null)}>
            <CloseIcon />
          </IconButton>
        </div>
      ) : null}
    </>
  );
}
