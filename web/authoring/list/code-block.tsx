import type { Tokens } from "@tabstop/contract/vocabulary";
import "../../typing/code.css";
import type { CSSProperties, ReactNode } from "react";
import { type CodeLine, linesOfCode } from "../code-lines.ts";

/** Code to read: numbered lines with their indent stops, in the server's colours where there are any. */
export function CodeBlock({
  code,
  tokens = null,
}: {
  readonly code: string;
  readonly tokens?: Tokens | null;
}): ReactNode {
  return (
    <div className="code-block">
      <pre className="sr">{code}</pre>
      <div className="code code-sm" aria-hidden="true">
        <ol className="lines">
          {linesOfCode(code, tokens).map((line, number) => (
            <li key={number} className="ln done">
              <Line line={line} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function Line({ line: { columns, pieces } }: { readonly line: CodeLine }): ReactNode {
  return (
    <div className="src" style={columns > 0 ? ({ "--in": columns } as CSSProperties) : undefined}>
      {pieces.map(({ token, text }, place) =>
        token === "" ? (
          text
        ) : (
          <span key={place} className={token}>
            {text}
          </span>
        ),
      )}
    </div>
  );
}
