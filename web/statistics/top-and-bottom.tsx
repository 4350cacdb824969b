// The top and bottom lists of courses, lessons and examples. Each row leads to the form of what it names. On phones, the
// columns that are hidden are below the title.

import type { ComponentType, ReactNode } from "react";
import { Link } from "../shell/router/router.tsx";
import { thousands } from "../ui/words.ts";
import { averageText } from "./number-text.ts";
import type { CourseStats, ExampleStats, LessonStats } from "./queries.ts";
import { Rate } from "./rate.tsx";

type ListProps<Row> = { readonly rows: readonly Row[]; readonly caption: string };

export function TopAndBottom<Row>({
  what,
  top,
  bottom,
  empty,
  list: Rows,
}: {
  readonly what: string;
  readonly top: readonly Row[];
  readonly bottom: readonly Row[];
  readonly empty: string;
  readonly list: ComponentType<ListProps<Row>>;
}): ReactNode {
  // If the first list is empty, so is the second.
  if (top.length === 0) return <p className="t2">{empty}</p>;
  return (
    <div className="cols lists">
      <div>
        <h3>Top</h3>
        <Rows rows={top} caption={`Top ${what}`} />
      </div>
      <div>
        <h3>Bottom</h3>
        {bottom.length === 0 ? (
          <p className="t2">{empty}</p>
        ) : (
          <Rows rows={bottom} caption={`Bottom ${what}`} />
        )}
      </div>
    </div>
  );
}

export function CourseList({ rows, caption }: ListProps<CourseStats["topCourses"][number]>): ReactNode {
  return (
    <List
      caption={caption}
      columns={[
        ["Title", ""],
        ["Total examples", "r hide-small w-count"],
        ["Completed examples", "r hide-small w-long-count"],
        ["Completion rate", "r w-rate"],
      ]}
    >
      {rows.map((course) => (
        <tr key={course.id}>
          <Title title={course.title} to={`/admin/courses/${course.id}`}>
            {thousands(course.total_examples)} examples, {thousands(course.completed_examples)} completed
          </Title>
          <td className="r hide-small">{thousands(course.total_examples)}</td>
          <td className="r hide-small">{thousands(course.completed_examples)}</td>
          <td className="r">
            <Rate percent={course.completion_rate} />
          </td>
        </tr>
      ))}
    </List>
  );
}

export function LessonList({ rows, caption }: ListProps<LessonStats["topLessons"][number]>): ReactNode {
  return (
    <List
      caption={caption}
      columns={[
        ["Title", ""],
        ["Course", "hide-small w-parent"],
        ["Completion rate", "r w-rate"],
      ]}
    >
      {rows.map((lesson) => (
        <tr key={lesson.id}>
          <TitleWithin
            title={lesson.title}
            to={`/admin/lessons/${lesson.id}/edit`}
            parent={lesson.course_title}
          />
          <td className="r">
            <Rate percent={lesson.completion_rate} />
          </td>
        </tr>
      ))}
    </List>
  );
}

export function ExampleList({ rows, caption }: ListProps<ExampleStats["topExamples"][number]>): ReactNode {
  return (
    <List
      caption={caption}
      columns={[
        ["Title", ""],
        ["Chapter", "hide-small w-chapter"],
        ["Users completed", "r w-users"],
        ["Average time", "r w-time"],
      ]}
    >
      {rows.map((example) => (
        <tr key={example.id}>
          <TitleWithin
            title={example.title}
            to={`/admin/examples/${example.id}/edit`}
            parent={example.chapter_title}
          />
          <td className="r">{thousands(example.users_completed)}</td>
          <td className="r mono small">{averageText(example.avg_completion_time)}</td>
        </tr>
      ))}
    </List>
  );
}

function List({
  caption,
  columns,
  children,
}: {
  readonly caption: string;
  /** The head and the classes of each column. */
  readonly columns: readonly (readonly [head: string, classes: string])[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <table className="table">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(([head, classes]) => (
            <th key={head} scope="col" className={classes === "" ? undefined : classes}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The title is a link that covers the whole row. */
function Title({
  title,
  to,
  children,
}: {
  readonly title: string;
  readonly to: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <th scope="row">
      <Link className="row-link" to={to}>
        {title}
      </Link>
      <span className="below-title t3 tiny">{children}</span>
    </th>
  );
}

/** A title and its parent: in a column where there is room, otherwise below the title. */
function TitleWithin({
  title,
  to,
  parent,
}: {
  readonly title: string;
  readonly to: string;
  readonly parent: string;
}): ReactNode {
  return (
    <>
      <Title title={title} to={to}>
        {parent}
      </Title>
      <td className="t2 hide-small">{parent}</td>
    </>
  );
}
