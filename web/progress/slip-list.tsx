// What the learner typed where something else belongs.

import type { ReactNode } from "react";
import { languageName } from "../learning/language-name.ts";
import { Construct } from "../ui/construct.tsx";
import { counted } from "../ui/words.ts";
import type { Progress } from "./progress-words.ts";

export function SlipList({ slips }: { readonly slips: Progress["slips"] }): ReactNode {
  return (
    <ul className="slips">
      {slips.map(({ typed, typed_spoken, expected, languages, n }) => (
        <li key={`${expected.id} ${typed}`}>
          <span className="in-words">
            <Named name={typed} spoken={typed_spoken} /> where <Named {...expected} /> belongs
          </span>
          <span className="slip-count small">
            <span className="t3">{languages.map(languageName).join(", ")}</span>{" "}
            <span className="num">{counted(n, "time")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Named({ name, spoken }: { readonly name: string; readonly spoken: string | null }): ReactNode {
  return (
    <>
      {spoken === null ? null : <span className="sr">{`${spoken} `}</span>}
      <Construct name={name} />
    </>
  );
}
