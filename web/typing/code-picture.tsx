import "./code.css";
import { Fragment, type ReactNode, useLayoutEffect, useRef } from "react";
import { type PictureCode, type PicturePiece, type PictureRow, pictureRows } from "./picture-rows.ts";

/**
 * A picture of code that is being typed, to be hidden from screen readers. It has no `style` attribute, because the
 * content security policy forbids those in a prerendered page.
 */
export function CodePicture({
  code,
  ruler = false,
  numbers = true,
  isFocused = true,
  columns = 60,
}: {
  readonly code: PictureCode;
  readonly ruler?: boolean;
  readonly numbers?: boolean;
  /** Otherwise the caret is hollow. */
  readonly isFocused?: boolean;
  /** Of the ruler. */
  readonly columns?: number;
}): ReactNode {
  return (
    <div className={numbers ? "code" : "code hide-no"} data-running data-blurred={isFocused ? undefined : ""}>
      {ruler ? <Ruler columns={columns} needle={code.caret.column} /> : null}
      <ol className="lines">
        {pictureRows(code).map((row, index) => (
          <li key={index} className={`ln ${row.state}`}>
            <Row row={row} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/**
 * The ruler above code: one tick per column and a number every ten, with a needle at the caret's column if there is
 * one.
 */
export function Ruler({
  columns,
  needle,
  full = false,
}: {
  readonly columns: number;
  readonly needle?: number;
  readonly full?: boolean;
}): ReactNode {
  const tens = Array.from({ length: Math.floor(columns / 10) + 1 }, (_, index) => index * 10);
  const mark = useRef<HTMLElement>(null);
  // By script, because the content security policy forbids `style` attributes in a prerendered page.
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

function Row({ row }: { readonly row: PictureRow }): ReactNode {
  return (
    <div className="src" data-in={row.indent > 0 ? row.indent : undefined}>
      {row.pieces.map((piece) => {
        const name = classOf(piece);
        // Keyed by column, so that no piece moves on the screen when the caret does.
        return name === "" ? (
          <Fragment key={piece.column}>{piece.text}</Fragment>
        ) : (
          <span key={piece.column} className={name}>
            {piece.text}
          </span>
        );
      })}
      {row.enter === "to-come" ? <span className="ret u" /> : null}
      {row.enter === "current" ? <span className="cur ret" /> : null}
    </div>
  );
}

function classOf({ kind, text, token, state, isMissed }: PicturePiece): string {
  const names: string[] = [];
  if (kind === "tab") names.push("tab");
  else if (token !== "") names.push(token);
  if (state === "current") names.push(text === " " ? "cur sp" : "cur");
  if (state === "slipping") names.push("cur err");
  if (state === "to-come") names.push("u");
  if (isMissed && state === "typed") names.push("miss");
  return names.join(" ");
}
