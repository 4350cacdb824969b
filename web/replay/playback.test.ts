import { describe, expect, test } from "vitest";
import { type FrameClock, Playback } from "./playback.ts";

/** Frames that come when the test says so. */
class Frames implements FrameClock {
  #draw: ((now: number) => void) | null = null;
  #now = 1_000;

  request(draw: (now: number) => void): () => void {
    this.#draw = draw;
    return () => {
      this.#draw = null;
    };
  }
  get isWaiting(): boolean {
    return this.#draw !== null;
  }
  pass(ms: number): void {
    this.#now += ms;
    const draw = this.#draw;
    this.#draw = null;
    draw?.(this.#now);
  }
}

function playbackOf(durationMs = 10_000, slips: readonly number[] = [2_000, 5_000]) {
  const frames = new Frames();
  const playback = new Playback(durationMs, slips, frames);
  return { frames, playback, position: () => playback.state().positionMs };
}

/** The first frame only says what time it is. */
function playing(playback: Playback, frames: Frames): void {
  playback.play();
  frames.pass(16);
}

describe("the playhead", () => {
  test("starts paused at the first key", () => {
    const { playback, frames } = playbackOf();
    expect(playback.state()).toEqual({ positionMs: 0, isPlaying: false, speed: 1 });
    expect(frames.isWaiting).toBe(false);
  });

  test.each([1, 2, 4] as const)("moves with the time of the run, %d times as fast", (speed) => {
    const { playback, frames, position } = playbackOf();
    playback.setSpeed(speed);
    playing(playback, frames);
    frames.pass(16);
    frames.pass(484);
    expect(position()).toBe(500 * speed);
  });

  test("stops at the end, and plays from the start after that", () => {
    const { playback, frames, position } = playbackOf(1_000);
    playing(playback, frames);
    frames.pass(900);
    frames.pass(900);
    expect(playback.state()).toMatchObject({ positionMs: 1_000, isPlaying: false });
    expect(frames.isWaiting).toBe(false);
    playback.toggle();
    expect(position()).toBe(0);
    expect(playback.state().isPlaying).toBe(true);
  });

  test("stays in its place while paused", () => {
    const { playback, frames, position } = playbackOf();
    playing(playback, frames);
    frames.pass(300);
    playback.pause();
    frames.pass(300);
    playback.play();
    frames.pass(5_000);
    expect(position()).toBe(300);
  });

  test("does not rush on after the page was hidden", () => {
    const { playback, frames, position } = playbackOf();
    playing(playback, frames);
    frames.pass(60_000);
    expect(position()).toBe(1_000);
  });

  test("moves within the run, and to the slips beside it", () => {
    const { playback, position } = playbackOf();
    const moves = [
      () => playback.seekBy(-1_000),
      () => playback.seekSlip("before"),
      () => playback.seekSlip("after"),
      () => playback.seekSlip("after"),
      () => playback.seekSlip("after"),
      () => playback.seekBy(1_000),
      () => playback.seekSlip("before"),
      () => playback.seek(99_999),
      () => playback.seekSlip("before"),
    ];
    const positions = moves.map((move) => {
      move();
      return position();
    });
    expect(positions).toEqual([0, 0, 2_000, 5_000, 5_000, 6_000, 5_000, 10_000, 5_000]);
  });

  test.each([1, 2, 4] as const)("goes back from slip to slip while it plays, %d times as fast", (speed) => {
    const { playback, frames, position } = playbackOf();
    playback.seek(9_000);
    playback.setSpeed(speed);
    playing(playback, frames);
    const positions = Array.from({ length: 3 }, () => {
      playback.seekSlip("before");
      const reached = position();
      frames.pass(300);
      return reached;
    });
    expect(positions[0]).toBe(5_000);
    expect(positions[1]).toBe(2_000);
    expect(positions[2]).toBeGreaterThan(2_000);
  });

  test("plays on after a move, and stops when no screen shows it", () => {
    const { playback, frames } = playbackOf();
    const leave = playback.subscribe(() => undefined);
    playing(playback, frames);
    playback.seek(3_000);
    expect(playback.state().isPlaying).toBe(true);
    leave();
    expect(playback.state().isPlaying).toBe(false);
    expect(frames.isWaiting).toBe(false);
  });
});
