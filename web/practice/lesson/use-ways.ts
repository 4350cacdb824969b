// Which ways of typing a learner has for the example on the screen, and in which they type it.

import { useEffect } from "react";
import { useDueCount } from "../../shell/due-count.ts";
import { useWaitingRuns } from "../../shell/outbox/outbox.ts";
import { useHeldWhileTyping } from "../../typing/held-while-typing.ts";
import type { Way } from "../memory/memory-task.ts";
import { loadMemoryParts } from "./load-memory-parts.ts";
import type { PracticePlace } from "../use-place.ts";

export type Ways = {
  /** Copy for an example that the learner has not completed, whatever the address says. */
  readonly way: Way;
  /** The way that the address names. */
  readonly named: Way;
  /** Whether the learner has finished any example; before that there is nothing to choose. */
  readonly areOffered: boolean;
  /** Whether this example is completed, or its completion waits to be sent. */
  readonly isUnlocked: boolean;
};

export function useWays(userId: number, { loaded, place, way }: PracticePlace): Ways {
  const waiting = useWaitingRuns();
  const example = place?.example ?? null;
  const isUnlocked =
    example !== null &&
    (example.status === "completed" ||
      waiting.some((run) => run.userId === userId && run.exampleId === example.id));
  const prefetched = isUnlocked ? example.id : null;
  useEffect(() => {
    if (prefetched === null) return undefined;
    let isOver = false;
    let stop = () => {};
    loadMemoryParts().then(
      ({ prefetchReviewExample }) => {
        // What is hidden is then on the device, also without a network.
        if (!isOver) stop = prefetchReviewExample(userId, prefetched);
      },
      // They are loaded again when they are needed, with a word if that fails.
      () => {},
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [userId, prefetched]);
  // The lesson knows it too, until the server has said it.
  const hasFinished =
    useDueCount(userId)?.hasFinished === true ||
    isUnlocked ||
    (loaded?.chapters.some(({ examples }) => examples.some(({ status }) => status === "completed")) ?? false);
  const areOffered = useHeldWhileTyping(hasFinished);
  return { way: isUnlocked ? way : "copy", named: way, areOffered, isUnlocked };
}
