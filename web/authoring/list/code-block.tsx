import type { Tokens } from "@tabstop/contract/vocabulary";
import "../../typing/code.css";
import type { CSSProperties, ReactNode } from "react";
import { type ColouredLine, colouredLines } from "../../typing/coloured-rows.ts";

/** Code to read: numbered lines with their indent stops, in the server's colours if it has any. */
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
          {colouredLines(code, tokens).map((line, index) => (
            <li key={index} className="ln done">
              <Line line={line} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function Line({ line: { indent, pieces } }: { readonly line: ColouredLine }): ReactNode {
  return (
    <div className="src" style={indent > 0 ? ({ "--in": indent } as CSSProperties) : undefined}>
      {pieces.map(({ token, text }, index) =>
        token === "" ? (
          text
        ) : (
          <span key={index} className={token}>
            {text}
          </span>
        ),
      )}
    </div>
  );
}
