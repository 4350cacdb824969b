// In place of an example from memory while it loads, or when it cannot.

import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/waiting.tsx";

export function MemoryNote({
  problem,
  onCopy,
}: {
  /** null while it loads. */
  readonly problem: ReactNode;
  readonly onCopy: () => void;
}): ReactNode {
  return (
    <div className="stage-note">
      {problem === null ? (
        <Skeleton widths={[30, 0, 46, 38, 52, 0, 44, 58, 36]} />
      ) : (
        <>
          {problem}
          <p className="copy-instead">
            <Button onClick={onCopy}>Copy</Button>
          </p>
        </>
      )}
    </div>
  );
}
