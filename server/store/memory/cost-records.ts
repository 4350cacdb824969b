// The figures of a construct in a run as a text of fixed width: in one text with those of other constructs they are found
// without being parsed. SQLite takes three times as long to read them as JSON, and this is the same for both databases.

export const costFigures = ["places", "slips", "ms", "characters"] as const;
export type CostFigures = { readonly [figure in (typeof costFigures)[number]]: number };

export const digitsOfFigure = 10;
export const digitsOfRecord = digitsOfFigure * costFigures.length;

export function costRecord(cost: CostFigures): string {
  return costFigures.map((figure) => String(cost[figure]).padStart(digitsOfFigure, "0")).join("");
}
