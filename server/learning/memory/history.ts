// The history of a card, packed: its graded days with their grades. Nothing else of a card is primary.
//
// Format 1: the format's number; 1 or 0 for with or without a base state; the base state (five whole numbers, then
// stability and difficulty as 64-bit floats); for each day the distance to the day before, times 3, plus the grade.
// Whole numbers take 7 bits a byte, so a day takes 1 to 3 bytes. The first day counts from 1970-01-01, with the sign in
// the lowest bit.

import { type Grade, grades } from "@tabstop/contract/vocabulary";
import type { DayGrade, Folded, History } from "./card.ts";

/** A card keeps this many days with their grades at most. */
export const mostDays = 500;

const format = 1;
const mostNumber = 2 ** 31;

export function packHistory({ base, days }: History): Uint8Array {
  const bytes: number[] = [format, base === null ? 0 : 1];
  let last: number | null = null;
  if (base !== null) {
    putNumber(bytes, zigzag(base.firstDay));
    putNumber(bytes, base.lastDay - base.firstDay);
    putNumber(bytes, base.dueDay - base.lastDay);
    putNumber(bytes, base.gradedDay - base.lastDay);
    putNumber(bytes, base.shownDays);
    putNumber(bytes, base.lapses);
    putFloat(bytes, base.stability);
    putFloat(bytes, base.difficulty);
    last = base.gradedDay;
  }
  for (const { day, grade } of days) {
    putNumber(bytes, 3 * (last === null ? zigzag(day) : day - last) + grades.indexOf(grade));
    last = day;
  }
  return Uint8Array.from(bytes);
}

/** Returns null for bytes that are no packed history. Never throws. */
export function unpackHistory(bytes: Uint8Array): History | null {
  const reader = new Reader(bytes);
  const [version, hasBase] = [reader.byte(), reader.byte()];
  if (version !== format || hasBase === null || hasBase > 1) return null;
  const base = hasBase === 1 ? readBase(reader) : null;
  if (hasBase === 1 && base === null) return null;
  const days: DayGrade[] = [];
  let last = base?.gradedDay ?? null;
  while (!reader.isAtEnd()) {
    const number = reader.number();
    if (number === null || days.length === mostDays) return null;
    const distance = Math.floor(number / 3);
    if (last !== null && distance === 0) return null;
    const day: number = last === null ? unzigzag(distance) : last + distance;
    if (day > mostNumber) return null;
    days.push({ day, grade: grades[number % 3] as Grade });
    last = day;
  }
  return last === null ? null : { base, days };
}

/**
 * Puts a grade in its place. The worst grade of a day stays. Returns the same history when nothing changes, which is also
 * so for a day that is not after the base state's.
 */
export function withGrade(history: History | null, { day, grade }: DayGrade): History {
  if (history === null) return { base: null, days: [{ day, grade }] };
  const { base, days } = history;
  if (base !== null && day <= base.gradedDay) return history;
  const before = days.findLastIndex((other) => other.day <= day);
  const same = days[before]?.day === day ? days[before] : undefined;
  if (same !== undefined && grades.indexOf(same.grade) <= grades.indexOf(grade)) return history;
  const place = same === undefined ? before + 1 : before;
  return { base, days: days.toSpliced(place, same === undefined ? 0 : 1, { day, grade }) };
}

function readBase(reader: Reader): Folded | null {
  const first = reader.number();
  const [counted, due, graded] = [reader.number(), reader.number(), reader.number()];
  const [shownDays, lapses] = [reader.number(), reader.number()];
  const [stability, difficulty] = [reader.float(), reader.float()];
  if (first === null || counted === null || due === null || graded === null) return null;
  if (shownDays === null || lapses === null || stability === null || difficulty === null) return null;
  const firstDay = unzigzag(first);
  const lastDay = firstDay + counted;
  const [dueDay, gradedDay] = [lastDay + due, lastDay + graded];
  if (due === 0 || dueDay > mostNumber || gradedDay > mostNumber) return null;
  // FSRS throws for anything else.
  if (!(stability >= 0.001 && stability <= 36_500 && difficulty >= 1 && difficulty <= 10)) return null;
  return { firstDay, lastDay, dueDay, stability, difficulty, lapses, gradedDay, shownDays };
}

function putNumber(bytes: number[], number: number): void {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} cannot be packed`);
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function putFloat(bytes: number[], number: number): void {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  bytes.push(...new Uint8Array(view.buffer));
}

function zigzag(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

function unzigzag(number: number): number {
  return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
}

/** Reads what was put, null where it is cut or no such thing. */
class Reader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  isAtEnd(): boolean {
    return this.#at >= this.#view.byteLength;
  }

  byte(): number | null {
    return this.isAtEnd() ? null : this.#view.getUint8(this.#at++);
  }

  number(): number | null {
    let number = 0;
    for (let factor = 1; number <= 6 * mostNumber; factor *= 128) {
      const byte = this.byte();
      if (byte === null) return null;
      number += (byte & 127) * factor;
      if (byte < 128) return number <= 6 * mostNumber ? number : null;
      // A number that ends in empty bytes is none that was put, and could go on for ever.
      if (factor > mostNumber) return null;
    }
    return null;
  }

  float(): number | null {
    if (this.#at + 8 > this.#view.byteLength) return null;
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8);
  }
}
