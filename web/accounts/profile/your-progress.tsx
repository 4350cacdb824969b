import "../../ui/figures.css";
import type { ReactNode } from "react";
import { deviceZone } from "../../shell/browser/device-zone.ts";
import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { userKey } from "../../shell/data/query-client.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { Link } from "../../shell/router/router.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { counted, thousands } from "../../ui/words.ts";
import { problemSentence } from "./problem-sentence.ts";
import { Setting } from "./setting.tsx";

/** Two figures of all that the user has practised, and the way to the others. */
export function YourProgress({ userId }: { readonly userId: number }): ReactNode {
  const progress = useQuery({
    queryKey: userKey(userId, "getProgress", "profile"),
    queryFn: ({ signal }) => api("getProgress", { query: { zone: deviceZone() ?? undefined } }, { signal }),
  });
  const { data } = progress;
  return (
    <Setting title="Progress" about="What you have typed and what you know.">
      <div className="your-progress">
        {progress.isPending ? <Skeleton widths={[30, 45]} label="Loading your progress..." /> : null}
        <QueryProblem
          query={progress}
          text={(error) => problemSentence(error, "Your progress could not be loaded")}
        />
        {data === undefined ? null : (
          <dl className="figures">
            <div className="figure">
              <dt>Examples completed</dt>
              <dd>{thousands(data.figures.completed)}</dd>
            </div>
            <div className="figure">
              <dt>Streak</dt>
              <dd>{counted(data.streak.days, "day")}</dd>
            </div>
          </dl>
        )}
        <Link className={buttonClass({})} to="/progress">
          See your progress
        </Link>
      </div>
    </Setting>
  );
}
