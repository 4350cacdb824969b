// The shapes of the grades: a ring for what had to be shown, a half disc for what slipped and was found, a disc for what
// came back. Words always stand beside them.

import "./grade-mark.css";
import type { Grade } from "@tabstop/contract/vocabulary";
import type { ReactNode } from "react";

/** Beside text; its words follow it. */
export function GradeMark({ grade }: { readonly grade: Grade }): ReactNode {
  return (
    <svg className={`grade is-${grade}`} viewBox="0 0 10 10" aria-hidden="true">
      <GradeShape grade={grade} />
    </svg>
  );
}

/** Ten by ten units, for a picture. */
export function GradeShape({ grade }: { readonly grade: Grade }): ReactNode {
  if (grade === "again") return <circle cx="5" cy="5" r="3.6" fill="none" strokeWidth="1.6" />;
  if (grade === "good") return <circle cx="5" cy="5" r="4.2" fill="currentColor" />;
  return (
    <>
      <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M1.2 5a3.8 3.8 0 0 0 7.6 0z" fill="currentColor" />
    </>
  );
}
