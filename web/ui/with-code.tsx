import type { ReactNode } from "react";

/** A description, in which authors put code between backticks. */
export function withCode(description: string): ReactNode {
  const parts = description.split(/`([^`\n]+)`/);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} translate="no">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
