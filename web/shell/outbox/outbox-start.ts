import { startOutbox } from "./outbox.ts";
import { session } from "../session/session.ts";

/** Called once at the start. Whoever is signed in, on whatever page, sends what waits on this device. */
export function startOutboxOnceSignedIn(): void {
  const look = () => {
    if (session.getSnapshot().kind === "signed-in") startOutbox();
  };
  session.subscribe(look);
  look();
}
