// The code below the headline, which a visitor can type: drawn at first, typed with the practice screen's own engine once
// that has loaded, when the browser is idle or with the first key.

import "../../ui/ways.css";
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useLazyModule } from "../../shell/browser/use-lazy-module.ts";
import { CodePicture, Ruler } from "../../typing/code-picture.tsx";
import type { Run } from "../../typing/run.ts";
import { ifSupported } from "../../ui/if-supported.ts";
import { moveRadioFocus } from "../../ui/radio-keys.ts";
import { type TryExample, tryExamples } from "../examples.ts";
import { firstKeys } from "./first-keys.ts";
import type { Headline } from "./headline.ts";

const loadTyping = () => import("./typed-code.tsx");

/** `onOffer` is called when a finished run is offered to be kept, and when it no longer is. */
export function Try({
  headline,
  onOffer,
}: {
  readonly headline: Headline;
  readonly onOffer: (isOffered: boolean) => void;
}): ReactNode {
  // Another round is another run, also of the same example.
  const [{ index, round }, setRound] = useState({ index: 0, round: 0 });
  const example = tryExamples[index] ?? tryExamples[0];
  const loaded = useTyping();
  const typing = loaded === "failed" ? null : loaded;
  const run = useMemo(
    () => (typing === null || example === undefined ? null : typing.newRun(example)),
    // Another run for each round.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [typing, example, round],
  );
  const phase = usePhase(run);
  if (example === undefined) return null;
  const begin = (next: number) => setRound({ index: next, round: round + 1 });
  return (
    <div data-try={phase}>
      <Ruler columns={120} full {...(typing === null && { needle: 0 })} />
      <div className="wrap try">
        {typing === null || run === null ? (
          <div className="try-code" data-try-code aria-hidden="true">
            <CodePicture code={{ ...example, caret: { line: 0, column: 0 } }} />
          </div>
        ) : (
          <typing.TypedCode
            key={round}
            example={example}
            run={run}
            headline={headline}
            isFirst={round === 0}
          />
        )}
        <div className="try-side">
          {phase === "ready" || typing === null || run === null ? (
            <Invitation index={index} onChoose={begin} isFailed={loaded === "failed"} />
          ) : phase === "typing" ? (
            <typing.RunFigures run={run} />
          ) : (
            <typing.FinishedRun
              key={round}
              example={example}
              run={run}
              onOffer={onOffer}
              onAnother={() => begin((index + 1) % tryExamples.length)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** What types the code, once it has loaded. */
function useTyping() {
  const [isNeeded, setIsNeeded] = useState(false);
  const loaded = useLazyModule(isNeeded, loadTyping);
  useEffect(() => {
    const keys = firstKeys();
    const need = () => setIsNeeded(true);
    keys.onWanted(need);
    const stopWaiting = whenIdle(need);
    return () => {
      stopWaiting();
      keys.stop();
    };
  }, []);
  // The next key tries again.
  useEffect(() => {
    if (loaded !== "failed") return;
    firstKeys().drop();
    setIsNeeded(false);
  }, [loaded]);
  return loaded;
}

function usePhase(run: Run | null): "ready" | "typing" | "done" {
  const subscribe = useCallback((changed: () => void) => run?.onStartOrEnd(changed) ?? (() => {}), [run]);
  return useSyncExternalStore(
    subscribe,
    () => run?.attempt.kind ?? "ready",
    () => "ready" as const,
  );
}

function Invitation({
  index,
  onChoose,
  isFailed,
}: {
  readonly index: number;
  readonly onChoose: (index: number) => void;
  readonly isFailed: boolean;
}): ReactNode {
  return (
    <div className="try-invitation">
      <p className="try-say">Your turn: type the first line.</p>
      <p className="t2 mt-2" role="status">
        {isFailed ? (
          "The typing could not be loaded. Check the connection and press a key to try again."
        ) : (
          <>
            Your first key starts the clock.
            <span className="try-keys">
              {" "}
              Tab and Enter belong to the code, <kbd>Esc</kbd> leaves it.
            </span>
          </>
        )}
      </p>
      <fieldset className="ways mt-5">
        <legend className="sr">Language of this example</legend>
        {tryExamples.map(({ language, languageName }: TryExample, at) => (
          <label key={language}>
            <input
              type="radio"
              name="try-language"
              autoComplete="off"
              data-try-language
              checked={at === index}
              onChange={() => onChoose(at)}
              onKeyDown={moveRadioFocus}
            />
            {languageName}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function whenIdle(act: () => void): () => void {
  const idle = ifSupported(() => requestIdleCallback(act, { timeout: 2_000 }));
  if (idle !== undefined)
    return () => {
      ifSupported(() => cancelIdleCallback(idle));
    };
  const timer = setTimeout(act, 200);
  return () => clearTimeout(timer);
}
