import type { ReactNode } from "react";
import { ErrorNotice } from "../../ui/notice.tsx";
import { ToCourses } from "../to-courses.tsx";

/** Why no next lesson opened. Where another try cannot help, it leads to the courses. */
export function NextFailed({
  failure: { problem, canTryAgain },
  onRetry,
}: {
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean };
  /** Left out where another control tries again. */
  readonly onRetry?: () => void;
}): ReactNode {
  return canTryAgain ? (
    <ErrorNotice onRetry={onRetry}>{problem}</ErrorNotice>
  ) : (
    <ErrorNotice action={<ToCourses />}>{problem}</ErrorNotice>
  );
}
