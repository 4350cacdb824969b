// Collects the constructs of one text. It guards what every rule must keep: a place is inside the text and on whole
// characters of one line, atoms never overlap, and the pieces of a form are pieces of atoms.

import type { Construct, ConstructKind, Place } from "./construct.ts";

/** The family of a construct, by its kind and name. */
export type FamilyOf = (kind: ConstructKind, name: string) => string;

/** Finds the constructs in a text. Never throws; takes time in proportion to the length of the text. */
export type Reader = (code: string, found: Found) => void;

type Collected = { readonly kind: ConstructKind; readonly places: Place[] };

/** In UTF-16 units. What is longer is no name of a construct but a text that looks like one. */
const longestName = 64;
/** Control characters and halves of a character, which some stores cannot hold. */
const unstorable = /[\p{Cc}\p{Cs}]/u;

export class Found {
  readonly #code: string;
  /** By name, since a name has one kind. */
  readonly #constructs = new Map<string, Collected>();
  /** The end of the piece of an atom that starts here; 0 where none does. */
  readonly #ends: Uint32Array;
  /** 1 where a unit belongs to an atom. */
  readonly #taken: Uint8Array;

  constructor(code: string) {
    this.#code = code;
    this.#ends = new Uint32Array(code.length);
    this.#taken = new Uint8Array(code.length);
  }

  /** Adds a place of a symbol: the start and end of one piece, or of both pieces of a pair in the order of the text. */
  symbol(name: string, ...place: Place): boolean {
    return this.#atom("symbol", name, place);
  }

  /** Adds a place of a word: a keyword, or a name of the language's library. */
  word(name: string, ...place: Place): boolean {
    return this.#atom("word", name, place);
  }

  /**
   * Adds a place of a form. Its pieces, in any order, are pieces of atoms that were added before; a place with any other
   * piece, or without one, is left out.
   */
  form(name: string, ...place: Place): boolean {
    const pieces = inOrderOfText(place);
    for (let at = 0; at < pieces.length; at += 2)
      if (this.#ends[pieces[at] as number] !== pieces[at + 1]) return false;
    return pieces.length > 0 && this.#add("form", name, pieces);
  }

  /** Whether an atom has any unit from `start` up to `end`. */
  has(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.#taken[at] === 1) return true;
    return false;
  }

  /** The constructs in the order of their first places. */
  all(familyOf: FamilyOf): readonly Construct[] {
    return [...this.#constructs]
      .map(([name, { kind, places }]) => ({
        name,
        kind,
        family: familyOf(kind, name),
        places: inOrder(places),
      }))
      .toSorted((a, b) => byFirstPiece(a.places[0] ?? [], b.places[0] ?? []));
  }

  /** False when the place is none, or another atom has a part of it: the atom that was added first stays. */
  #atom(kind: ConstructKind, name: string, place: Place): boolean {
    let end = 0;
    for (let at = 0; at < place.length; at += 2) {
      if ((place[at] as number) < end || !this.#isFree(place[at] as number, place[at + 1])) return false;
      end = place[at + 1] as number;
    }
    if (end === 0 || !this.#add(kind, name, place)) return false;
    for (let at = 0; at < place.length; at += 2) {
      this.#ends[place[at] as number] = place[at + 1] as number;
      for (let unit = place[at] as number; unit < (place[at + 1] as number); unit++) this.#taken[unit] = 1;
    }
    return true;
  }

  /** Whether the piece is inside the text, not empty, on one line, on whole characters, and of no atom yet. */
  #isFree(start: number, end: number | undefined): boolean {
    if (end === undefined || start < 0 || end <= start || end > this.#code.length) return false;
    for (let at = start; at < end; at++) {
      const unit = this.#code.charCodeAt(at);
      if (this.#taken[at] === 1 || unit === 10 || unit === 13) return false;
    }
    return !this.#splits(start) && !this.#splits(end);
  }

  /** Whether `at` is between the two halves of a character. */
  #splits(at: number): boolean {
    const second = this.#code.charCodeAt(at);
    if (!(second >= 0xdc_00 && second <= 0xdf_ff)) return false;
    const first = this.#code.charCodeAt(at - 1);
    return first >= 0xd8_00 && first <= 0xdb_ff;
  }

  #add(kind: ConstructKind, name: string, place: Place): boolean {
    const found = this.#constructs.get(name);
    if (found === undefined) {
      if (name === "" || name.length > longestName || unstorable.test(name)) return false;
      this.#constructs.set(name, { kind, places: [place] });
    } else {
      if (found.kind !== kind) return false;
      found.places.push(place);
    }
    return true;
  }
}

/** The pieces in the order of the text, each once. */
function inOrderOfText(place: Place): Place {
  let isInOrder = true;
  for (let at = 2; at < place.length; at += 2)
    isInOrder &&= (place[at] as number) >= (place[at - 1] as number);
  if (isInOrder) return place;
  const pieces = new Map<number, number>();
  for (let at = 0; at + 1 < place.length; at += 2) pieces.set(place[at] as number, place[at + 1] as number);
  return [...pieces].sort(([a], [b]) => a - b).flat();
}

/** Rules mostly add places in the order of the text; sorting very many would cost more than finding them. */
function inOrder(places: readonly Place[]): readonly Place[] {
  for (let at = 1; at < places.length; at++)
    if (byFirstPiece(places[at - 1] as Place, places[at] as Place) > 0) return places.toSorted(byFirstPiece);
  return places;
}

function byFirstPiece(a: Place, b: Place): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[a.length - 1] ?? 0) - (b[b.length - 1] ?? 0);
}
