// The choice of the constructs that are listed, which the address keeps, and what the marks of their rows mean.

import "../../ui/ways.css";
import { grades } from "@tabstop/contract/vocabulary";
import { type ReactNode, useId } from "react";
import { useSearchParams } from "../../shell/router/router.tsx";
import { GradeMark } from "../../learning/grade-mark.tsx";
import { gradeWords } from "../../learning/grade-words.ts";
import { moveRadioFocus } from "../../ui/radio-keys.ts";
import { thousands } from "../../ui/words.ts";
import type { StateCounts } from "../stock.tsx";
import { countOf, type Filter, filterNames, filters } from "./knowledge-view.ts";

export function FilterChoice({
  counts,
  filter,
}: {
  readonly counts: StateCounts;
  readonly filter: Filter;
}): ReactNode {
  const name = useId();
  const [, setSearch] = useSearchParams();
  const choose = (next: Filter) =>
    setSearch((query) => {
      if (next === "all") query.delete("show");
      else query.set("show", next);
    });
  return (
    <div className="knowledge-filter">
      <fieldset className="ways">
        <legend className="sr">Show</legend>
        {filters.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === filter}
              onKeyDown={moveRadioFocus}
              onChange={() => choose(one)}
            />
            {filterNames[one]} <span className="num">{thousands(countOf(counts, one))}</span>
          </label>
        ))}
      </fieldset>
      <ul className="grade-key" aria-label="What the marks mean">
        {grades.map((grade) => (
          <li key={grade}>
            <GradeMark grade={grade} />
            {gradeWords[grade]}
          </li>
        ))}
      </ul>
    </div>
  );
}
