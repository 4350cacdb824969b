import { type ReactNode, useEffect, useState } from "react";
import { outbox, useWaitingRuns } from "../shell/outbox.ts";
import { queryClient } from "../shell/query-client.ts";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { noteDelivery } from "./queries.ts";

/** What waits to be sent, and what the server would not take; and the place where deliveries change what was loaded. */
export function UnsentRuns({ userId }: { readonly userId: number }): ReactNode {
  const client = queryClient;
  const waiting = useWaitingRuns();
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
      {waiting.length > 0 ? (
        <p className="unsent small" role="status">
          {waiting.length === 1
            ? "1 result is not saved yet. "
            : `${waiting.length} results are not saved yet. `}
          It is kept on this device and sent again.
        </p>
      ) : null}
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
