import type { ReactNode } from "react";
import { usePatience } from "../ui/waiting.tsx";
import { counted, thousands } from "../ui/words.ts";
import { accuracyText, type Progress, speedText, timeText } from "./progress-words.ts";

/** The numbers of the period and the language, and the streak. What is undefined is loading, or was not loaded. */
export function ProgressFigures({
  figures,
  streak,
  isComing,
}: {
  readonly figures: Progress["figures"] | undefined;
  readonly streak: Progress["streak"] | undefined;
  readonly isComing: boolean;
}): ReactNode {
  const patient = usePatience();
  const all: readonly [name: string, value: string | undefined][] = [
    ["Examples completed", figures && thousands(figures.completed)],
    ["Time typed", figures && timeText(figures.ms)],
    ["Speed", figures && speedText(figures.wpm)],
    ["Accuracy", figures && accuracyText(figures.accuracy)],
    ["Streak", streak && counted(streak.days, "day")],
  ];
  return (
    <dl className="figures">
      {all.map(([name, value]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{value ?? (isComing ? <span className={patient ? "skel" : undefined} /> : "–")}</dd>
        </div>
      ))}
    </dl>
  );
}
