// What every result of `constructsOf` must be, whatever the text and the language are.

import type { Construct } from "../construct.ts";

/** What is wrong with the constructs of a text, in words; empty if nothing is. */
export function faultsOfPlaces(code: string, constructs: readonly Construct[]): readonly string[] {
  const faults: string[] = [];
  const atoms = new Uint8Array(code.length);
  const ends = new Map<number, number>();
  const names = new Set<string>();
  let last = 0;
  for (const { name, kind, places } of constructs) {
    if (name === "" || names.has(name)) faults.push(`"${name}" is empty or there twice`);
    names.add(name);
    if (places.length === 0) faults.push(`"${name}" has no place`);
    if ((places[0]?.[0] ?? 0) < last) faults.push(`"${name}" is before the one that stands before it`);
    last = places[0]?.[0] ?? 0;
    if (kind === "form") continue;
    for (const [start, end] of places.flatMap(piecesOf)) {
      faults.push(...faultsOfPiece(code, start, end).map((fault) => `"${name}" at ${start}: ${fault}`));
      for (let at = start; at < end; at++) {
        if (atoms[at] === 1) faults.push(`"${name}" overlaps another at ${at}`);
        atoms[at] = 1;
      }
      ends.set(start, end);
    }
  }
  for (const { name, kind, places } of constructs) {
    for (const place of places) {
      const pieces = piecesOf(place);
      if (place.length % 2 !== 0 || pieces.length === 0)
        faults.push(`"${name}" has a place of ${place.length} numbers`);
      if (pieces.some(([start], index) => index > 0 && start < (pieces[index - 1]?.[1] ?? 0)))
        faults.push(`"${name}" has pieces that are not in order: ${place.join(" ")}`);
      if (kind === "form" && pieces.some(([start, end]) => ends.get(start) !== end))
        faults.push(`"${name}" has a piece of no atom: ${place.join(" ")}`);
    }
  }
  return faults;
}

function piecesOf(place: readonly number[]): readonly (readonly [start: number, end: number])[] {
  return Array.from({ length: place.length >> 1 }, (_, index) => [
    place[2 * index] ?? -1,
    place[2 * index + 1] ?? -1,
  ]);
}

function faultsOfPiece(code: string, start: number, end: number): readonly string[] {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > code.length)
    return [`${start} to ${end} is not inside of the text`];
  if (end <= start) return ["it is empty"];
  const text = code.slice(start, end);
  const splits = (at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(code.slice(at - 1, at + 1));
  return [
    ...(/[\n\r]/.test(text) ? ["it has a line break"] : []),
    ...(splits(start) || splits(end) ? ["it has half a character"] : []),
    ...(text.trim() !== text && text.trim() !== "" ? ["it has a space at an end"] : []),
  ];
}
