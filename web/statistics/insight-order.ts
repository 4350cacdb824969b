// The table of insights, as a function of what it holds and of how it is looked at: order, then the page. How it is
// looked at stands in the address, so that a reload, a shared link and the way back show the same.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { compareNames } from "../ui/words.ts";

export type Insight = ResponseOf<"getInsights">["examples"][number];

/** Where nothing is said of an example, the server leaves out all figures. */
export const learnersAtLeast = 5;
export const rowsAPage = 50;

export const columns = [
  { key: "title", label: "Title" },
  { key: "chapter_title", label: "Chapter" },
  { key: "learners", label: "Learners" },
  { key: "completion_rate", label: "Completion rate" },
  { key: "median_best_time_ms", label: "Median time" },
  { key: "ms_per_character", label: "Per character" },
  { key: "error_rate", label: "Error rate" },
] as const satisfies readonly { readonly key: keyof Insight; readonly label: string }[];
export type ColumnKey = (typeof columns)[number]["key"];

export type Direction = "ascending" | "descending";
/** null: as the examples are learnt, which is how the server gives them. */
export type Order = { readonly key: ColumnKey; readonly direction: Direction } | null;

/** A new array. What has no figure comes last either way; what is equal stays as the examples are learnt. */
export function inOrder(examples: readonly Insight[], order: Order): readonly Insight[] {
  if (order === null) return examples;
  const { key, direction } = order;
  const sign = direction === "ascending" ? 1 : -1;
  return examples.toSorted((one, other) => {
    const [a, b] = [one[key], other[key]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "string" || typeof b === "string") return sign * compareNames(String(a), String(b));
    return sign * (a - b);
  });
}

/** What a press on a column's head does: first one way, then the other, then as the examples are learnt again. */
export function nextOrder(order: Order, key: ColumnKey): Order {
  if (order?.key !== key) return { key, direction: "ascending" };
  return order.direction === "ascending" ? { key, direction: "descending" } : null;
}

/** `sort=error_rate`, `sort=-error_rate`; anything else is no order. */
export function readOrder(text: string | null): Order {
  const column = columns.find(({ key }) => key === text?.replace(/^-/, ""));
  return column ? { key: column.key, direction: text?.startsWith("-") ? "descending" : "ascending" } : null;
}

export function writeOrder(order: Order): string | null {
  return order && `${order.direction === "descending" ? "-" : ""}${order.key}`;
}

export type Page<T> = {
  /** From 1; within what there is, whatever was asked for. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly T[];
  /** Numbers of the first and the last row, from 1; 0 and 0 of nothing. */
  readonly from: number;
  readonly to: number;
};

export function pageOf<T>(rows: readonly T[], asked: string | null): Page<T> {
  const pages = Math.max(1, Math.ceil(rows.length / rowsAPage));
  const wanted = /^\d{1,9}$/.test(asked ?? "") ? Number(asked) : 1;
  const page = Math.min(Math.max(1, wanted), pages);
  const shown = rows.slice((page - 1) * rowsAPage, page * rowsAPage);
  const from = shown.length === 0 ? 0 : (page - 1) * rowsAPage + 1;
  return { page, pages, rows: shown, from, to: from === 0 ? 0 : from + shown.length - 1 };
}
