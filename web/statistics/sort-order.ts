// The rows of a table: sorted, then cut into pages. Order and page are in the address, so that a reload, a shared link and
// the browser's back button show the same rows.

import { compareNames } from "../ui/words.ts";

const rowsAPage = 50;

export type Direction = "ascending" | "descending";
/** null is the order in which the server returns the rows. */
export type Order<K extends string> = { readonly key: K; readonly direction: Direction } | null;
export type Columns<K extends string> = readonly { readonly key: K; readonly label: string }[];

/** Rows without a figure come last in both directions; equal ones stay in the order of the server. */
export function inOrder<K extends string, Row extends Readonly<Record<K, string | number | null>>>(
  rows: readonly Row[],
  order: Order<K>,
): readonly Row[] {
  if (order === null) return rows;
  const { key, direction } = order;
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b]: (string | number | null)[] = [one[key], other[key]];
    if (a === null || b === null || a === undefined || b === undefined)
      return Number(a === null) - Number(b === null);
    if (typeof a === "string" || typeof b === "string") return sign * compareNames(String(a), String(b));
    return sign * (a - b);
  });
}

/** The next order after a press on a column's head: ascending, then descending, then that of the server. */
export function nextOrder<K extends string>(order: Order<K>, key: K): Order<K> {
  if (order?.key !== key) return { key, direction: "ascending" };
  return order.direction === "ascending" ? { key, direction: "descending" } : null;
}

/** `error_rate` or `-error_rate`; any other text means no order. */
export function readOrder<K extends string>(columns: Columns<K>, text: string | null): Order<K> {
  const column = columns.find(({ key }) => key === text?.replace(/^-/, ""));
  return column ? { key: column.key, direction: text?.startsWith("-") ? "descending" : "ascending" } : null;
}

export function writeOrder(order: Order<string>): string | null {
  return order && `${order.direction === "descending" ? "-" : ""}${order.key}`;
}

/** For a table's caption. */
export function orderText<K extends string>(columns: Columns<K>, order: Order<K>, usual: string): string {
  if (order === null) return usual;
  return `sorted by ${columns.find(({ key }) => key === order.key)?.label}, ${order.direction}`;
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

/** Writes a word of the address; null removes it. */
export function setWord(query: URLSearchParams, name: string, value: string | null): void {
  if (value === null) query.delete(name);
  else query.set(name, value);
}
