import type { ReactNode } from "react";
import { FieldError } from "../../ui/field.tsx";
import { thousands } from "../../ui/words.ts";

const shownAtMost = 5;

/** The first problems of a field, each on a line of its own. */
export function FieldProblems({
  id,
  problems,
}: {
  readonly id: string;
  readonly problems: readonly string[];
}): ReactNode {
  if (problems.length === 0) return null;
  const rest = problems.length - shownAtMost;
  return (
    <FieldError id={id}>
      {problems.slice(0, shownAtMost).map((problem) => (
        <span key={problem} className="block">
          {problem}
        </span>
      ))}
      {rest > 0 ? `And ${thousands(rest)} more.` : null}
    </FieldError>
  );
}
