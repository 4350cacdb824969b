// Starts both outboxes on any page as soon as a user is logged in, so that what is left on this device is sent.

import { startMemoryOutbox } from "./memory-outbox.ts";
import { startOutbox } from "./outbox.ts";
import { session } from "../session/session.ts";

/** Called once when the page starts. */
export function startOutboxesOnceLoggedIn(): void {
  const startIfLoggedIn = () => {
    if (session.getSnapshot().kind !== "signed-in") return;
    startOutbox();
    startMemoryOutbox();
  };
  session.subscribe(startIfLoggedIn);
  startIfLoggedIn();
}
