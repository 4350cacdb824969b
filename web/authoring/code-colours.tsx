import { type ReactNode, type RefObject, memo, useEffect, useLayoutEffect, useRef } from "react";
import { linesOfCode, type TokenClass, type Tokens } from "./code-lines.ts";

const painted = ["k", "f", "y", "s", "d", "c"] as const satisfies readonly TokenClass[];

/**
 * Whether this browser can colour text without wrapping it in elements. Then every letter stands where the text area has
 * its own, to the pixel: what is wrapped is rounded anew at each end. Without it the code stays plain.
 */
export const canPaint = typeof CSS !== "undefined" && "highlights" in CSS && typeof Highlight === "function";

/** The code of a text area once more, over it and in colours, while the text area's own letters are clear. */
export function CodeColours({
  area,
  code,
  tokens,
}: {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly code: string;
  readonly tokens: Tokens;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (text.current !== null) paint(text.current, code, tokens);
  }, [code, tokens]);
  useLayoutEffect(() => () => painted.forEach((of) => void CSS.highlights.delete(`code-${of}`)), []);

  // After every drawing: a text area scrolls by itself when its text grows.
  useLayoutEffect(() => follow(area.current, box.current));
  useEffect(() => {
    const field = area.current;
    if (field === null) return;
    const scroll = () => follow(field, box.current);
    const resizing = new ResizeObserver(scroll);
    resizing.observe(field);
    field.addEventListener("scroll", scroll, { passive: true });
    return () => {
      resizing.disconnect();
      field.removeEventListener("scroll", scroll);
    };
  }, [area]);

  return (
    // Inert, so that a search in the page finds the code once.
    <div ref={box} className="code-colours textarea-code" aria-hidden="true" inert>
      <div ref={text}>
        {code.split("\n").map((line, place) => (
          <Line key={place} line={line} />
        ))}
      </div>
    </div>
  );
}

/** A letter that is typed draws its own line anew, and no other. */
const Line = memo(function Line({ line }: { readonly line: string }): ReactNode {
  return <div>{line === "" ? "\n" : line}</div>;
});

function paint(text: HTMLElement, code: string, tokens: Tokens): void {
  const ranges = new Map<TokenClass, StaticRange[]>(painted.map((of) => [of, []]));
  linesOfCode(code, tokens).forEach(({ pieces }, number) => {
    const node = text.children[number]?.firstChild;
    if (node === null || node === undefined) return;
    let at = 0;
    for (const { token, text: piece } of pieces) {
      const to = at + piece.length;
      ranges
        .get(token)
        ?.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: to }));
      at = to;
    }
  });
  for (const [of, here] of ranges) CSS.highlights.set(`code-${of}`, new Highlight(...here));
}

/** As large as what the text area shows between its scroll bars, and scrolled alike. */
function follow(area: HTMLElement | null, box: HTMLElement | null): void {
  if (area === null || box === null) return;
  box.style.width = `${area.clientWidth}px`;
  box.style.height = `${area.clientHeight}px`;
  box.scrollTop = area.scrollTop;
  box.scrollLeft = area.scrollLeft;
}
