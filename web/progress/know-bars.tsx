// What the learner knows of each language: a bar, and its numbers as links to the constructs behind them.

import type { ReactNode } from "react";
import { languageName } from "../learning/language-name.ts";
import { Link } from "../shell/router/router.tsx";
import { thousands } from "../ui/words.ts";
import type { Progress } from "./progress-words.ts";
import { shownStates, type ShownState, StateMark, Stock, totalOf } from "./stock.tsx";

type Known = Progress["knowledge"][number];

const stateWords: Readonly<Record<ShownState, string>> = {
  known: "known",
  learning: "learning",
  fading: "fading",
  not_met: "not met",
};

export function KnowBars({ knowledge }: { readonly knowledge: Progress["knowledge"] }): ReactNode {
  return (
    <ul className="know">
      {knowledge.map((known) => (
        <KnowBar key={known.language} known={known} />
      ))}
    </ul>
  );
}

function KnowBar({ known }: { readonly known: Known }): ReactNode {
  const name = languageName(known.language);
  return (
    <li>
      <span className="know-name">
        {name} <span className="t3 small num">{`of ${thousands(totalOf(known))}`}</span>
      </span>
      <Stock counts={known} of={name} />
      {shownStates.map((state) => (
        <Link
          key={state}
          to={`/progress/${encodeURIComponent(known.language)}?show=${state}`}
          aria-label={`${thousands(known[state])} ${stateWords[state]} in ${name}`}
        >
          <StateMark state={state} />
          <b>{thousands(known[state])}</b>
          {stateWords[state]}
        </Link>
      ))}
    </li>
  );
}
