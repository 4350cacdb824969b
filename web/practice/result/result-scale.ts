// The ruler in a result: a span of time that contains all marks, with ticks at round seconds.

export type Scale = {
  readonly fromS: number;
  readonly toS: number;
  /** Seconds between long ticks; every second one has a label. */
  readonly stepS: number;
};

/** Steps that are easy to read, in s. */
const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];
/** There is room for this many steps between long ticks. */
const mostSteps = 7;

/** The narrowest span of whole steps around all times (ms), with no mark on its edge. */
export function scaleOf(timesMs: readonly number[]): Scale {
  const low = Math.min(...timesMs) / 1_000;
  const high = Math.max(...timesMs) / 1_000;
  for (const stepS of steps) {
    const fromS = Math.max(0, Math.floor((low - stepS / 4) / stepS) * stepS);
    const toS = Math.max(fromS + 2 * stepS, Math.ceil((high + stepS / 4) / stepS) * stepS);
    if ((toS - fromS) / stepS <= mostSteps) return { fromS, toS, stepS };
  }
  return { fromS: 0, toS: high, stepS: high / mostSteps };
}

/** The position of a time on the scale, 0 to 1. */
export function positionOn(scale: Scale, timeMs: number): number {
  return (timeMs / 1_000 - scale.fromS) / (scale.toS - scale.fromS);
}

export type Mark = {
  readonly timeMs: number;
  readonly label: string;
};
export type PlacedMark<M extends Mark> = {
  readonly mark: M;
  readonly x: number;
  /** null when there is no room for the label beside more important ones. */
  readonly anchor: "start" | "middle" | "end" | null;
};

const letterWidth = 6.4;
const labelGap = 4;

type Anchor = PlacedMark<Mark>["anchor"];
const anchors: readonly Anchor[] = ["middle", "end", "start", null];

/** Places marks, given with the most important first, so that no label covers another or leaves the picture. */
export function placeMarks<M extends Mark>(
  marks: readonly M[],
  scale: Scale,
  width: number,
  overhang: number,
): readonly PlacedMark<M>[] {
  const places = marks.map((mark) => width * positionOn(scale, mark.timeMs));
  const boxOf = (index: number, anchor: Anchor): readonly [number, number] | null => {
    if (anchor === null) return null;
    const length = (marks[index]?.label.length ?? 0) * letterWidth;
    const x = places[index] ?? 0;
    const left = anchor === "middle" ? x - length / 2 : anchor === "end" ? x - length : x;
    return [left, left + length];
  };
  // There are few marks, so every way to label them is tried. More labels win, then labels in the middle of their
  // marks.
  let best: readonly Anchor[] = marks.map(() => null);
  let bestWorth = -1;
  const search = (chosen: readonly Anchor[], worth: number) => {
    const index = chosen.length;
    if (index === marks.length) {
      if (worth > bestWorth) [best, bestWorth] = [chosen, worth];
      return;
    }
    for (const anchor of anchors) {
      const box = boxOf(index, anchor);
      const fits =
        box === null ||
        (box[0] >= -overhang &&
          box[1] <= width + overhang &&
          chosen.every((other, at) => {
            const taken = boxOf(at, other);
            return taken === null || box[1] + labelGap <= taken[0] || box[0] >= taken[1] + labelGap;
          }));
      const importance = 2 ** (marks.length - index);
      if (fits)
        search(
          [...chosen, anchor],
          worth + (box === null ? 0 : 10 * importance) + (anchor === "middle" ? 1 : 0),
        );
    }
  };
  search([], 0);
  return marks.map((mark, index) => ({ mark, x: places[index] ?? 0, anchor: best[index] ?? null }));
}
