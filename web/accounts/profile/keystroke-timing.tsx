import { ApiError } from "@tabstop/contract/client";
import { type ReactNode, useId } from "react";
import { type Preferences, savePreferences, usePreferences } from "../../shell/data/preferences.ts";
import { useSaving } from "../../shell/data/use-saving.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { counted } from "../../ui/words.ts";
import { FormProblem } from "../form-problem.tsx";
import { problemSentence } from "./problem-sentence.ts";
import { Setting } from "./setting.tsx";

/** Whether finished runs are sent with their keystrokes, and what becomes of them. */
export function KeystrokeTiming({ userId }: { readonly userId: number }): ReactNode {
  const preferences = usePreferences(userId);
  return (
    <Setting title="Keystrokes" about="They show that a time was typed.">
      <div className="stack">
        {preferences.isPending ? <Skeleton widths={[50, 90, 70]} label="Loading preferences..." /> : null}
        <QueryProblem
          query={preferences}
          text={(error) => problemSentence(error, "Your preferences could not be loaded")}
        />
        {preferences.data === undefined ? null : (
          <TimingSwitch userId={userId} preferences={preferences.data} />
        )}
      </div>
    </Setting>
  );
}

function TimingSwitch({
  userId,
  preferences: { sendsKeystrokes, keepRunsDays },
}: {
  readonly userId: number;
  readonly preferences: Preferences;
}): ReactNode {
  const aboutId = useId();
  const { chosen, problem, choose } = useSaving((isOn: boolean) =>
    savePreferences(userId, { sendsKeystrokes: isOn }),
  );
  const isOn = chosen ?? sendsKeystrokes;
  return (
    <>
      <label className="keystroke-timing">
        <span>Send the timing of my keystrokes</span>
        <input
          className="switch"
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-describedby={aboutId}
          onChange={(event) => choose(event.target.checked)}
        />
      </label>
      <div id={aboutId} className="t2 small">
        <p>
          The keystrokes of your best run of each example are kept until the example changes or you delete
          your account, those of your other runs for {counted(keepRunsDays, "day")}; only you and the admins
          can see them, and each time an admin watches a run is recorded.
        </p>
        <p className="mt-2">When this is off, none are sent, and your times are not checked.</p>
      </div>
      {problem === null ? null : (
        <FormProblem
          problem={problemSentence(problem, "Your choice could not be saved")}
          unreachable={!(problem instanceof ApiError)}
        />
      )}
    </>
  );
}
