// Which constructs of an example Gaps hides: those that memory needs, as long as enough of the code is left to read.

/** A construct of the example, as far as the choice needs it. */
export type Hideable = {
  readonly id: number;
  readonly kind: "symbol" | "word" | "form";
  /** Flat lists of starts and ends, in UTF-16 units. */
  readonly places: readonly (readonly number[])[];
  readonly isDue: boolean;
  /** Whether it was never graded. */
  readonly isNew: boolean;
  /** From 0 to 1; 0 for a new one. */
  readonly retrievability: number;
};

export const mostHidden = 8;
/** Of the visible characters of the code. */
export const mostHiddenShare = 0.4;

/**
 * The ids of the constructs that are hidden, each at all of its places: what is due, the lowest retrievability first, then
 * what is new, in the order of the text; one that does not fit is left out. A form hides its atoms at its places, and
 * there they count for the form only: an atom that has no other place is not in the result. So a form that is only new
 * is left out where it would take the last place of an atom that is due.
 * @param constructs in the order of the text
 */
export function hiddenInGaps(code: string, constructs: readonly Hideable[]): ReadonlySet<number> {
  const due = constructs.filter(({ isDue }) => isDue);
  const fresh = constructs.filter(({ isDue, isNew }) => isNew && !isDue);
  const inOrder = [...due.toSorted((a, b) => a.retrievability - b.retrievability), ...fresh];
  const isVisible = visibleUnits(code);
  const room = mostHiddenShare * isVisible.reduce((sum, one) => sum + one, 0);
  // By unit: 1 where anything is hidden, and where a form is.
  const hidden = new Uint8Array(code.length);
  const inForm = new Uint8Array(code.length);
  const isOfForms = ({ kind, places }: Hideable) =>
    kind !== "form" && places.every((place) => units(place).every((at) => inForm[at] === 1));
  let chosen: readonly Hideable[] = [];
  // What is due comes first, so a form that is not due leaves it its place.
  const takesDue = (form: Hideable) => {
    if (form.isDue || form.kind !== "form") return false;
    const own = new Set(form.places.flatMap(units));
    const isTaken = (at: number) => inForm[at] === 1 || own.has(at);
    return chosen.some(
      ({ kind, isDue, places }) =>
        isDue && kind !== "form" && places.every((place) => units(place).every(isTaken)),
    );
  };
  let used = 0;
  for (const one of inOrder) {
    if (chosen.length === mostHidden) break;
    if (isOfForms(one) || takesDue(one)) continue;
    const added = new Set(one.places.flatMap(units).filter((at) => hidden[at] === 0));
    const size = [...added].reduce((sum, at) => sum + (isVisible[at] ?? 0), 0);
    if (used + size > room) continue;
    used += size;
    for (const at of added) hidden[at] = 1;
    if (one.kind === "form") for (const at of one.places.flatMap(units)) inForm[at] = 1;
    chosen = [...chosen, one].filter((other) => !isOfForms(other));
  }
  return new Set(chosen.map(({ id }) => id));
}

/** By unit of the code: 1 for a character that is seen, counted at its first unit. */
function visibleUnits(code: string): Uint8Array {
  const isVisible = new Uint8Array(code.length);
  for (const { index } of code.matchAll(/\S/gu)) isVisible[index] = 1;
  return isVisible;
}

function units(place: readonly number[]): readonly number[] {
  const at: number[] = [];
  for (let i = 0; i + 1 < place.length; i += 2)
    for (let unit = place[i] ?? 0; unit < (place[i + 1] ?? 0); unit++) at.push(unit);
  return at;
}
