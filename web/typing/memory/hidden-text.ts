// What is hidden of an example that is typed from memory, and which places help can show. Both are computed once, before
// the first key.
//
// In Gaps each place of a hidden construct is a blank of its own. In Recall one blank covers constructs and the spaces
// between them alike, from the first of them to the last of a line; what is left to read is what an author has named, and
// texts and comments with their spaces. The indentation of a line is hidden only where it is itself a construct.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { type HiddenConstruct, type HiddenPlace, ownPlaces } from "@tabstop/engine/memory/grades";
import { colourAt, coloursOf, indentEnd } from "../coloured-rows.ts";

export type MemoryWay = "gaps" | "recall";

/** Units that are drawn as one dotted line: [start, end) in UTF-16 units of the text, within one line. */
type Blank = { readonly start: number; readonly end: number };

/** What help shows at once. */
export type AskedPlace = {
  /** null for what is hidden and no one is asked for, such as spaces and line ends in Recall. */
  readonly constructId: number | null;
  readonly pieces: HiddenPlace;
};

export type HiddenText = {
  readonly way: MemoryWay;
  /** In the order of the text; they do not overlap. */
  readonly blanks: readonly Blank[];
  /** In the order of their first pieces. Pieces of different places overlap only where forms share an atom. */
  readonly places: readonly AskedPlace[];
};

/** @param constructs those that are hidden; `tokens` are the colours of `code`, null while they are not known. */
export function hiddenText(
  { code, tokens }: { readonly code: string; readonly tokens: Tokens | null },
  way: MemoryWay,
  constructs: readonly HiddenConstruct[],
): HiddenText {
  const own = ownPlaces(constructs);
  const asked = constructs.flatMap((construct) =>
    own(construct).map((pieces) => ({ constructId: construct.id, pieces })),
  );
  const places = inOrder(asked);
  /** By unit: 0 where it is shown, else one more than the index of a place that hides it, or `ofNone`. */
  const owners = new Int32Array(code.length);
  for (const [index, { pieces }] of places.entries())
    for (const [start, end] of piecesOf(pieces)) owners.fill(index + 1, start, end);
  hideRestOfAtoms(constructs, owners);
  const rest = runsOf(
    code,
    owners.map((owner) => (owner === ofNone ? 1 : 0)),
  );
  if (way === "gaps") return { way, places: withUnasked(places, rest), blanks: runsOf(code, owners) };
  const spaces = spacesOfRecall(code, tokens, owners);
  const hidden = owners.map((owner, unit) => (owner !== 0 || spaces[unit] === 1 ? 1 : 0));
  const unasked = [...rest, ...runsOf(code, spaces), ...lineEnds(code)];
  return { way, places: withUnasked(places, unasked), blanks: runsOf(code, hidden) };
}

const ofNone = -1;

/**
 * Hides all of an atom whose place counts for a form, also what the form's own place leaves out, such as the other half of
 * a pair.
 */
function hideRestOfAtoms(constructs: readonly HiddenConstruct[], owners: Int32Array): void {
  for (const { places } of constructs)
    for (const place of places)
      for (const [start, end] of piecesOf(place))
        for (let unit = start; unit < end; unit++) if (owners[unit] === 0) owners[unit] = ofNone;
}

function withUnasked(places: readonly AskedPlace[], unasked: readonly Blank[]): readonly AskedPlace[] {
  return inOrder([
    ...places,
    ...unasked.map(({ start, end }) => ({ constructId: null, pieces: [start, end] })),
  ]);
}

/** The places that help shows when the caret is before this character, [start, end) in UTF-16 units. */
export function placesAt({ places }: HiddenText, start: number, end: number): readonly AskedPlace[] {
  return places.filter(({ pieces }) => {
    for (let piece = 0; piece + 1 < pieces.length; piece += 2)
      if ((pieces[piece] ?? 0) < end && start < (pieces[piece + 1] ?? 0)) return true;
    return false;
  });
}

/** The start and end of each piece of a place. */
export function piecesOf(place: HiddenPlace): readonly (readonly [start: number, end: number])[] {
  const pieces: [number, number][] = [];
  for (let at = 0; at + 1 < place.length; at += 2) pieces.push([place[at] ?? 0, place[at + 1] ?? 0]);
  return pieces;
}

const readClasses: ReadonlySet<TokenClass> = new Set(["s", "c"]);

/** By unit: 1 for each space that Recall hides, and for no character of a construct. */
function spacesOfRecall(code: string, tokens: Tokens | null, owners: Int32Array): Int32Array {
  const colours = coloursOf(code, tokens);
  const spaces = new Int32Array(code.length);
  let lineStart = 0;
  for (const line of code.split("\n")) {
    const lineEnd = lineStart + line.length;
    for (let unit = indentEnd(code, lineStart, lineEnd); unit < lineEnd; unit++)
      if (owners[unit] === 0 && /\s/.test(code[unit] ?? "") && !readClasses.has(colourAt(colours, unit)))
        spaces[unit] = 1;
    lineStart = lineEnd + 1;
  }
  return spaces;
}

/** The runs of units with the same value, where that is not 0, cut at the ends of lines. */
function runsOf(code: string, values: Int32Array): readonly Blank[] {
  const runs: Blank[] = [];
  let start = 0;
  for (let unit = 1; unit <= code.length; unit++) {
    const isSame = unit < code.length && values[unit] === values[start];
    if (isSame && code[unit] !== "\n" && code[start] !== "\n") continue;
    if (values[start] !== 0 && code[start] !== "\n") runs.push({ start, end: unit });
    start = unit;
  }
  return runs;
}

function lineEnds(code: string): readonly Blank[] {
  return [...code.matchAll(/\n/g)].map(({ index }) => ({ start: index, end: index + 1 }));
}

function inOrder(places: readonly AskedPlace[]): readonly AskedPlace[] {
  return places.toSorted((a, b) => (a.pieces[0] ?? 0) - (b.pieces[0] ?? 0));
}
