import { type ReactNode, useState } from "react";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Link } from "../shell/router/router.tsx";
import { Button } from "../ui/button.tsx";
import { PodiumIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { thousands } from "../ui/words.ts";
import { BoardDialog } from "./board-dialog.tsx";
import { columns, type Insight, learnersAtLeast } from "./insight-order.ts";
import { averageText, perCharacterText, shareText } from "./number-text.ts";
import { type Insights, useInsights } from "./queries.ts";
import { Rate } from "./rate.tsx";
import { SortedTable } from "./sorted-table.tsx";

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

function Pages({ examples, userId }: { readonly examples: Insights; readonly userId: number }): ReactNode {
  const [boardOf, setBoardOf] = useState<Insight | null>(null);
  return (
    <>
      <SortedTable
        rows={examples}
        columns={columns}
        texts={["title", "chapter_title"]}
        words={{ order: "sort", page: "page" }}
        what="examples"
        pagesLabel="Pages of insights"
        caption="Figures of every example"
        usualOrder="in the order of learning"
        className="insights"
        moreHeads={
          <th scope="col" className="w-board">
            <span className="sr">Board</span>
          </th>
        }
      >
        {(example) => <Row key={example.id} example={example} onBoard={() => setBoardOf(example)} />}
      </SortedTable>
      <BoardDialog userId={userId} example={boardOf} onClose={() => setBoardOf(null)} />
    </>
  );
}

function Row({ example, onBoard }: { readonly example: Insight; readonly onBoard: () => void }): ReactNode {
  const hasFigures = example.learners >= learnersAtLeast;
  return (
    <tr>
      <th scope="row">
        <Link className="row-link" to={`/admin/examples/${example.id}/edit`}>
          {example.title}
        </Link>
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
      <td className="r over-link">
        <Button size="small" aria-label={`Board of ${example.title}`} onClick={onBoard}>
          <PodiumIcon />
          Board
        </Button>
      </td>
    </tr>
  );
}
