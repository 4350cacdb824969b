// The most frequent slips of a run in words, each with the way to its lines.

import { Fragment, type ReactNode } from "react";
import { spokenText } from "../../typing/memory/spoken-text.ts";
import { Construct } from "../../ui/construct.tsx";
import { keyName, linesText, timesText } from "./result-words.ts";
import type { RunAnalysis, SlipGroup } from "./run-analysis.ts";

/** `onSeeCode` gets the index of a slip of the analysis; null where the code cannot be seen. */
export function RunSlips({
  analysis,
  errors,
  onSeeCode,
}: {
  /** null while the run is read. */
  readonly analysis: RunAnalysis | null;
  readonly errors: number;
  readonly onSeeCode: ((slip: number) => void) | null;
}): ReactNode {
  return (
    <section className="r-slips" aria-busy={analysis === null && errors > 0}>
      <h3 className="r-h">Slips</h3>
      {errors === 0 ? <p className="r-none">No slips.</p> : null}
      {errors > 0 && analysis?.groups.length === 0 ? (
        <p className="r-none">All errors came from an input method.</p>
      ) : null}
      {errors > 0 && analysis === null ? <p className="r-none" /> : null}
      {analysis !== null && analysis.groups.length > 0 ? (
        <ul className="run-slips">
          {analysis.groups.map((group) => (
            <li key={`${group.typed} ${group.belongs}`}>
              <SlipWords group={group} />
              {onSeeCode === null ? (
                <span className="t2 small">{linesText(group)}</span>
              ) : (
                <button type="button" className="r-link" onClick={() => onSeeCode(firstOf(analysis, group))}>
                  {linesText(group)}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

export function SlipWords({ group: { typed, belongs, times } }: { readonly group: SlipGroup }): ReactNode {
  const end = `belongs${timesText(times)}`;
  return (
    <span>
      <span className="in-words" aria-hidden="true">
        {[typed, belongs].map((text, index) => (
          <Fragment key={index}>
            <Construct name={keyName(text) ?? text} /> {index === 0 ? "where" : end}{" "}
          </Fragment>
        ))}
      </span>
      {/* Screen readers leave most signs out. */}
      <span className="sr">{`${spokenText(typed)} where ${spokenText(belongs)} ${end}`}</span>
    </span>
  );
}

function firstOf({ slips }: RunAnalysis, { typed, belongs }: SlipGroup): number {
  return slips.findIndex((slip) => slip.typed === typed && slip.belongs === belongs);
}
