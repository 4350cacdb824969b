// Markers: the lines outside code that have a meaning in a course file.
//
// A marker line is up to three spaces, any number of backslashes, then `#` to `###`, a fence of three or more backticks
// or tildes, `<!--`, or a rule of dashes or equals signs alone. With a backslash it is text. The writer puts one
// backslash before a description line that is a marker line, and the reader removes one: since any number of
// backslashes makes a marker line, the two undo each other for every text.

export type Marker = {
  readonly indent: number;
  readonly backslashes: number;
  readonly what:
    | { readonly kind: "heading"; readonly level: 1 | 2 | 3 }
    /** `#foo`, or `#` at the end of the line: without a space it is not a heading. */
    | { readonly kind: "hash" }
    | (Fence & { readonly kind: "fence" })
    | { readonly kind: "comment" }
    | { readonly kind: "rule" };
};

/** The run of backticks or tildes that opens a code block. */
export type Fence = { readonly character: "`" | "~"; readonly length: number };

export function findMarker(line: string): Marker | null {
  const indent = runLength(line, 0, " ");
  if (indent > 3) return null;
  const backslashes = runLength(line, indent, "\\");
  const at = indent + backslashes;
  const what = markerAt(line, at);
  return what === null ? null : { indent, backslashes, what };
}

/** A line of a description as it is written in a file. */
export function escapeLine(line: string): string {
  const marker = findMarker(line);
  return marker === null ? line : `${line.slice(0, marker.indent)}\\${line.slice(marker.indent)}`;
}

/** The line of a description that is written in a file as this escaped marker. */
export function unescapeLine(line: string, marker: Marker): string {
  return line.slice(0, marker.indent) + line.slice(marker.indent + 1);
}

/** How many times `character` is repeated in `text` from `from` on. */
export function runLength(text: string, from: number, character: string): number {
  let to = from;
  while (text[to] === character) to += 1;
  return to - from;
}

function markerAt(line: string, at: number): Marker["what"] | null {
  const character = line.charAt(at);
  switch (character) {
    case "#": {
      const level = runLength(line, at, "#");
      if (level !== 1 && level !== 2 && level !== 3) return null;
      return line[at + level] === " " ? { kind: "heading", level } : { kind: "hash" };
    }
    case "`":
    case "~": {
      const length = runLength(line, at, character);
      return length < 3 ? null : { kind: "fence", character, length };
    }
    case "<":
      return line.startsWith("<!--", at) ? { kind: "comment" } : null;
    case "-":
    case "=": {
      const length = runLength(line, at, character);
      return length >= 3 && onlyBlanks(line, at + length) ? { kind: "rule" } : null;
    }
    default:
      return null;
  }
}

/** Whether a text has only spaces and tabs from `from` to its end. */
export function onlyBlanks(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== " " && text[at] !== "\t") return false;
  }
  return true;
}
