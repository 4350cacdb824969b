// The packed log: the bytes in which the keystrokes of a run are sent and stored, about two for each key.
//
// Format. The version, then the events in order. An event is a varint, `zigzag(difference) * 8 + kind`, where
// `difference` is the number of whole ms since the event before it, by times `floor(at - first at)`. A text event then
// has its number of code points and each of them as a varint, so that no byte sequence is a broken character and a lone
// surrogate survives. An event whose text is exactly the expected step leaves the text out: the replay knows it. A
// varint has 7 bits in a byte, the lowest first, and has no more bytes than it needs.
//
// A log comes from anywhere. So it is read in two passes: the first reads the bytes and checks every limit, the second
// replays, and only that one normalises or segments text. What a replay costs is bounded by the number of events and the
// longest step of the example.

import { type Attempt, type Keystroke, type KeystrokeLog, newAttempt, reduce } from "./attempt.ts";
import { type PreparedExample, textOfStep } from "./example.ts";
import { isUnseen } from "./fit.ts";

/** In bytes. A longer log is not sent. */
export const longestPackedLog = 65_536;

const version = 1;
const mostEvents = 20_000;
/** In one event. */
const mostCodePoints = 1_000;
/** One directly after another; invisible characters between them do not count as a break. */
const mostMarks = 8;
/** The longest distance of an event from the first, in ms: 34 years. All sums of them stay exact. */
const furthestMs = 2 ** 40;

/** The numbers of the kinds of an event; `show` (help with a hidden character) has no effect in a replay. */
const kinds = ["step", "text", "enter", "tab", "backspace", "delete-word", "delete-line", "show"] as const;

/** What a run records: keystrokes, and where the learner asked for help. */
export type RunEvent = Keystroke | { readonly kind: "show"; readonly at: number };

/** `step` is the text that the code expected. */
export type PackedEvent = RunEvent | { readonly kind: "step"; readonly at: number };

/**
 * The log as bytes, with its times as whole ms since the first event. Keystrokes without an effect are left out: a log of
 * `Run` has none. Returns null when the log is longer than the limits allow. Never throws for a log that `Run` made.
 */
export function packLog(example: PreparedExample, log: readonly RunEvent[]): Uint8Array | null {
  const bytes = [version];
  let attempt = newAttempt(example);
  let events = 0;
  let first = 0;
  let before = 0;
  for (const event of log) {
    const next = event.kind === "show" ? attempt : reduce(attempt, event);
    if (next === attempt && event.kind !== "show") continue;
    if (events === 0) first = event.at;
    const at = Math.floor(event.at - first);
    const isStep = event.kind === "text" && event.text === textOfStep(example, attempt.step);
    if (!isWithinTime(at)) return null;
    writeVarint(bytes, zigzag(at - before) * 8 + kinds.indexOf(isStep ? "step" : event.kind));
    if (event.kind === "text" && !isStep) {
      if (!isTextWithinLimits(event.text)) return null;
      const points = Array.from(event.text, (character) => character.codePointAt(0) ?? 0);
      writeVarint(bytes, points.length);
      for (const point of points) writeVarint(bytes, point);
    }
    events += 1;
    if (events > mostEvents || bytes.length > longestPackedLog) return null;
    before = at;
    attempt = next;
  }
  return Uint8Array.from(bytes);
}

/**
 * The attempt to which a packed log leads, and its keystrokes that changed something, the first at 0. The attempt may be
 * unfinished. Never throws: `why` says what is wrong with the bytes.
 * @param observer `onShow` is called with the attempt at which the learner asked for help, `onKey` with the attempt
 * before and after each keystroke that changed something
 */
export function replayPacked(
  example: PreparedExample,
  packed: Uint8Array,
  { onShow, onKey }: ReplayObserver = {},
):
  | { readonly ok: true; readonly attempt: Attempt; readonly log: KeystrokeLog }
  | { readonly ok: false; readonly why: string } {
  const events = readEvents(packed);
  if (typeof events === "string") return { ok: false, why: events };
  let attempt = newAttempt(example);
  const log: Keystroke[] = [];
  for (const event of events) {
    if (event.kind === "show") {
      onShow?.(attempt);
      continue;
    }
    if (attempt.kind === "done") return { ok: false, why: "an event after the last character" };
    const keystroke: Keystroke =
      event.kind === "step" ? { kind: "text", text: textOfStep(example, attempt.step), at: event.at } : event;
    const next = reduce(attempt, keystroke);
    if (next !== attempt) {
      log.push(keystroke);
      onKey?.(attempt, next, keystroke);
    }
    attempt = next;
  }
  return { ok: true, attempt, log };
}

