// Keeps what the bar knows of the review true on any page: it goes with the session, and a lost run is no finished example.

import { queryClient, userKey } from "./data/query-client.ts";
import { forgetDue, noteDue } from "./due-count.ts";
import { outbox } from "./outbox/outbox.ts";
import { session } from "./session/session.ts";

/** Called once when the page starts. */
export function startDueCount(): void {
  session.subscribe(() => {
    if (session.getSnapshot().kind === "none") forgetDue();
  });
  outbox.onDelivery(({ userId }, { kind }) => {
    if (kind === "sent") return;
    noteDue({ kind: "lost", userId });
    void queryClient.invalidateQueries({ queryKey: userKey(userId, "getDueCount") });
  });
}
