// The first lines of a code as a small picture, in pencil: enough to see what will be typed.

import "./code.css";
import "./code-lines.css";
import type { Tokens } from "@tabstop/contract/vocabulary";
import type { ReactNode } from "react";
import { colouredLines } from "./coloured-rows.ts";

/** Hidden from screen readers. It has no `style` attribute, as the content security policy asks of a page. */
export function CodeLines({
  lines,
  tokens,
}: {
  readonly lines: readonly string[];
  /** The colours of the lines joined with line feeds; null for plain lines. */
  readonly tokens: Tokens | null;
}): ReactNode {
  return (
    <span className="code-lines" aria-hidden="true">
      {colouredLines(lines.join("\n"), tokens).map((line, number) => (
        <span key={number}>
          {line.pieces.map((piece, index) => (
            <span key={index} className={piece.token === "" ? "u" : `${piece.token} u`}>
              {piece.text}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
