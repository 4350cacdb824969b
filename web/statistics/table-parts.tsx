import { type ReactNode, useId } from "react";
import { Button } from "../ui/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon } from "../ui/icons.tsx";
import type { Page } from "./sort-order.ts";

/** The head of a column by which a press sorts the table. */
export function Head({
  name,
  label,
  isText,
  direction,
  onSort,
}: {
  readonly name: string;
  readonly label: string;
  /** Texts begin at the left, figures end at the right. */
  readonly isText: boolean;
  readonly direction: "ascending" | "descending" | undefined;
  readonly onSort: () => void;
}): ReactNode {
  return (
    <th scope="col" className={isText ? `of-${name}` : `r of-${name}`} aria-sort={direction}>
      <button type="button" className="sort" onClick={onSort}>
        {label}
        <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
          <path className={direction === "ascending" ? "is-on" : ""} d="M4 0 7.5 4.5h-7Z" />
          <path className={direction === "descending" ? "is-on" : ""} d="M4 12 .5 7.5h7Z" />
        </svg>
      </button>
    </th>
  );
}

/** Draws nothing when there is only one page. */
export function Pager({
  label,
  page: { page, pages },
  onPage,
}: {
  readonly label: string;
  readonly page: Page<unknown>;
  readonly onPage: (page: number) => void;
}): ReactNode {
  const selectId = useId();
  if (pages === 1) return null;
  // The buttons stay focusable at the ends: a disabled button would lose the focus and a screen reader its place.
  const step = (by: number) => {
    const next = page + by;
    if (next >= 1 && next <= pages) onPage(next);
  };
  return (
    <nav className="pager" aria-label={label}>
      <Button size="small" aria-disabled={page === 1} onClick={() => step(-1)}>
        <ChevronLeftIcon />
        Previous
      </Button>
      <label htmlFor={selectId} className="t3 small">
        Page
      </label>
      <select
        id={selectId}
        className="select select-sm num"
        value={page}
        onChange={(event) => onPage(Number(event.target.value))}
      >
        {Array.from({ length: pages }, (_, i) => (
          <option key={i} value={i + 1}>
            {i + 1} of {pages}
          </option>
        ))}
      </select>
      <Button size="small" aria-disabled={page === pages} onClick={() => step(1)}>
        Next
        <ChevronRightIcon />
      </Button>
    </nav>
  );
}

/** Scrolls sideways to a control that Tab has reached, which browsers do not do while part of it is visible. */
export function showWhole(control: Element): void {
  if (control.matches(":focus-visible")) control.scrollIntoView({ block: "nearest", inline: "nearest" });
}
