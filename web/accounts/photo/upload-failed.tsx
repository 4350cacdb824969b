import type { ReactNode } from "react";
import { ErrorNotice } from "../../ui/notice.tsx";
import type { UploadProblem } from "./photo-rules.ts";

export function UploadFailed({ problem }: { readonly problem: UploadProblem }): ReactNode {
  return (
    <ErrorNotice>
      <p className="font-medium">Upload failed</p>
      <p>{problem.message}</p>
      {problem.mayBeServer ? <p className="t2">There may be a server issue. Try again later.</p> : null}
    </ErrorNotice>
  );
}
