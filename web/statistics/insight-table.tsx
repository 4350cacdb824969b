import { type ReactNode, useId, useRef, useState } from "react";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Link, useSearchParams } from "../shell/router/router.tsx";
import { Button } from "../ui/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, PodiumIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { thousands } from "../ui/words.ts";
import { BoardDialog } from "./board-dialog.tsx";
import {
  type ColumnKey,
  columns,
  type Insight,
  inOrder,
  learnersAtLeast,
  nextOrder,
  type Order,
  type Page,
  pageOf,
  readOrder,
  writeOrder,
} from "./insight-order.ts";
import { averageText, perCharacterText, shareText } from "./number-text.ts";
import { type Insights, useInsights } from "./queries.ts";
import { Rate } from "./rate.tsx";

/** Figures of every example, to find those that are too hard or too long, with links to their boards. */
export function InsightTable({ userId }: { readonly userId: number }): ReactNode {
  const { data, problem, query } = useInsights(userId);
  return (
    <section className="section" aria-labelledby="insights">
      <div className="section-head">
        <h2 id="insights">Insights</h2>
        <p className="t3 small">
          median of the learners' best times, and wrong keys as a share of all keys; shown once{" "}
          {learnersAtLeast} learners have tried the example
        </p>
      </div>
      {problem === null ? null : <QueryProblem query={query} text={() => problem} />}
      {data === undefined && problem === null ? (
        <Skeleton widths={[90, 80, 85, 75]} label="Loading insights..." />
      ) : null}
      {data?.length === 0 ? <p className="t2">There are no examples yet.</p> : null}
      {data === undefined || data.length === 0 ? null : <Pages examples={data} userId={userId} />}
    </section>
  );
}

// Long: the table and the controls of its order and pages.
function Pages({ examples, userId }: { readonly examples: Insights; readonly userId: number }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const [boardOf, setBoardOf] = useState<Insight | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const order = readOrder(query.get("sort"));
  const shown = pageOf(inOrder(examples, order), query.get("page"));

  const sortBy = (key: ColumnKey) =>
    setQuery((next) => {
      set(next, "sort", writeOrder(nextOrder(readOrder(next.get("sort")), key)));
      next.delete("page");
    });
  const goTo = (page: number) => setQuery((next) => set(next, "page", page === 1 ? null : String(page)));

  return (
    <>
      <div ref={top} className="insights-top">
        <output className="t2 small num">
          {thousands(shown.from)} to {thousands(shown.to)} of {thousands(examples.length)} examples
        </output>
        <Pager label="Pages of insights" page={shown} onPage={goTo} />
      </div>
      <div className="scroll-x" onFocus={({ target }) => showWhole(target)}>
        <table className="table insights">
          <caption className="sr">Figures of every example, {orderText(order)}</caption>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <Head
                  key={key}
                  name={key}
                  label={label}
                  direction={order?.key === key ? order.direction : undefined}
                  onSort={() => sortBy(key)}
                />
              ))}
              <th scope="col" className="w-board">
                <span className="sr">Board</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((example) => (
              <Row key={example.id} example={example} onBoard={() => setBoardOf(example)} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="insights-bottom">
        <Pager
          label="Pages of insights, below"
          page={shown}
          onPage={(page) => {
            goTo(page);
            top.current?.scrollIntoView({ block: "start" });
          }}
        />
      </div>
      <BoardDialog userId={userId} example={boardOf} onClose={() => setBoardOf(null)} />
    </>
  );
}

function set(query: URLSearchParams, name: string, value: string | null): void {
  if (value === null) query.delete(name);
  else query.set(name, value);
}

function orderText(order: Order): string {
  if (order === null) return "in the order of learning";
  return `sorted by ${columns.find(({ key }) => key === order.key)?.label}, ${order.direction}`;
}

const isText = (key: ColumnKey) => key === "title" || key === "chapter_title";

function Head({
  name,
  label,
  direction,
  onSort,
}: {
  readonly name: ColumnKey;
  readonly label: string;
  readonly direction: "ascending" | "descending" | undefined;
  readonly onSort: () => void;
}): ReactNode {
  return (
    <th scope="col" className={isText(name) ? `of-${name}` : `r of-${name}`} aria-sort={direction}>
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

function Row({ example, onBoard }: { readonly example: Insight; readonly onBoard: () => void }): ReactNode {
  const hasFigures = example.learners >= learnersAtLeast;
  return (
    <tr>
      <th scope="row">
        <Link to={`/admin/examples/${example.id}/edit`}>{example.title}</Link>
      </th>
      <td className="t2">{example.chapter_title}</td>
      <td className="r">{thousands(example.learners)}</td>
      {hasFigures ? (
        <>
          <td className="r">
            {example.completion_rate === null ? "N/A" : <Rate percent={example.completion_rate} />}
          </td>
          <td className="r mono small">{averageText(example.median_best_time_ms)}</td>
          <td className="r mono small">{perCharacterText(example.ms_per_character)}</td>
          <td className="r">{shareText(example.error_rate)}</td>
        </>
      ) : (
        <td className="r t3" colSpan={4}>
          not enough data
        </td>
      )}
      <td className="r">
        <Button size="small" aria-label={`Board of ${example.title}`} onClick={onBoard}>
          <PodiumIcon />
          Board
        </Button>
      </td>
    </tr>
  );
}

/** Draws nothing when there is only one page. */
function Pager({
  label,
  page: { page, pages },
  onPage,
}: {
  readonly label: string;
  readonly page: Page<Insight>;
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
function showWhole(control: Element): void {
  if (control.matches(":focus-visible")) control.scrollIntoView({ block: "nearest", inline: "nearest" });
}
