// The playhead of a replay: where it is, whether it moves and how fast. It is outside React, which draws it from
// snapshots.

export type Speed = 1 | 2 | 4;
export const speeds: readonly Speed[] = [1, 2, 4];

export type PlaybackState = {
  /** Ms since the first key, from 0 to the run's duration. */
  readonly positionMs: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
};

/** What moves the playhead while it plays. Tests replace it. */
export type FrameClock = {
  /** Calls back once, soon, with the time in ms on a monotonic clock; the function that it returns prevents that. */
  request(draw: (now: number) => void): () => void;
};

/** After a frame that came later than this, the page was hidden or the computer slept: the run does not rush on. */
const longestFrameMs = 1_000;

/** Presses of a key in a row are at most this far apart. */
const againWithinMs = 700;

/** Paused at the start. */
export class Playback {
  readonly durationMs: number;
  readonly #slips: readonly number[];
  readonly #clock: FrameClock;
  readonly #listeners = new Set<() => void>();
  #state: PlaybackState = { positionMs: 0, isPlaying: false, speed: 1 };
  #cancel: (() => void) | null = null;
  #drawnAt: number | null = null;

  constructor(durationMs: number, slips: readonly number[], clock: FrameClock = browserFrames) {
    this.durationMs = durationMs;
    this.#slips = slips;
    this.#clock = clock;
  }

  readonly state = (): PlaybackState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      // No screen shows it any longer.
      if (this.#listeners.size === 0) this.pause();
    };
  };

  /** Plays on, from the start if it is at the end. */
  play(): void {
    if (this.#state.isPlaying) return;
    const { positionMs } = this.#state;
    this.#set({ positionMs: positionMs >= this.durationMs ? 0 : positionMs, isPlaying: true });
    this.#drawnAt = null;
    this.#request();
  }

  pause(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#state.isPlaying) this.#set({ isPlaying: false });
  }

  toggle(): void {
    if (this.#state.isPlaying) this.pause();
    else this.play();
  }

  /** Moves the playhead, within the run. It plays on if it was playing, unless this is the end. */
  seek(ms: number): void {
    const positionMs = Math.min(this.durationMs, Math.max(0, ms));
    this.#set({ positionMs });
    if (positionMs >= this.durationMs) this.pause();
  }

  seekBy(ms: number): void {
    this.seek(this.#state.positionMs + ms);
  }

  /**
   * Moves to the slip before or after the playhead; nothing happens if there is none. While it plays, a slip that it has
   * just passed is not the one before: a second press in a row goes on to the slip before that one.
   */
  seekSlip(direction: "before" | "after"): void {
    const { positionMs } = this.#state;
    const found =
      direction === "after"
        ? this.#slips.find((slip) => slip > positionMs)
        : this.#slips.findLast((slip) => slip < positionMs - this.#justPlayedMs());
    if (found !== undefined) this.seek(found);
  }

  #justPlayedMs(): number {
    return this.#state.isPlaying ? againWithinMs * this.#state.speed : 0;
  }

  setSpeed(speed: Speed): void {
    this.#set({ speed });
  }

  #request(): void {
    this.#cancel = this.#clock.request((now) => this.#advance(now));
  }

  #advance(now: number): void {
    const elapsed = this.#drawnAt === null ? 0 : Math.min(longestFrameMs, Math.max(0, now - this.#drawnAt));
    this.#drawnAt = now;
    this.seekBy(elapsed * this.#state.speed);
    if (this.#state.isPlaying) this.#request();
  }

  #set(change: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const browserFrames: FrameClock = {
  request(draw) {
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  },
};
