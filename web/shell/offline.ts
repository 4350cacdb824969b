// Whoever is signed in can open what was loaded before without a network: service-worker.js keeps the app for that,
// query-persister.ts the courses.

import { session } from "./session/session.ts";
import { workerAddress } from "./browser/trusted-types.ts";

/** Called once at the start. A visitor, who has nothing to practise, loads nothing for it. */
export function startOffline(): void {
  // There are service workers on https and on localhost only, and none while developing, where files change by the minute.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const look = () => {
    if (session.getSnapshot().kind !== "signed-in") return;
    stop();
    if (document.readyState === "complete") whenIdle(register);
    else addEventListener("load", () => whenIdle(register), { once: true });
  };
  const stop = session.subscribe(look);
  look();
}

function register(): void {
  // Without it everything works, as long as there is a network.
  navigator.serviceWorker
    .register(workerAddress("/service-worker.js"), { updateViaCache: "none" })
    .catch(() => {});
}

/** Not in the way of what the page itself loads. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 1_000);
}
