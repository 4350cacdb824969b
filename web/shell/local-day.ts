// The device's calendar day and time zone, for what is asked again on each day.

import { useSyncExternalStore } from "react";
import { deviceZone } from "./browser/device-zone.ts";

export type LocalDay = {
  /** Such as `2026-12-01`. */
  readonly day: string;
  readonly zone: string | null;
};

/** A timer does not count the time for which the device sleeps, so a long wait has several. */
const longestWaitMs = 600_000;

let now: LocalDay | null = null;

/** Renders again when the day or the zone changes, also after a sleep or a journey. */
export function useLocalDay(): LocalDay {
  return useSyncExternalStore(follow, read);
}

/** How long to wait from this moment until the day may have changed. */
export function untilNextDayMs(at: Date): number {
  const midnight = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
  return Math.min(longestWaitMs, Math.max(1_000, midnight - at.getTime()));
}

function read(): LocalDay {
  const at = new Date();
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const zone = deviceZone();
  if (now === null || now.day !== day || now.zone !== zone) now = { day, zone };
  return now;
}

function follow(changed: () => void): () => void {
  let timer = setTimeout(wait, untilNextDayMs(new Date()));
  function wait() {
    timer = setTimeout(wait, untilNextDayMs(new Date()));
    changed();
  }
  const events = ["focus", "pageshow"] as const;
  for (const event of events) addEventListener(event, changed);
  document.addEventListener("visibilitychange", changed);
  return () => {
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, changed);
    document.removeEventListener("visibilitychange", changed);
  };
}
