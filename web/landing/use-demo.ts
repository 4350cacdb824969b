// Runs the demonstration while it can be seen, unless the visitor has stopped it or prefers reduced motion.

import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { ifSupported } from "../ui/if-supported.ts";
import { followMedia, matchesMedia } from "../ui/media.ts";
import { firstMoment, momentAfter, pauseAfter, type Picture, pictureOf } from "./demo.ts";

/** Time to look at the page before the first key. */
const startsAfterMs = 900;

export function useDemo(place: RefObject<HTMLElement | null>): {
  readonly picture: Picture;
  readonly isStopped: boolean;
  readonly toggle: () => void;
} {
  const [moment, setMoment] = useState(firstMoment);
  const [isStopped, setIsStopped] = useState(false);
  const isStill = useSyncExternalStore(followMotion, prefersStillness, () => true);
  const isSeen = useIsSeen(place);
  const isRunning = isSeen && !isStill && !isStopped;

  useEffect(() => {
    if (!isRunning) return;
    const pause = moment === firstMoment ? startsAfterMs : pauseAfter(moment, Math.random());
    const timer = setTimeout(() => setMoment(momentAfter(moment)), pause);
    return () => clearTimeout(timer);
  }, [isRunning, moment]);

  return { picture: pictureOf(moment), isStopped, toggle: () => setIsStopped((before) => !before) };
}

/** Whether any part of the element is in a visible window. */
function useIsSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isInside, setIsInside] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = ifSupported(
      () => new IntersectionObserver((entries) => setIsInside(entries.at(-1)?.isIntersecting === true)),
    );
    if (observer === undefined) return setIsInside(true);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  const isShown = useSyncExternalStore(
    followVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  return isInside && isShown;
}

const stillness = "(prefers-reduced-motion: reduce)";

function prefersStillness(): boolean {
  return matchesMedia(stillness);
}

function followMotion(changed: () => void): () => void {
  return followMedia(stillness, changed);
}

function followVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
