// Programs with what the rules find in them, for tests and to look at: each line of code with a line of marks below it.

import { constructsOf } from "../constructs-of.ts";

const mark = "│";

/**
 * Each line of the code, below it a line that begins with `│` and has a mark under each character of an atom: `^` and
 * `~` in turn, so that neighbours differ. Then the constructs in the order of their first places, with the
 * number of their places, and each place of a form by the texts of its pieces.
 */
export function underlined(code: string, language: string): string {
  const all = constructsOf(code, language);
  const pieces = all
    .filter(({ kind }) => kind !== "form")
    .flatMap(({ places }) => places.flatMap(piecesOf))
    .toSorted(([a], [b]) => a - b);
  const marks = Array.from({ length: code.length }, () => " ");
  for (const [nth, [start, end]] of pieces.entries()) marks.fill(nth % 2 === 0 ? "^" : "~", start, end);
  const lines: string[] = [];
  let at = 0;
  for (const line of code.split("\n")) {
    lines.push(line);
    const below = marks
      .slice(at, at + line.length)
      .map((one, nth) => (line[nth] === "\t" ? "\t" : one))
      .join("");
    if (below.trim() !== "") lines.push(mark + below.trimEnd());
    at += line.length + 1;
  }
  const namesOf = (kind: string): string =>
    all
      .filter((one) => one.kind === kind)
      .map(({ name, places }) => (places.length === 1 ? name : `${name} ×${places.length}`))
      .join(" · ");
  const forms = all
    .filter(({ kind }) => kind === "form")
    .flatMap(({ name, places }) =>
      places.map(
        (place) =>
          `${mark}form ${name} = ${piecesOf(place)
            .map(([start, end]) => code.slice(start, end))
            .join(" … ")}`,
      ),
    );
  return [...lines, `${mark}words ${namesOf("word")}`, `${mark}symbols ${namesOf("symbol")}`, ...forms].join(
    "\n",
  );
}

function piecesOf(place: readonly number[]): (readonly [number, number])[] {
  const pieces: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < place.length; at += 2)
    pieces.push([place[at] as number, place[at + 1] as number]);
  return pieces;
}

/** The code of a text that `underlined` made. */
export function codeOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(mark))
    .join("\n");
}
