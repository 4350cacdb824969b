// What a run from memory says of each construct that was hidden in it. Only hidden places count, and time never does.

/** Had to be shown; found after a wrong try; came back without one. */
export type MemoryGrade = "again" | "hard" | "good";
type ConstructGrade = { readonly id: number; readonly grade: MemoryGrade };

/** A flat list of the start and end of each piece, in UTF-16 units: `[4, 9]`, and of a pair `[4, 5, 9, 10]`. */
export type HiddenPlace = readonly number[];

export type HiddenConstruct = {
  readonly id: number;
  readonly kind: "symbol" | "word" | "form";
  readonly places: readonly HiddenPlace[];
};

/** What the log of a run shows, each as the start and the end of a character, in UTF-16 units. */
export type Trouble = {
  /** Where the learner asked for help. */
  readonly helps: readonly (readonly [start: number, end: number])[];
  /** Where wrong keys came, and in how many tries. */
  readonly tries: readonly (readonly [start: number, end: number, count: number])[];
};

/** At the second wrong try at a character its place is shown. */
export const triesUntilShown = 2;
/** A wrong try at a later place changes nothing. */
const placesThatCount = 2;

/**
 * The grades of the constructs, in the given order. A hidden form hides its atoms at its places, where they count for the
 * form only: an atom without another place has no grade.
 * @param shown the ids of those that the client says it showed. Without a log, an atom among them that has no place
 *   beside the forms means each form that hides it, since nothing else says which of them was shown
 * @param trouble null without a log
 */
export function gradesOf(
  hidden: readonly HiddenConstruct[],
  shown: ReadonlySet<number>,
  trouble: Trouble | null,
): readonly ConstructGrade[] {
  const ownOf = ownPlaces(hidden);
  const helps = spansOf([
    ...(trouble?.helps ?? []),
    ...(trouble?.tries ?? []).filter(([, , count]) => count >= triesUntilShown),
  ]);
  const slips = spansOf(trouble?.tries ?? []);
  const inForms = new Set<number>();
  if (trouble === null)
    for (const one of hidden)
      if (shown.has(one.id) && ownOf(one).length === 0)
        for (const place of one.places) addStarts(inForms, place);
  return hidden.flatMap((one): ConstructGrade[] => {
    const { id, kind, places } = one;
    const own = ownOf(one);
    if (own.length === 0) return [];
    const isShown =
      shown.has(id) ||
      own.some((place) => isTouched(helps, place)) ||
      (kind === "form" && places.some((place) => isAnyStartIn(inForms, place)));
    if (isShown) return [{ id, grade: "again" }];
    const hasSlip = inOrder(own)
      .slice(0, placesThatCount)
      .some((place) => isTouched(slips, place));
    return [{ id, grade: hasSlip ? "hard" : "good" }];
  });
}

/**
 * The places at which a construct counts, where all of `hidden` are hidden: a form's own, and an atom's outside the forms.
 */
export function ownPlaces(
  hidden: readonly HiddenConstruct[],
): (construct: HiddenConstruct) => readonly HiddenPlace[] {
  const ofForms = new Set<number>();
  for (const { kind, places } of hidden)
    if (kind === "form") for (const place of places) addStarts(ofForms, place);
  return ({ kind, places }) =>
    kind === "form" ? places : places.filter((place) => !isAnyStartIn(ofForms, place));
}

/** How a learner got through each place. */
export function gradeOfPlaces({ helps, tries }: Trouble): (place: HiddenPlace) => MemoryGrade {
  const shown = spansOf([...helps, ...tries.filter(([, , count]) => count >= triesUntilShown)]);
  const slips = spansOf(tries);
  return (place) => {
    if (isTouched(shown, place)) return "again";
    return isTouched(slips, place) ? "hard" : "good";
  };
}

/** Characters in the order of the text; they do not overlap. */
type Spans = { readonly starts: Float64Array; readonly ends: ReadonlyMap<number, number> };

function spansOf(list: readonly (readonly [start: number, end: number, count?: number])[]): Spans {
  const ends = new Map(list.map(([start, end]) => [start, end]));
  return { starts: Float64Array.from(ends.keys()).sort(), ends };
}

/** Whether one of the characters belongs to a piece of the place. */
function isTouched({ starts, ends }: Spans, place: HiddenPlace): boolean {
  if (starts.length === 0) return false;
  for (let piece = 0; piece + 1 < place.length; piece += 2) {
    // The last character that begins before the piece ends.
    const before = countBelow(starts, place[piece + 1] ?? 0) - 1;
    const start = starts[before];
    if (start !== undefined && (ends.get(start) ?? 0) > (place[piece] ?? 0)) return true;
  }
  return false;
}

function countBelow(sorted: Float64Array, limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

function addStarts(starts: Set<number>, place: HiddenPlace): void {
  for (let piece = 0; piece < place.length; piece += 2) starts.add(place[piece] ?? 0);
}

function isAnyStartIn(starts: ReadonlySet<number>, place: HiddenPlace): boolean {
  for (let piece = 0; piece < place.length; piece += 2) if (starts.has(place[piece] ?? 0)) return true;
  return false;
}

function inOrder(places: readonly HiddenPlace[]): readonly HiddenPlace[] {
  return places.toSorted((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
}
