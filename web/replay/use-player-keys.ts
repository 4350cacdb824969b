// Listens to the keys of a replay.

import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Playback } from "./playback.ts";
import { type PlayerFocus, playerAction } from "./player-keys.ts";

/**
 * The keys act anywhere in the page's main part, or in the dialog that holds the player. `areDigitsOn` is the switch for
 * single-character shortcuts; within the player they always act.
 */
export function usePlayerKeys(
  player: RefObject<HTMLElement | null>,
  playback: Playback,
  areDigitsOn: () => boolean,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { current } = player;
    if (event.defaultPrevented || current === null || !isFor(current, event.target)) return;
    const isInPlayer = event.target instanceof Node && current.contains(event.target);
    const action = playerAction(event, focusOf(event.target), isInPlayer || areDigitsOn());
    if (action === null) return;
    event.preventDefault();
    action(playback);
  });
  useEffect(() => {
    const off = new AbortController();
    document.addEventListener("keydown", (event) => onKey(event), { signal: off.signal });
    return () => off.abort();
  }, []);
}

/** Whether a key pressed here may be meant for the player: an open dialog beside it takes all keys. */
function isFor(player: HTMLElement, target: EventTarget | null): boolean {
  const dialog = player.closest("dialog");
  if (document.querySelector("dialog[open]") !== dialog) return false;
  const surroundings = dialog ?? player.closest("main");
  return target === document.body || (target instanceof Node && surroundings?.contains(target) === true);
}

function focusOf(target: EventTarget | null): PlayerFocus {
  if (!(target instanceof HTMLElement)) return "page";
  if (target.matches("input[type=radio]")) return "radio";
  if (target.isContentEditable || target.matches("input, select, textarea")) return "field";
  if (target.matches("[role=slider]")) return "slider";
  return target.closest("a, button, summary") === null ? "page" : "button";
}
