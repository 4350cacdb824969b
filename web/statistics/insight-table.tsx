import { type ReactNode, useRef, useState } from "react";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Link, useSearchParams } from "../shell/router/router.tsx";
import { Button } from "../ui/button.tsx";
import { PodiumIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { thousands } from "../ui/words.ts";
import { BoardDialog } from "./board-dialog.tsx";
import { type ColumnKey, columns, type Insight, learnersAtLeast } from "./insight-order.ts";
import { averageText, perCharacterText, shareText } from "./number-text.ts";
import { type Insights, useInsights } from "./queries.ts";
import { Rate } from "./rate.tsx";
import { inOrder, nextOrder, orderText, pageOf, readOrder, setWord, writeOrder } from "./sort-order.ts";
import { Head, Pager, showWhole } from "./table-parts.tsx";

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
  const order = readOrder(columns, query.get("sort"));
  const shown = pageOf(inOrder(examples, order), query.get("page"));

  const sortBy = (key: ColumnKey) =>
    setQuery((next) => {
      setWord(next, "sort", writeOrder(nextOrder(readOrder(columns, next.get("sort")), key)));
      next.delete("page");
    });
  const goTo = (page: number) => setQuery((next) => setWord(next, "page", page === 1 ? null : String(page)));

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
          <caption className="sr">
            Figures of every example, {orderText(columns, order, "in the order of learning")}
          </caption>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <Head
                  key={key}
                  name={key}
                  label={label}
                  isText={key === "title" || key === "chapter_title"}
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
