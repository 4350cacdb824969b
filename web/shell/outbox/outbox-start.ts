// Starts both outboxes on any page as soon as a user is logged in, so that what is left on this device is sent: also the
// run that they finished as a visitor.

import { startMemoryOutbox } from "./memory-outbox.ts";
import { outbox, startOutbox } from "./outbox.ts";
import { session } from "../session/session.ts";
import { takeVisitorRun } from "./visitor-run.ts";

/** Called once when the page starts. */
export function startOutboxesOnceLoggedIn(): void {
  const startIfLoggedIn = () => {
    const state = session.getSnapshot();
    if (state.kind !== "signed-in") return;
    startOutbox();
    startMemoryOutbox();
    const run = takeVisitorRun(state.user.id, Date.now());
    if (run !== null) void outbox.add(run);
  };
  session.subscribe(startIfLoggedIn);
  startIfLoggedIn();
}
