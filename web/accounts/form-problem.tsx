import type { ReactNode } from "react";
import { ErrorNotice } from "../ui/notice.tsx";

/** A problem that concerns no single field, shown above the button. */
export function FormProblem({
  problem,
  unreachable,
}: {
  readonly problem: string | undefined;
  readonly unreachable: boolean;
}): ReactNode {
  if (problem === undefined) return null;
  return (
    <ErrorNotice>
      <p>{problem}</p>
      {unreachable ? <p className="t2">The server could not be reached. Try again in a moment.</p> : null}
    </ErrorNotice>
  );
}