type ReplayObserver = {
  readonly onShow?: (attempt: Attempt) => void;
  readonly onKey?: (before: Attempt, after: Attempt, keystroke: Keystroke) => void;
};

/** The packed log as base64url without padding, as JSON carries it. */
export function logToText(packed: Uint8Array): string {
  let text = "";
  for (let at = 0; at < packed.length; at += 3) {
    const left = packed.length - at;
    const bits = ((packed[at] ?? 0) << 16) | ((packed[at + 1] ?? 0) << 8) | (packed[at + 2] ?? 0);
    text += digitOf(bits >>> 18) + digitOf(bits >>> 12);
    if (left > 1) text += digitOf(bits >>> 6);
    if (left > 2) text += digitOf(bits);
  }
  return text;
}

/** The bytes of such a text; null when it is not what `logToText` makes, or longer than a log may be. */
export function logFromText(text: string): Uint8Array | null {
  const length = Math.floor((text.length * 3) / 4);
  if (length > longestPackedLog || text.length % 4 === 1) return null;
  const packed = new Uint8Array(length);
  let bits = 0;
  let count = 0;
  let to = 0;
  for (let at = 0; at < text.length; at++) {
    const value = valuesOfDigits[text.charCodeAt(at)] ?? -1;
    if (value === -1) return null;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      packed[to++] = bits >>> count;
    }
  }
  // Bits beyond the last byte are 0, so that each log has one text.
  return (bits & ((1 << count) - 1)) === 0 ? packed : null;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const valuesOfDigits = Int8Array.from({ length: 128 }, (_, code) =>
  digits.indexOf(String.fromCharCode(code)),
);

function digitOf(bits: number): string {
  return digits.charAt(bits & 63);
}

/** The events as they were packed, without their example; null for bytes that are no packed log. */
export function eventsIn(packed: Uint8Array): readonly PackedEvent[] | null {
  const events = readEvents(packed);
  return typeof events === "string" ? null : events;
}

/** Reads all events and checks all limits, without a look at the example; a text says what is wrong. */
function readEvents(packed: Uint8Array): readonly PackedEvent[] | string {
  if (packed.length > longestPackedLog) return `${packed.length} bytes, at most ${longestPackedLog}`;
  if (packed[0] !== version) return packed.length === 0 ? "no bytes" : `version ${packed[0]}, not ${version}`;
  const reader = { packed, at: 1 };
  const events: PackedEvent[] = [];
  let at = 0;
  while (reader.at < packed.length) {
    if (events.length === mostEvents) return `more than ${mostEvents} events`;
    const head = readVarint(reader);
    if (head === null) return `no whole number at byte ${reader.at}`;
    const kind = kinds[head % 8] ?? "show";
    at += unzigzag(Math.floor(head / 8));
    if (!isWithinTime(at)) return `an event ${at} ms after the first`;
    if (kind !== "text") {
      events.push({ kind, at });
      continue;
    }
    const text = readText(reader);
    if (text === null) return `no text within the limits at byte ${reader.at}`;
    events.push({ kind, text, at });
  }
  return events;
}

type Reader = { readonly packed: Uint8Array; at: number };

function readText(reader: Reader): string | null {
  const count = readVarint(reader);
  if (count === null || count > mostCodePoints) return null;
  const points: number[] = [];
  for (let left = count; left > 0; left--) {
    const point = readVarint(reader);
    if (point === null || point > 0x10ffff) return null;
    points.push(point);
  }
  const text = String.fromCodePoint(...points);
  return isTextWithinLimits(text) ? text : null;
}

/** Compares characters only: neither normalises nor segments. */
function isTextWithinLimits(text: string): boolean {
  if (text.length <= mostMarks) return true;
  let points = 0;
  let marks = 0;
  for (const character of text) {
    points += 1;
    if (/\p{M}/u.test(character)) marks += 1;
    else if (!isUnseen(character)) marks = 0;
    if (points > mostCodePoints || marks > mostMarks) return false;
  }
  return true;
}

function isWithinTime(at: number): boolean {
  return Math.abs(at) <= furthestMs;
}

/** Numbers of either sign as numbers from 0, small ones small: 0, -1, 1, -2 become 0, 1, 2, 3. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

/** Without bitwise operators, which would cut the number to 32 bits. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** Seven bytes hold 49 bits, more than a difference of times needs. null for a cut number or one with needless bytes. */
function readVarint(reader: Reader): number | null {
  let value = 0;
  for (let index = 0, scale = 1; index < 7; index++, scale *= 128) {
    const byte = reader.packed[reader.at];
    if (byte === undefined) return null;
    reader.at += 1;
    value += (byte % 128) * scale;
    if (byte < 128) return byte === 0 && index > 0 ? null : value;
  }
  return null;
}
