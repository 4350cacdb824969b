// How much of a language is known, as a bar, and the mark of each state. Words and numbers always stand beside them.

import "./stock.css";
import type { CSSProperties, ReactNode } from "react";
import { counted, thousands } from "../ui/words.ts";

/** In the order in which they always stand. */
export const shownStates = ["known", "learning", "fading", "not_met"] as const;
export type ShownState = (typeof shownStates)[number];

/** How many constructs are in each state; what rests counts as learning. */
export type StateCounts = Readonly<Record<ShownState, number>>;

export function totalOf(counts: StateCounts): number {
  return shownStates.reduce((sum, state) => sum + counts[state], 0);
}

export function Stock({
  counts,
  of = null,
}: {
  readonly counts: StateCounts;
  /** The name of the language, where several bars stand below one another. */
  readonly of?: string | null;
}): ReactNode {
  const sentence = stockSentence(counts);
  return (
    <span className="stock" role="img" aria-label={of === null ? sentence : `${of}, ${sentence}`}>
      {shownStates.map((state) =>
        counts[state] === 0 ? null : (
          <i key={state} className={`is-${state}`} style={{ "--n": counts[state] } as CSSProperties} />
        ),
      )}
    </span>
  );
}

export function StateMark({ state }: { readonly state: ShownState }): ReactNode {
  return <span className={`state-mark is-${state}`} aria-hidden="true" />;
}

/** '184 constructs: 97 known, 45 learning, 4 fading, 38 not met yet' */
export function stockSentence(counts: StateCounts): string {
  const { known, learning, fading, not_met } = counts;
  return `${counted(totalOf(counts), "construct")}: ${thousands(known)} known, ${thousands(learning)} learning, ${thousands(fading)} fading, ${thousands(not_met)} not met yet`;
}
