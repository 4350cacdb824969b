// The sentences about a run in the board dialog. Pure.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { longDate } from "../ui/long-date.ts";
import { counted } from "../ui/words.ts";

type Replay = ResponseOf<"getReplay">;
export type Run = NonNullable<Replay["run"]>;
export type Note = NonNullable<Replay["notes"]>[number];

/** The figure that made the note, and after it the rule. */
export type NoteText = { readonly figure: string; readonly rule: string };

/** When it was typed, how much, and how its start looked to the server. */
export function runFacts(run: Run): string {
  const counts = `${counted(run.keystrokes, "keystroke")}, ${counted(run.errors, "error")}`;
  return `${spanText(run)}; ${counts}. ${startText(run)}`;
}

export function noteText(note: Note): NoteText {
  if (note.kind === "even")
    return { figure: `Intervals vary by ${figure(note.percent)}%.`, rule: "Under 4% is noted." };
  return {
    figure: `${figure(note.perSecond)} characters a second for ${figure(note.seconds)} s.`,
    rule: `More than 25 for over 2 s is noted. ${linesText(note.lines)}.`,
  };
}

/** `27 November 2026, 19:04 to 19:05`, in the time zone of the device. */
function spanText({ ended_at, time_ms }: Run): string {
  const end = new Date(ended_at);
  const start = new Date(end.getTime() - time_ms);
  const [from, to] = [start, end].map(minuteText);
  const [day, lastDay] = [start, end].map((instant) => longDate(instant.toISOString()));
  if (day !== lastDay) return `${day}, ${from} to ${lastDay}, ${to}`;
  return from === to ? `${day}, ${from}` : `${day}, ${from} to ${to}`;
}

function minuteText(instant: Date): string {
  return [instant.getHours(), instant.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `started_ms` is the time on the server's clock; what differs is the way of the two requests, or another start. */
function startText({ started_ms, time_ms }: Run): string {
  if (started_ms === null) return "The server noted no start.";
  const seconds = figure(Math.abs(started_ms - time_ms) / 1_000);
  if (seconds === "0") return "The server noted the start at the same time.";
  return `The server noted the start ${seconds} s ${started_ms > time_ms ? "earlier" : "later"}.`;
}

function linesText([from, to]: readonly [number, number]): string {
  if (from === to) return `Line ${from}`;
  return `Lines ${from} ${to === from + 1 ? "and" : "to"} ${to}`;
}

/** With at most one decimal. */
function figure(value: number): string {
  return String(Math.round(value * 10) / 10);
}
