// Registers the service worker, with which a logged-in user can open loaded courses without a network:
// service-worker.js caches the app, query-persister.ts stores the courses.

import { session } from "./session/session.ts";
import { ifSupported } from "../ui/if-supported.ts";
import { workerAddress } from "./browser/trusted-types.ts";

/** Called once when the page starts. A visitor has nothing to practise, so for them nothing is loaded. */
export function startOffline(): void {
  // Browsers have service workers only on https and localhost. None in development, where files change all the time.
  const workers = ifSupported(() => navigator.serviceWorker);
  if (!import.meta.env.PROD || workers === undefined) return;
  const register = () => {
    // If it fails, everything works as long as there is a network.
    ifSupported(() =>
      workers.register(workerAddress("/service-worker.js"), { updateViaCache: "none" }),
    )?.catch(() => {});
  };
  const registerForUser = () => {
    if (session.getSnapshot().kind !== "signed-in") return;
    stop();
    if (document.readyState === "complete") whenIdle(register);
    else addEventListener("load", () => whenIdle(register), { once: true });
  };
  const stop = session.subscribe(registerForUser);
  registerForUser();
}

/** Lets the requests of the page itself go first. */
function whenIdle(run: () => void): void {
  if (ifSupported(() => requestIdleCallback(run, { timeout: 5_000 })) === undefined) setTimeout(run, 1_000);
}
