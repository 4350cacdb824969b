// A table of figures that is sorted by its heads and shown in pages. Its order and its page are in the address.

import { type ReactNode, useRef } from "react";
import { useSearchParams } from "../shell/router/router.tsx";
import { thousands } from "../ui/words.ts";
import {
  type Columns,
  inOrder,
  nextOrder,
  orderText,
  pageOf,
  readOrder,
  setWord,
  writeOrder,
} from "./sort-order.ts";
import { Head, Pager, showWhole } from "./table-parts.tsx";

type Figures<K extends string> = Readonly<Record<K, string | number | null>>;

type Props<K extends string, Row extends Figures<K>> = {
  readonly rows: readonly Row[];
  readonly columns: Columns<K>;
  /** The columns of texts; the others have figures. */
  readonly texts: readonly K[];
  /** The names of the order and of the page in the address. */
  readonly words: { readonly order: string; readonly page: string };
  /** What the rows are, in the plural. */
  readonly what: string;
  /** Names the controls of the pages. */
  readonly pagesLabel: string;
  /** Says what the table has, followed by its order. */
  readonly caption: string;
  /** The order of `rows`. */
  readonly usualOrder: string;
  readonly className: string;
  /** Heads that sort nothing, after the others. */
  readonly moreHeads?: ReactNode;
  readonly children: (row: Row) => ReactNode;
};

// Long: the table and the controls of its order and pages.
export function SortedTable<K extends string, Row extends Figures<K>>({
  rows,
  columns,
  texts,
  words,
  what,
  pagesLabel,
  caption,
  usualOrder,
  className,
  moreHeads,
  children,
}: Props<K, Row>): ReactNode {
  const [query, setQuery] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  const order = readOrder(columns, query.get(words.order));
  const shown = pageOf(inOrder(rows, order), query.get(words.page));
  const sortBy = (key: K) =>
    setQuery((next) => {
      setWord(next, words.order, writeOrder(nextOrder(readOrder(columns, next.get(words.order)), key)));
      next.delete(words.page);
    });
  const goTo = (page: number) =>
    setQuery((next) => setWord(next, words.page, page === 1 ? null : String(page)));
  return (
    <>
      <div ref={top} className="insights-top">
        <output className="t2 small num">
          {thousands(shown.from)} to {thousands(shown.to)} of {thousands(rows.length)} {what}
        </output>
        <Pager label={pagesLabel} page={shown} onPage={goTo} />
      </div>
      <div className="scroll-x" onFocus={({ target }) => showWhole(target)}>
        <table className={`table ${className}`}>
          <caption className="sr">
            {caption}, {orderText(columns, order, usualOrder)}
          </caption>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <Head
                  key={key}
                  name={key}
                  label={label}
                  isText={texts.includes(key)}
                  direction={order?.key === key ? order.direction : undefined}
                  onSort={() => sortBy(key)}
                />
              ))}
              {moreHeads}
            </tr>
          </thead>
          <tbody>{shown.rows.map(children)}</tbody>
        </table>
      </div>
      <div className="insights-bottom">
        <Pager
          label={`${pagesLabel}, below`}
          page={shown}
          onPage={(page) => {
            goTo(page);
            top.current?.scrollIntoView({ block: "start" });
          }}
        />
      </div>
    </>
  );
}
