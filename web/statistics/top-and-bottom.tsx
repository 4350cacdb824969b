// The two lists of courses, of lessons and of examples. On a phone, what has no column of its own stands below the title.

import type { ComponentType, ReactNode } from "react";
import { averageText, wholeText } from "./number-text.ts";
import type { CourseStats, ExampleStats, LessonStats } from "./queries.ts";
import { Rate } from "./rate.tsx";

type ListProps<Row> = { readonly rows: readonly Row[]; readonly caption: string };

export function TopAndBottom<Row>({
  what,
  top,
  bottom,
  empty,
  list: List,
}: {
  readonly what: string;
  readonly top: readonly Row[];
  readonly bottom: readonly Row[];
  readonly empty: string;
  readonly list: ComponentType<ListProps<Row>>;
}): ReactNode {
  // With nothing in the first there is nothing in the second.
  if (top.length === 0) return <p className="t2">{empty}</p>;
  return (
    <div className="cols lists">
      <div>
        <h3>Top</h3>
        <List rows={top} caption={`Top ${what}`} />
      </div>
      <div>
        <h3>Bottom</h3>
        {bottom.length === 0 ? (
          <p className="t2">{empty}</p>
        ) : (
          <List rows={bottom} caption={`Bottom ${what}`} />
        )}
      </div>
    </div>
  );
}

export function CourseList({ rows, caption }: ListProps<CourseStats["topCourses"][number]>): ReactNode {
  return (
    <table className="table">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col" className="r hide-small w-count">
            Total examples
          </th>
          <th scope="col" className="r hide-small w-long-count">
            Completed examples
          </th>
          <th scope="col" className="r w-rate">
            Completion rate
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((course) => (
          <tr key={course.id}>
            <Title title={course.title}>
              {wholeText(course.total_examples)} examples, {wholeText(course.completed_examples)} completed
            </Title>
            <td className="r hide-small">{wholeText(course.total_examples)}</td>
            <td className="r hide-small">{wholeText(course.completed_examples)}</td>
            <td className="r">
              <Rate percent={course.completion_rate} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LessonList({ rows, caption }: ListProps<LessonStats["topLessons"][number]>): ReactNode {
  return (
    <table className="table">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col" className="hide-small w-parent">
            Course
          </th>
          <th scope="col" className="r w-rate">
            Completion rate
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((lesson) => (
          <tr key={lesson.id}>
            <TitleWithin title={lesson.title} parent={lesson.course_title} />
            <td className="r">
              <Rate percent={lesson.completion_rate} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ExampleList({ rows, caption }: ListProps<ExampleStats["topExamples"][number]>): ReactNode {
  return (
    <table className="table">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col" className="hide-small w-chapter">
            Chapter
          </th>
          <th scope="col" className="r w-users">
            Users completed
          </th>
          <th scope="col" className="r w-time">
            Average time
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((example) => (
          <tr key={example.id}>
            <TitleWithin title={example.title} parent={example.chapter_title} />
            <td className="r">{wholeText(example.users_completed)}</td>
            <td className="r mono small">{averageText(example.avg_completion_time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Title({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <td title={title}>
      <span className="two-lines">{title}</span>
      <span className="below-title t3 tiny">{children}</span>
    </td>
  );
}

/** A title, and what it belongs to: in a column of its own where there is room, else below. */
function TitleWithin({ title, parent }: { readonly title: string; readonly parent: string }): ReactNode {
  return (
    <>
      <Title title={title}>{parent}</Title>
      <td className="t2 hide-small" title={parent}>
        <span className="two-lines">{parent}</span>
      </td>
    </>
  );
}
