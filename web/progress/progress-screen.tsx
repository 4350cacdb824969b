// What a learner has done and knows: figures, speed and accuracy by day, a year of days, languages, and what costs time.

import { usePageHead } from "../shell/page-head.ts";
import type { ReactNode } from "react";

export function ProgressScreen(): ReactNode {
  usePageHead({ title: "Progress", indexed: false });
  return (
    <main id="main" className="page" tabIndex={-1}>
      <div className="page-head">
        <h1>Progress</h1>
      </div>
    </main>
  );
}
