import type { CSSProperties, ReactNode } from "react";
import { rateText } from "./number-text.ts";

const lowUnder = 25;

/** A rate in percent as a number, with a bar on the scale from 0 to 100% that all bars share. */
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
