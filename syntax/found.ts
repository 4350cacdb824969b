// Collects the constructs of one text. It guards what every rule must keep: atoms never overlap, and the pieces of a
// form are pieces of atoms.

import type { Construct, ConstructKind, Place } from "./construct.ts";

/** The family of a construct, by its kind and name. */
export type FamilyOf = (kind: ConstructKind, name: string) => string;

type Collected = { readonly kind: ConstructKind; readonly places: Place[] };

export class Found {
  readonly #constructs = new Map<string, Collected>();
  /** The end of the piece of an atom that starts here; 0 where none does. */
  readonly #ends: Uint32Array;
  /** 1 where a unit belongs to an atom. */
  readonly #taken: Uint8Array;

  /** @param length of the text, in UTF-16 units */
  constructor(length: number) {
    this.#ends = new Uint32Array(length);
    this.#taken = new Uint8Array(length);
  }

  /** Adds a place of a symbol: the start and end of one piece, or of both pieces of a pair. */
  symbol(name: string, ...place: Place): boolean {
    return this.#atom("symbol", name, place);
  }

  /** Adds a place of a word: a keyword, or a name of the language's library. */
  word(name: string, ...place: Place): boolean {
    return this.#atom("word", name, place);
  }

  /**
   * Adds a place of a form. Its pieces are pieces of atoms that were added before; a place with any other piece, or
   * without one, is left out.
   */
  form(name: string, ...place: Place): boolean {
    const isOfAtoms = place.length > 0 && startsOf(place).every(([start, end]) => this.#ends[start] === end);
    if (isOfAtoms) this.#add("form", name, place);
    return isOfAtoms;
  }

  /** Whether an atom has any unit from `start` up to `end`. */
  has(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.#taken[at] === 1) return true;
    return false;
  }

  /** The constructs in the order of their first places; each kind and name once. */
  all(familyOf: FamilyOf): readonly Construct[] {
    return [...this.#constructs]
      .map(([key, { kind, places }]) => {
        const name = key.slice(kind.length + 1);
        return { name, kind, family: familyOf(kind, name), places: places.toSorted(inOrder) };
      })
      .toSorted((a, b) => inOrder(a.places[0] ?? [], b.places[0] ?? []));
  }

  /** False when the place is empty or another atom has a part of it: the atom that was added first stays. */
  #atom(kind: ConstructKind, name: string, place: Place): boolean {
    const pieces = startsOf(place);
    if (pieces.length === 0 || pieces.some(([start, end]) => end <= start || this.has(start, end)))
      return false;
    for (const [start, end] of pieces) {
      this.#ends[start] = end;
      this.#taken.fill(1, start, end);
    }
    this.#add(kind, name, place);
    return true;
  }

  #add(kind: ConstructKind, name: string, place: Place): void {
    const key = `${kind} ${name}`;
    const found = this.#constructs.get(key);
    if (found === undefined) this.#constructs.set(key, { kind, places: [place] });
    else found.places.push(place);
  }
}

function startsOf(place: Place): readonly (readonly [start: number, end: number])[] {
  const pieces: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < place.length; at += 2) pieces.push([place[at] ?? 0, place[at + 1] ?? 0]);
  return pieces;
}

function inOrder(a: Place, b: Place): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a.at(-1) ?? 0) - (b.at(-1) ?? 0);
}
