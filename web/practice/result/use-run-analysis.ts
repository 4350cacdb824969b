// Reads a finished run for its result, after it has been stored and sent, in steps that hold nothing up.

import { useEffect, useState } from "react";
import { analysisInSteps, type RunAnalysis } from "./run-analysis.ts";
import { loadedRules } from "./run-syntax.ts";
import type { CompletedRun } from "./shown-result.ts";

/** Storing and sending begin in the task after the last key. */
const afterStoringMs = 100;
/** Of the log, which takes a few ms. */
const eventsAtOnce = 2_000;

/** null until it is read. */
export function useRunAnalysis(completed: CompletedRun): RunAnalysis | null {
  const [read, setRead] = useState<{
    readonly of: CompletedRun["keystrokes"];
    readonly analysis: RunAnalysis;
  }>();
  const { prepared, keystrokes, example } = completed;
  const { language, tokens } = example;
  useEffect(() => {
    let timer = setTimeout(() => {
      const syntax = loadedRules()?.codeSyntax(prepared.text, language, tokens) ?? null;
      const steps = analysisInSteps(prepared, keystrokes, syntax, eventsAtOnce);
      const goOn = () => {
        const { done, value } = steps.next();
        if (done === true) setRead({ of: keystrokes, analysis: value });
        else timer = setTimeout(goOn);
      };
      goOn();
    }, afterStoringMs);
    return () => clearTimeout(timer);
  }, [prepared, keystrokes, language, tokens]);
  return read?.of === keystrokes ? read.analysis : null;
}
