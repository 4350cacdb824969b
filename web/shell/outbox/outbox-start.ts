// Starts the outbox on any page as soon as a user is logged in, so that results left on this device are sent.

import { startOutbox } from "./outbox.ts";
import { session } from "../session/session.ts";

/** Called once when the page starts. */
export function startOutboxOnceLoggedIn(): void {
  const startIfLoggedIn = () => {
    if (session.getSnapshot().kind === "signed-in") startOutbox();
  };
  session.subscribe(startIfLoggedIn);
  startIfLoggedIn();
}
