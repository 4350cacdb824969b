import "./code.css";
import { Fragment, type ReactNode, useLayoutEffect, useRef } from "react";
import { type DrawnLine, drawCode, type Piece, type PictureCode } from "./picture-rows.ts";

/**
 * A picture of code that is being typed. For the eye only: hide it from screen readers. Nothing of it is a `style`
 * attribute, which the content security policy forbids in a page that was drawn beforehand.
 */
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
  const mark = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    mark.current?.style.setProperty("--n", String(needle));
  }, [needle]);
  return (
    <div className={full ? "ruler full" : "ruler"} aria-hidden="true">
      {tens.map((column) => (
        <b key={column}>{column}</b>
      ))}
      {needle === undefined ? null : <i className="needle" ref={mark} />}
    </div>
  );
}

function Line({ line }: { readonly line: DrawnLine }): ReactNode {
  return (
    <div className="src" data-in={line.indent > 0 ? line.indent : undefined}>
      {line.pieces.map((piece) => {
        const name = classOf(piece);
        // A piece is known by its place, so that nothing on the screen moves when the caret does.
        return name === "" ? (
          <Fragment key={piece.column}>{piece.text}</Fragment>
        ) : (
          <span key={piece.column} className={name}>
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
  if (state === "slipping") names.push("cur err");
  if (state === "to-come") names.push("u");
  if (missed && state === "typed") names.push("miss");
  return names.join(" ");
}
