// Loads the rules of the languages while the learner types, when the browser has time. A result never waits for them:
// without them its slips are those of characters.

import type { Run } from "../../typing/run.ts";
import { whenIdle } from "../when-idle.ts";

type CodeSyntaxRules = typeof import("./code-syntax.ts");

let rules: CodeSyntaxRules | null = null;
let isLoading = false;

/** null until they are loaded. */
export function loadedRules(): CodeSyntaxRules | null {
  return rules;
}

/** Loads them in the first idle moment after the first key of a run. Returns what ends the waiting for that key. */
export function loadRulesWhileTyping(run: Run): () => void {
  return run.onStartOrEnd(({ kind }) => {
    if (kind !== "typing" || rules !== null || isLoading) return;
    isLoading = true;
    whenIdle(() => {
      import("./code-syntax.ts")
        .then((loaded) => {
          rules = loaded;
        })
        // Without a network the next run tries again.
        .catch(() => {})
        .finally(() => {
          isLoading = false;
        });
    });
  });
}
