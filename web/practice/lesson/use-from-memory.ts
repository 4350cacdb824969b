// 'Now from memory' on a result: asks what Gaps would hide, and opens the way that hides anything.

import { useEffect, useRef, useState } from "react";
import { abortAfter, within } from "../../shell/browser/within.ts";
import { problemText } from "../../shell/data/problem-text.ts";
import { canTryAgain } from "../../shell/query-problem.tsx";
import type { Way } from "../memory/memory-task.ts";
import { loadMemoryParts } from "./load-memory-parts.ts";

/** After this time the learner can try again. */
const answerWithinMs = 10_000;

export type FromMemory = {
  readonly isLoading: boolean;
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  begin(): void;
};

const idle = { isLoading: false, failure: null };

/** `attemptId` is that of the result on the screen, null without one: another one gives the request up. */
export function useFromMemory(
  {
    userId,
    exampleId,
    attemptId,
  }: { readonly userId: number; readonly exampleId: number; readonly attemptId: string | null },
  onWay: (way: Way) => void,
): FromMemory {
  const [state, setState] = useState<Omit<FromMemory, "begin">>(idle);
  const abort = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
      abort.current = null;
      setState(idle);
    },
    [exampleId, attemptId],
  );
  return {
    ...state,
    begin() {
      if (abort.current !== null) return;
      const asked = new AbortController();
      abort.current = asked;
      const late = abortAfter(answerWithinMs);
      late.addEventListener("abort", () => asked.abort(late.reason));
      setState({ isLoading: true, failure: null });
      const settle = (act: () => void) => {
        if (abort.current !== asked) return;
        abort.current = null;
        act();
      };
      const load = async () => {
        const { loadReviewExample } = await within(answerWithinMs, loadMemoryParts());
        return loadReviewExample(userId, exampleId, "gaps", asked.signal);
      };
      load().then(
        // Where nothing is due or new, Gaps would hide nothing.
        ({ constructs }) => settle(() => onWay(constructs.some(({ hidden }) => hidden) ? "gaps" : "recall")),
        (error: unknown) =>
          settle(() =>
            setState({
              isLoading: false,
              failure: {
                problem: late.aborted ? "The server did not respond in time." : problemText(error),
                canTryAgain: canTryAgain(error),
              },
            }),
          ),
      );
    },
  };
}
