// The rows of the table of insights: sorted, then cut into pages. Order and page are in the address, so that a reload,
// a shared link and the browser's back button show the same rows.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { compareNames } from "../ui/words.ts";

export type Insight = ResponseOf<"getInsights">["examples"][number];

/** With fewer learners, the server leaves out the figures of an example. */
export const learnersAtLeast = 5;
const rowsAPage = 50;

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
/** null is the order of learning, in which the server returns the examples. */
export type Order = { readonly key: ColumnKey; readonly direction: Direction } | null;

/** Examples without a figure come last in both directions; equal ones stay in the order of learning. */
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

/** The next order after a press on a column's head: ascending, then descending, then the order of learning. */
export function nextOrder(order: Order, key: ColumnKey): Order {
  if (order?.key !== key) return { key, direction: "ascending" };
  return order.direction === "ascending" ? { key, direction: "descending" } : null;
}

/** `error_rate` or `-error_rate`; any other text means no order. */
export function readOrder(text: string | null): Order {
  const column = columns.find(({ key }) => key === text?.replace(/^-/, ""));
  return column ? { key: column.key, direction: text?.startsWith("-") ? "descending" : "ascending" } : null;
}

export function writeOrder(order: Order): string | null {
  return order && `${order.direction === "descending" ? "-" : ""}${order.key}`;
}

export type Page<T> = {
  /** From 1; always an existing page. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly T[];
  /** The numbers of the first and the last row, from 1; both 0 without rows. */
  readonly from: number;
  readonly to: number;
};

export function pageOf<T>(rows: readonly T[], requested: string | null): Page<T> {
  const pages = Math.max(1, Math.ceil(rows.length / rowsAPage));
  const number = /^\d{1,9}$/.test(requested ?? "") ? Number(requested) : 1;
  const page = Math.min(Math.max(1, number), pages);
  const shown = rows.slice((page - 1) * rowsAPage, page * rowsAPage);
  const from = shown.length === 0 ? 0 : (page - 1) * rowsAPage + 1;
  return { page, pages, rows: shown, from, to: from === 0 ? 0 : from + shown.length - 1 };
}
