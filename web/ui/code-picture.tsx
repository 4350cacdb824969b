import "./code.css";
import type { CSSProperties, ReactNode } from "react";
import { type DrawnLine, drawCode, type Piece, type PictureCode } from "./code-drawing.ts";

/** A still picture of code that is being typed. For the eye only: hide it from screen readers. */
export function CodePicture({
  code,
  ruler = false,
  numbers = true,
}: {
  readonly code: PictureCode;
  readonly ruler?: boolean;
  readonly numbers?: boolean;
}): ReactNode {
  return (
    <div className={numbers ? "code" : "code hide-no"} data-running>
      {ruler ? <Ruler columns={60} needle={code.caret.column} /> : null}
      <ol className="lines">
        {drawCode(code).map((line, number) => (
          <li key={number} className={`ln ${line.state}`}>
            <Line line={line} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** One tick a column, a number every ten, and the needle at the caret's column. */
export function Ruler({
  columns,
  needle,
  full = false,
}: {
  readonly columns: number;
  /** Without it there is no needle. */
  readonly needle?: number;
  readonly full?: boolean;
}): ReactNode {
  const tens = Array.from({ length: Math.floor(columns / 10) + 1 }, (_, i) => i * 10);
  return (
    <div className={full ? "ruler full" : "ruler"} aria-hidden="true">
      {tens.map((column) => (
        <b key={column} style={at(column)}>
          {column}
        </b>
      ))}
      {needle === undefined ? null : <i className="needle" style={at(needle)} />}
    </div>
  );
}

function Line({ line }: { readonly line: DrawnLine }): ReactNode {
  return (
    <div className="src" style={line.indent > 0 ? ({ "--in": line.indent } as CSSProperties) : undefined}>
      {line.pieces.map((piece, place) => {
        const name = classOf(piece);
        return name === "" ? (
          piece.text
        ) : (
          <span key={place} className={name}>
            {piece.text}
          </span>
        );
      })}
      {line.enter === "to-come" ? <span className="ret u" /> : null}
      {line.enter === "current" ? <span className="cur ret" /> : null}
    </div>
  );
}

function classOf({ text, token, state, missed, tab }: Piece): string {
  const names: string[] = [];
  if (tab) names.push("tab");
  else if (token !== "") names.push(token);
  if (state === "current") names.push(text === " " ? "cur sp" : "cur");
  if (state === "to-come") names.push("u");
  if (missed && state === "typed") names.push("miss");
  return names.join(" ");
}

const at = (column: number) => ({ "--n": column }) as CSSProperties;
