// An outbox of this page: outbox-store.ts with IndexedDB, the network, the session and the other tabs.

import { knownPreferences } from "../data/preferences.ts";
import { exclusively } from "../browser/exclusive-lock.ts";
import { abortAfter } from "../browser/within.ts";
import { ifSupported } from "../../ui/if-supported.ts";
import {
  createOutbox,
  type DeliveryWith,
  type Outbox,
  type OutboxStorage,
  type SomeRun,
  type Waiting,
  withoutEvidence,
} from "./outbox-store.ts";
import { session } from "../session/session.ts";

type RequestOptions = { readonly signal: AbortSignal; readonly keepalive: boolean };

export type KindOfRun<R, Body, Answer> = {
  /** Of the channel and of the lock between the tabs. Tabs of an older version know it too. */
  readonly name: string;
  readonly storage: OutboxStorage<R>;
  /** The request for a run at this time of the device. */
  readonly bodyOf: (run: R, now: number) => Body;
  readonly request: (run: R, body: Body, options: RequestOptions) => Promise<Answer>;
};

export type PageOutbox<R, Answer> = Outbox<R, Answer> & {
  /** To be called when a user is logged in; further calls do nothing. */
  readonly start: () => void;
};

/** The message between tabs about a delivered run. Any other message only means that the stored runs changed. */
type Delivered<R, Answer> = { readonly run: R; readonly delivery: DeliveryWith<Answer> };

/** After this time without a response the run is sent again. */
const responseWithinMs = 30_000;

/**
 * In characters. All bodies that a browser goes on sending for a closed page have 64 KiB together, and it refuses one
 * beyond that. A run with a longer body is sent with its log while the page is open, and without it when the page is
 * closed.
 */
const longestKeptBody = 25_000;

// Long: a closure over the outbox and its channel; its functions are short.
export function createPageOutbox<R extends SomeRun, Body, Answer>(
  kind: KindOfRun<R, Body, Answer>,
): PageOutbox<R, Answer> {
  // Firefox throws here when cookies are blocked.
  const channel = ifSupported(() => new BroadcastChannel(kind.name));
  let isStarted = false;

  /** Other tabs need not know immediately: they read the storage again when they are used. */
  function announce(message: "changed" | Delivered<R, Answer>): void {
    ifSupported(() => channel?.postMessage(message));
  }

  const outbox = createOutbox<R, Answer>({
    storage: kind.storage,
    send,
    userId: loggedInId,
    later: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    // In a browser without locks two tabs may send the same run, which counts once.
    exclusively: (run) => exclusively(kind.name, run),
    announceChange: () => announce("changed"),
    announceDelivery: (run, delivery) => announce({ run, delivery }),
  });

  function send(run: R | Waiting<R>): Promise<Answer> {
    // The learner may have turned it off since the run. While this page does not know it, the server drops the evidence.
    const isWanted = knownPreferences(run.userId)?.sendsKeystrokes !== false;
    const body = kind.bodyOf(isWanted ? run : (withoutEvidence(run) ?? run), Date.now());
    // Also while the page is closed, unless the device has the run for the next page.
    const keepalive = !("isOnDevice" in run && run.isOnDevice) && !isLarge(run);
    return kind.request(run, body, { signal: abortAfter(responseWithinMs), keepalive });
  }

  /** The page may be gone for good: runs that only it has, and whose request ends with it, are sent once more. */
  function sendLargeWithoutLog(): void {
    for (const run of outbox.getSnapshot())
      if (!run.isOnDevice && isLarge(run)) void send(withoutEvidence(run) ?? run).catch(() => {});
  }

  function isLarge(run: R): boolean {
    return JSON.stringify(kind.bodyOf(run, Date.now())).length > longestKeptBody;
  }

  /** While a run is kept only in the page, the browser asks before it closes the page. */
  function askBeforeLeaving(): void {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    outbox.subscribe(() => {
      // Only while it is needed: browsers do not cache a page with this listener for the back button.
      if (outbox.getSnapshot().some((run) => !run.isOnDevice)) addEventListener("beforeunload", ask);
      else removeEventListener("beforeunload", ask);
    });
  }

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    let userId: number | null = null;
    const follow = () => {
      const next = loggedInId();
      if (next === userId) return;
      userId = next;
      void outbox.reread();
      if (next !== null) void outbox.flush();
    };
    session.subscribe(follow);
    follow();
    addEventListener("online", () => void outbox.flush());
    // Timers do not run while a device sleeps.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && outbox.getSnapshot().length > 0) void outbox.flush();
    });
    // A page from the back/forward cache missed the messages of the other tabs.
    addEventListener("pageshow", (event) => {
      if (event.persisted) void outbox.flush();
    });
    channel?.addEventListener("message", ({ data }: MessageEvent<Partial<Delivered<R, Answer>> | string>) => {
      if (typeof data === "object" && data.run && data.delivery)
        outbox.deliveredElsewhere(data.run, data.delivery);
      else void outbox.reread();
    });
    addEventListener("pagehide", sendLargeWithoutLog);
    askBeforeLeaving();
  }

  return { ...outbox, start };
}

function loggedInId(): number | null {
  const state = session.getSnapshot();
  return state.kind === "signed-in" ? state.user.id : null;
}
