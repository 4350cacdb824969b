// A race against the ghost of an earlier run: its caret in the code, its mark on the progress bar, and by how much the
// learner is ahead or behind. It stands at the start until the first key, and stops with the learner.
//
// A frame of its own between two keys would cost as much as half a key, and an animation of the browser a third of one.
// So while the learner types, the ghost moves in the frames of their keys, twice a second at most; and by itself
// only while they pause.

import type { Attempt } from "@tabstop/engine/attempt";
import { elapsedMs } from "@tabstop/engine/metrics";
import type { Run } from "../run.ts";
import { ShownText } from "../shown-text.ts";
import { behindMs, type Ghost, moveAt } from "./ghost.ts";
import type { Rival } from "./rival.ts";

export type RaceElements = {
  /** Shown while there is a ghost. */
  readonly race: HTMLElement;
  /** `1.2 s`. */
  readonly raceTime: HTMLElement;
  /** `behind` or `ahead of`. */
  readonly raceSide: HTMLElement;
  /** The mark on the progress bar. */
  readonly raceMark: HTMLElement;
};

const frameMs = 16;
const moveMs = 500;
const textMs = 1_000;

/** Races until the returned function is called, which removes the rival. */
export function startRace(elements: RaceElements, run: Run, ghost: Ghost, rival: Rival): () => void {
  const race = new Race(elements, run, ghost, rival);
  const stops = [
    run.onStartOrEnd((attempt) => race.turn(attempt)),
    run.subscribe(() => race.follow()),
    run.onRest(() => race.goOn()),
  ];
  race.turn(run.attempt);
  return () => {
    for (const stop of stops) stop();
    race.end();
  };
}

class Race {
  readonly #elements: RaceElements;
  readonly #run: Run;
  readonly #ghost: Ghost;
  readonly #rival: Rival;
  readonly #time: ShownText;
  readonly #side: ShownText;
  /** The ghost's last move that is shown. */
  #move = -1;
  #percent = -1;
  #shownAt = 0;
  #writtenAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(elements: RaceElements, run: Run, ghost: Ghost, rival: Rival) {
    // The caller's object loses them when the screen is removed, which is before the race ends.
    const { race, raceTime, raceSide, raceMark } = elements;
    this.#elements = { race, raceTime, raceSide, raceMark };
    this.#run = run;
    this.#ghost = ghost;
    this.#rival = rival;
    this.#time = new ShownText(elements.raceTime);
    this.#side = new ShownText(elements.raceSide);
    elements.race.hidden = false;
    elements.raceMark.hidden = false;
  }

  /** The run has begun, ended or been restarted. */
  turn({ kind }: Attempt): void {
    // Before the first key there is nothing to compare.
    this.#elements.race.toggleAttribute("data-waiting", kind === "ready");
    const now = performance.now();
    this.#show(now);
    this.#write(now);
  }

  /** Draws the ghost with a key of the learner. */
  follow(): void {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    const now = performance.now();
    if (now - this.#shownAt < moveMs) return;
    this.#show(now);
    if (now - this.#writtenAt >= textMs) this.#write(now);
  }

  /** The learner pauses: the ghost moves by itself until the next key. */
  readonly goOn = (): void => {
    if (this.#run.attempt.kind !== "typing") return;
    const now = performance.now();
    this.#show(now);
    const textInMs = textMs - (now - this.#writtenAt);
    if (textInMs <= 0) this.#write(now);
    const next = this.#ghost.moves[this.#move + 1];
    const moveInMs = next === undefined ? textMs : next.ms - elapsedMs(this.#run.attempt, now);
    this.#timer = setTimeout(
      this.goOn,
      Math.max(frameMs, Math.min(moveInMs, textInMs > 0 ? textInMs : textMs)),
    );
  };

  end(): void {
    clearTimeout(this.#timer);
    this.#rival.remove();
    this.#elements.race.hidden = true;
    this.#elements.raceMark.hidden = true;
  }

  #show(now: number): void {
    this.#shownAt = now;
    const ms = elapsedMs(this.#run.attempt, now);
    const { kind } = this.#run.attempt;
    const index = kind === "ready" ? 0 : moveAt(this.#ghost, ms);
    if (index === this.#move) return;
    this.#move = index;
    const move = this.#ghost.moves[index];
    if (move === undefined) return;
    this.#rival.show(move);
    if (move.percent === this.#percent) return;
    this.#percent = move.percent;
    this.#elements.raceMark.style.left = `${move.percent}%`;
  }

  #write(now: number): void {
    this.#writtenAt = now;
    const { attempt } = this.#run;
    const ms = behindMs(this.#ghost, attempt, elapsedMs(attempt, now));
    this.#time.write(`${(Math.abs(ms) / 1_000).toFixed(1)} s`);
    this.#side.write(ms > 0 ? "behind" : "ahead of");
  }
}
