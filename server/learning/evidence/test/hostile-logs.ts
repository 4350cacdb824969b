// Logs and examples that make a replay expensive: many events at a place where each costs much.

import { logToText } from "@tabstop/engine/packed-log";

export type HostileLog = { readonly name: string; readonly code: string; readonly log: string };

const longestLog = 65_536;
/** Events 2 ms after the one before; the kinds are numbered in `engine/packed-log.ts`. */
const expected = 4 * 8;
const deleteWord = 4 * 8 + 5;
const deleteLine = 4 * 8 + 6;

const combining = `a${"\u0301\u0323".repeat(5_000)}`;
const equalMarks = `a${"\u0301".repeat(9_999)}`;

export const hostileLogs: readonly HostileLog[] = [
  { name: "wrong keys at 10,000 marks of two classes", code: combining, log: packed(text("x"), 16_000) },
  { name: "wrong keys at 10,000 equal marks", code: equalMarks, log: packed(text("x"), 16_000) },
  {
    name: "unseen characters at 10,000 marks",
    code: combining,
    log: packed(text("\u200b".repeat(1_000)), 21),
  },
  { name: "marks of one class after another", code: equalMarks, log: packed(text("\u0301"), 16_000) },
  { name: "marks of the other class", code: combining, log: packed(text("\u0323"), 16_000) },
  {
    name: "characters of 30 marks",
    code: `a${"\u0301\u0323".repeat(15)}`.repeat(320),
    log: packed(text("\u0323"), 16_000),
  },
  { name: "wrong keys in plain code", code: "ab ".repeat(3_333), log: packed(text("x"), 16_000) },
  { name: "long texts in plain code", code: "ab ".repeat(3_333), log: packed(text("b".repeat(1_000)), 65) },
  {
    name: "lines typed and deleted",
    code: "x".repeat(10_000),
    log: packed([...Array.from({ length: 99 }, () => [expected]), [deleteLine]].flat(), 199),
  },
  { name: "words typed and deleted", code: "é".repeat(10_000), log: packed([expected, deleteWord], 9_900) },
  { name: "composed letters", code: "각".repeat(10_000), log: packed(text("각"), 10_000) },
  { name: "joined emoji", code: "👩\u200d👩\u200d👧 ".repeat(1_600), log: packed([expected], 3_200) },
];

function text(characters: string): number[] {
  const points = Array.from(characters, (character) => character.codePointAt(0) ?? 0);
  return [4 * 8 + 1, ...varint(points.length), ...points.flatMap(varint)];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function packed(event: readonly number[], times: number): string {
  const bytes = [1, ...Array.from({ length: times }, () => event).flat()];
  return logToText(Uint8Array.from(bytes.slice(0, longestLog)));
}
