import { type TokenClass, type Tokens, tokenClasses } from "@tabstop/contract/vocabulary";
import { type ReactNode, type RefObject, memo, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { type CodeLine, linesOfCode } from "../code-lines.ts";

const painted = tokenClasses.filter((of) => of !== "");

/**
 * Whether this browser can colour text without wrapping it in elements. Then every letter stands where the text area
 * has its own, to the pixel: what is wrapped is rounded anew at each end. Without it the code stays plain.
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
  const lines = useMemo(() => linesOfCode(code, tokens), [code, tokens]);
  const draw = useRef<() => void>(() => {});

  // After every drawing: a text area scrolls by itself when its text grows.
  useLayoutEffect(() => {
    draw.current = () => {
      if (area.current === null || box.current === null || text.current === null) return;
      follow(area.current, box.current);
      paint(text.current, lines, box.current);
    };
    draw.current();
  });
  useLayoutEffect(() => () => painted.forEach((of) => void CSS.highlights.delete(`code-${of}`)), []);
  useEffect(() => {
    const field = area.current;
    if (field === null) return;
    const again = () => draw.current();
    const resizing = new ResizeObserver(again);
    resizing.observe(field);
    field.addEventListener("scroll", again, { passive: true });
    return () => {
      resizing.disconnect();
      field.removeEventListener("scroll", again);
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

/** Only the lines that are seen: a browser looks at every coloured piece of a page anew with each letter. */
function paint(text: HTMLElement, lines: readonly CodeLine[], box: HTMLElement): void {
  const line = text.children[0];
  const height = line instanceof HTMLElement ? line.offsetHeight : 0;
  if (height === 0) return;
  const first = Math.max(0, Math.floor(box.scrollTop / height) - 1);
  const last = first + Math.ceil(box.clientHeight / height) + 2;
  const ranges = new Map<TokenClass, StaticRange[]>(painted.map((of) => [of, []]));
  lines.slice(first, last).forEach(({ pieces }, number) => {
    const node = text.children[first + number]?.firstChild;
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
function follow(area: HTMLElement, box: HTMLElement): void {
  box.style.width = `${area.clientWidth}px`;
  box.style.height = `${area.clientHeight}px`;
  box.scrollTop = area.scrollTop;
  box.scrollLeft = area.scrollLeft;
}
