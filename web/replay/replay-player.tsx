// Plays a run: its code, its speed, and the controls. Used by the replay screen and by the dashboard's board dialog.

import "../typing/figures.css";
import "../ui/ways.css";
import "./replay.css";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { prepare } from "@tabstop/engine/example";
import { accuracy, formatTime } from "@tabstop/engine/metrics";
import { logFromText, replayPacked } from "@tabstop/engine/packed-log";
import { type ReactNode, useId, useMemo, useRef, useSyncExternalStore } from "react";
import { Button } from "../ui/button.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { progressOf } from "../typing/run.ts";
import { Playback, speeds } from "./playback.ts";
import { attemptAt, type Replay, replayOf, stepAt } from "./replay.ts";
import { ReplayCode } from "./replay-code.tsx";
import { SpeedChart } from "./speed-chart.tsx";
import { usePlayerKeys } from "./use-player-keys.ts";

type PlayerProps = {
  readonly text: string;
  readonly tokens: Tokens | null;
  /** The packed log as the server sends it. */
  readonly log: string;
  /** `page`: with the figures of a run; `dialog`: small, with only its clock. */
  readonly look: "page" | "dialog";
  /** The switch for single-character shortcuts outside the player; off by default. */
  readonly areDigitsOn?: () => boolean;
  /** At the end of the controls. */
  readonly wayOn?: ReactNode;
};

/** Starts paused at the first key. Says so when the log cannot be replayed. */
export function ReplayPlayer(props: PlayerProps): ReactNode {
  const { text, log, wayOn } = props;
  const replay = useMemo(() => readRun(text, log), [text, log]);
  if (typeof replay === "string")
    return (
      <div className="replay-missing">
        <p>{replay}</p>
        {wayOn}
      </div>
    );
  return <Player {...props} replay={replay} />;
}

/** The run, or the sentence that says why there is none. */
function readRun(text: string, log: string): Replay | string {
  const example = prepare(text);
  const packed = logFromText(log);
  const read = packed === null ? null : replayPacked(example, packed);
  if (!read?.ok) return "This run cannot be shown: its keystrokes could not be read.";
  return (
    replayOf(example, read.log) ??
    "This run cannot be shown: its keystrokes do not lead to the end of the code."
  );
}

const nothingOn = () => false;

function Player({
  replay,
  tokens,
  look,
  areDigitsOn = nothingOn,
  wayOn,
}: PlayerProps & { readonly replay: Replay }): ReactNode {
  const playback = useMemo(() => new Playback(replay.durationMs, replay.slips), [replay]);
  const player = useRef<HTMLDivElement>(null);
  usePlayerKeys(player, playback, areDigitsOn);
  return (
    <>
      {look === "page" ? <Figures replay={replay} playback={playback} /> : null}
      {look === "page" ? (
        <ReplayCode replay={replay} tokens={tokens} playback={playback} />
      ) : (
        <div className="code-frame">
          <ReplayCode replay={replay} tokens={tokens} playback={playback} />
        </div>
      )}
      <div className={`player is-in-${look}`} role="group" aria-label="Replay" ref={player}>
        <SpeedChart replay={replay} playback={playback} />
        <div className="player-bar">
          <PlayButton playback={playback} isPrimary={look === "page"} />
          <SpeedChoice playback={playback} />
          {look === "dialog" ? <Clock playback={playback} /> : null}
          <span className="slip-key t3 small">
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="4" />
            </svg>
            slip
          </span>
          {wayOn}
        </div>
      </div>
    </>
  );
}

function PlayButton({
  playback,
  isPrimary,
}: {
  readonly playback: Playback;
  readonly isPrimary: boolean;
}): ReactNode {
  const { isPlaying } = usePlayback(playback);
  return (
    <span className="play">
      <Button look={isPrimary ? "primary" : "secondary"} onClick={() => playback.toggle()}>
        {isPlaying ? <PauseIcon size={14} /> : <PlayIcon size={14} />}
        <span>{isPlaying ? "Pause" : "Play"}</span>
      </Button>
    </span>
  );
}

function SpeedChoice({ playback }: { readonly playback: Playback }): ReactNode {
  const { speed } = usePlayback(playback);
  const name = useId();
  return (
    <fieldset className="ways">
      <legend className="sr">Speed of the replay</legend>
      {speeds.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={one === speed}
            onChange={() => playback.setSpeed(one)}
            onPointerUp={(event) => {
              // After a choice by pointer the arrows move the playhead, not the choice. The click, which gives the
              // focus where the press did not, follows.
              const { currentTarget } = event;
              requestAnimationFrame(() => currentTarget.blur());
            }}
          />
          {one}×
        </label>
      ))}
    </fieldset>
  );
}

/** The figures of the run at the playhead, in the look of the practice screen. */
function Figures({ replay, playback }: { readonly replay: Replay; readonly playback: Playback }): ReactNode {
  const { positionMs, isPlaying } = usePlayback(playback);
  const attempt = attemptAt(replay, stepAt(replay, positionMs));
  const percent = progressOf(attempt);
  const [clock, hundredths] = clockTexts(positionMs);
  return (
    <>
      <div className="stats of-replay" translate="no">
        <span className="timer" role="timer" dir="ltr">
          <span>{clock}</span>
          <small>{hundredths}</small>
        </span>
        <span className="stat">of {formatTime(replay.durationMs)}</span>
        <span className="state">{isPlaying ? "Playing" : "Paused"}</span>
        <span className="stat stat-box">
          <b>{`${accuracy(attempt.cursor, attempt.errors)}%`}</b> accuracy
        </span>
        <span className="stat stat-box is-errors">
          <b>{attempt.errors}</b> {attempt.errors === 1 ? "error" : "errors"}
        </span>
        <span className="stat stat-box push">
          <b>{`${percent}%`}</b>
        </span>
      </div>
      <div
        className="progress"
        role="progressbar"
        aria-label="Typed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ transform: `translateX(${percent - 100}%)` }} />
      </div>
    </>
  );
}

function Clock({ playback }: { readonly playback: Playback }): ReactNode {
  const [clock, hundredths] = clockTexts(usePlayback(playback).positionMs);
  return (
    <>
      <span className="player-clock" role="timer" dir="ltr" translate="no">
        {clock}
        <small>{hundredths}</small>
      </span>
      <span className="t3 small num">of {formatTime(playback.durationMs)}</span>
    </>
  );
}

function usePlayback(playback: Playback) {
  return useSyncExternalStore(playback.subscribe, playback.state);
}

/** Such as `00:18` and `.40`. */
function clockTexts(ms: number): readonly [string, string] {
  const text = formatTime(ms);
  return [text.slice(0, -3), text.slice(-3)];
}
