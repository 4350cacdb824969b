import { type ReactNode, useId, useState } from "react";
import { languageChoices, languageName } from "../learning/language-name.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { useSearchParams } from "../shell/router/router.tsx";
import { Construct } from "../ui/construct.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { thousands } from "../ui/words.ts";
import { type Choice, columns, type ConstructInsight, readChoice } from "./construct-columns.ts";
import { learnersAtLeast } from "./insight-order.ts";
import { shareText } from "./number-text.ts";
import { type ConstructInsights, useConstructInsights, useCourseTitles } from "./queries.ts";
import { setWord } from "./sort-order.ts";
import { SortedTable } from "./sorted-table.tsx";

/** How often learners slip on each construct and have to be shown it, by language and course. */
export function ConstructTable({ userId }: { readonly userId: number }): ReactNode {
  const [words] = useSearchParams();
  const choice = readChoice(words);
  const { data, problem, query } = useConstructInsights(userId, choice);
  // The languages stay while those of another course load.
  const [languages, setLanguages] = useState<readonly string[]>([]);
  if (data !== undefined && data.languages !== languages) setLanguages(data.languages);
  return (
    <section className="section" aria-labelledby="constructs">
      <div className="section-head">
        <h2 id="constructs">Constructs</h2>
        <p className="t3 small">
          how often learners slipped on a construct, and how often they had to be shown it, this month and the
          two before; shown for months in which {learnersAtLeast} learners met it
        </p>
      </div>
      <Choices userId={userId} choice={choice} languages={languages} />
      {problem === null ? null : <QueryProblem query={query} text={() => problem} />}
      {data === undefined && problem === null ? (
        <Skeleton widths={[90, 80, 85, 75]} label="Loading constructs..." />
      ) : null}
      {data?.constructs.length === 0 ? <p className="t2">{emptyText(choice)}</p> : null}
      {data === undefined || data.constructs.length === 0 ? null : <Rows constructs={data.constructs} />}
    </section>
  );
}

function emptyText({ language, courseId }: Choice): string {
  const what = language === undefined ? "constructs" : `constructs of ${languageName(language)}`;
  return courseId === undefined
    ? `No ${what} were practised in these months.`
    : `The examples of this course have no ${what}.`;
}

function Choices({
  userId,
  choice: { language, courseId },
  languages,
}: {
  readonly userId: number;
  readonly choice: Choice;
  readonly languages: readonly string[];
}): ReactNode {
  const [, setWords] = useSearchParams();
  const [languageId, courseFieldId] = [useId(), useId()];
  const { data: courses = [], problem, query } = useCourseTitles(userId);
  const choose = (name: string, value: string) =>
    setWords((next) => {
      setWord(next, name, value === "" ? null : value);
      next.delete("constructs-page");
    });
  // What the address asks for is offered even if there is none of it.
  const inList = courseId === undefined || courses.some(({ id }) => id === courseId);
  return (
    <>
      <div className="construct-choices">
        <label htmlFor={languageId}>
          <span className="t3 small">Language</span>
          <select
            id={languageId}
            className="select select-sm"
            value={language ?? ""}
            onChange={(event) => choose("language", event.target.value)}
          >
            <option value="">All languages</option>
            {languageChoices(languages, language ?? null).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor={courseFieldId}>
          <span className="t3 small">Course</span>
          <select
            id={courseFieldId}
            className="select select-sm"
            value={courseId ?? ""}
            onChange={(event) => choose("course", event.target.value)}
          >
            <option value="">All courses</option>
            {inList ? null : <option value={courseId}>Course {courseId}</option>}
            {courses.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem === null ? null : <QueryProblem query={query} text={() => problem} />}
    </>
  );
}

function Rows({ constructs }: { readonly constructs: ConstructInsights["constructs"] }): ReactNode {
  return (
    <SortedTable
      rows={constructs}
      columns={columns}
      texts={["name", "language"]}
      words={{ order: "constructs", page: "constructs-page" }}
      what="constructs"
      pagesLabel="Pages of constructs"
      caption="Figures of constructs"
      usualOrder="the most slips first"
      className="insights constructs"
    >
      {(construct) => <Row key={`${construct.id} ${construct.language}`} construct={construct} />}
    </SortedTable>
  );
}

function Row({ construct }: { readonly construct: ConstructInsight }): ReactNode {
  const { name, spoken, language, places, slip_rate, hidden, shown_rate } = construct;
  return (
    <tr>
      <th scope="row">
        {spoken === null ? null : <span className="sr">{spoken} </span>}
        <Construct name={name} />
      </th>
      <td className="t2">{languageName(language)}</td>
      {places === null || hidden === null ? (
        <td className="r t3" colSpan={4}>
          fewer than {learnersAtLeast} learners
        </td>
      ) : (
        <>
          <td className="r">{thousands(places)}</td>
          <td className="r">{shareText(slip_rate)}</td>
          <td className="r">{thousands(hidden)}</td>
          <td className="r">{shareText(shown_rate)}</td>
        </>
      )}
    </tr>
  );
}
