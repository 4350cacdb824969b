import type { CSSProperties, ReactNode } from "react";
import { rateText } from "./number-text.ts";

const lowUnder = 25;

/** A rate in percent, with a bar on a scale from 0% to 100%. */
export function Rate({ percent }: { readonly percent: number }): ReactNode {
  return (
    <span className={percent < lowUnder ? "rate low" : "rate"}>
      <span className="bar" style={{ "--p": percent } as CSSProperties} aria-hidden="true">
        <i />
      </span>
      {rateText(percent)}
    </span>
  );
}
