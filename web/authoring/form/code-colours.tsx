import { type TokenClass, type Tokens, tokenClasses } from "@tabstop/contract/vocabulary";
import { type ReactNode, type RefObject, memo, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { type ColouredLine, colouredLines } from "../../typing/coloured-rows.ts";
import { followSize } from "../../ui/follow-size.ts";
import { ifSupported } from "../../ui/if-supported.ts";

const paintedClasses = tokenClasses.filter((token) => token !== "");

const highlights = ifSupported(() => (typeof Highlight === "function" ? CSS.highlights : undefined));

/**
 * Whether this browser can colour text without wrapping it in elements. If it can, every letter is exactly over that of
 * the text area; wrapped text would be rounded to whole pixels at both its ends. If it cannot, the code stays plain.
 */
export const canPaint = highlights !== undefined;

/** The code of a text area again, laid over it in colours, while the text area's own letters are transparent. */
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
  const lines = useMemo(() => colouredLines(code, tokens), [code, tokens]);
  const draw = useRef<() => void>(() => {});

  // After every rendering, because a text area scrolls by itself when its text grows.
  useLayoutEffect(() => {
    draw.current = () => {
      if (area.current === null || box.current === null || text.current === null) return;
      followScroll(area.current, box.current);
      paint(text.current, lines, box.current);
    };
    draw.current();
  });
  useLayoutEffect(
    () => () => paintedClasses.forEach((token) => void highlights?.delete(`code-${token}`)),
    [],
  );
  useEffect(() => {
    const field = area.current;
    if (field === null) return;
    const redraw = () => draw.current();
    const stopFollowing = followSize(field, redraw);
    field.addEventListener("scroll", redraw, { passive: true });
    return () => {
      stopFollowing();
      field.removeEventListener("scroll", redraw);
    };
  }, [area]);

  return (
    // Inert, so that a search in the page finds the code once.
    <div ref={box} className="code-colours textarea-code" aria-hidden="true" inert>
      <div ref={text}>
        {code.split("\n").map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
    </div>
  );
}

/** Memoized, so that a letter renders only its own line. */
const Line = memo(function Line({ line }: { readonly line: string }): ReactNode {
  return <div>{line === "" ? "\n" : line}</div>;
});

/**
 * Colours only the lines that can be seen: for each letter the browser goes through every coloured piece of the page.
 */
function paint(text: HTMLElement, lines: readonly ColouredLine[], box: HTMLElement): void {
  const line = text.children[0];
  const height = line instanceof HTMLElement ? line.offsetHeight : 0;
  if (height === 0) return;
  const first = Math.max(0, Math.floor(box.scrollTop / height) - 1);
  const last = first + Math.ceil(box.clientHeight / height) + 2;
  const ranges = new Map<TokenClass, StaticRange[]>(paintedClasses.map((token) => [token, []]));
  lines.slice(first, last).forEach(({ pieces }, index) => {
    const node = text.children[first + index]?.firstChild;
    if (node === null || node === undefined) return;
    let start = 0;
    for (const { token, text: piece } of pieces) {
      const end = start + piece.length;
      ranges
        .get(token)
        ?.push(
          new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }),
        );
      start = end;
    }
  });
  for (const [token, its] of ranges)
    ifSupported(() => highlights?.set(`code-${token}`, new Highlight(...its)));
}

/** Gives the box the size of the part of the text area between its scroll bars, and the same scroll. */
function followScroll(area: HTMLElement, box: HTMLElement): void {
  box.style.width = `${area.clientWidth}px`;
  box.style.height = `${area.clientHeight}px`;
  box.scrollTop = area.scrollTop;
  box.scrollLeft = area.scrollLeft;
}
