import "./statistics.css";
import type { ReactNode } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { Link } from "../shell/router/router.tsx";
import { useUser } from "../shell/session/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { thousands } from "../ui/words.ts";
import { ActiveUsers } from "./active-users.tsx";
import { ConstructTable } from "./construct-table.tsx";
import { InsightTable } from "./insight-table.tsx";
import { type DashboardParts, type Part, useDashboard } from "./queries.ts";
import { CourseList, ExampleList, LessonList, TopAndBottom } from "./top-and-bottom.tsx";

/** Statistics about learners and content. Each part loads, fails and works on its own. */
export function DashboardScreen(): ReactNode {
  usePageHead({ title: "Admin Dashboard", indexed: false });
  const user = useUser();
  // The user is logging out.
  return user === null ? null : <Dashboard userId={user.id} />;
}

// Long: one section after another.
function Dashboard({ userId }: { readonly userId: number }): ReactNode {
  const dashboard = useDashboard(userId);
  return (
    <main id="main" className="page" tabIndex={-1}>
      <div className="page-head">
        <h1>Admin Dashboard</h1>
        <span className="push dashboard-manage">
          <Link className={buttonClass({ look: "primary", capitals: true })} to="/admin/courses">
            MANAGE COURSES
          </Link>
        </span>
      </div>
      {dashboard.problem === null ? null : (
        <div className="dashboard-problem">
          <QueryProblem query={dashboard.query} text={() => dashboard.problem} />
        </div>
      )}
      <Figures dashboard={dashboard} />
      <section className="active-section" aria-labelledby="active-users">
        <div className="section-head">
          <h2 id="active-users">Active users</h2>
          {dashboard.users.data === undefined ? null : (
            <p className="t3 small num">share of {thousands(dashboard.users.data.totalUsers)} total users</p>
          )}
        </div>
        <PartOf part={dashboard.users} hasFailed={dashboard.problem !== null}>
          {(users) => <ActiveUsers users={users} />}
        </PartOf>
      </section>
      <Section id="courses" title="Courses" about={barsText}>
        <PartOf part={dashboard.courses} hasFailed={dashboard.problem !== null}>
          {({ topCourses, bottomCourses }) => (
            <TopAndBottom
              what="courses"
              top={topCourses}
              bottom={bottomCourses}
              empty="No course data available"
              list={CourseList}
            />
          )}
        </PartOf>
      </Section>
      <Section id="lessons" title="Lessons" about={barsText}>
        <PartOf part={dashboard.lessons} hasFailed={dashboard.problem !== null}>
          {({ topLessons, bottomLessons }) => (
            <TopAndBottom
              what="lessons"
              top={topLessons}
              bottom={bottomLessons}
              empty="No lesson data available"
              list={LessonList}
            />
          )}
        </PartOf>
      </Section>
      <Section id="examples" title="Examples" about="average of the learners' best times">
        <PartOf part={dashboard.examples} hasFailed={dashboard.problem !== null}>
          {({ topExamples, bottomExamples }) => (
            <TopAndBottom
              what="examples"
              top={topExamples}
              bottom={bottomExamples}
              empty="No example data available"
              list={ExampleList}
            />
          )}
        </PartOf>
      </Section>
      <InsightTable userId={userId} />
      <ConstructTable userId={userId} />
    </main>
  );
}

const barsText = "bars from 0% to 100%, red under 25%";

function Section({
  id,
  title,
  about,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <p className="t3 small">{about}</p>
      </div>
      {children}
    </section>
  );
}

function Figures({ dashboard }: { readonly dashboard: DashboardParts }): ReactNode {
  const { users, courses, lessons, examples } = dashboard;
  const figures: readonly [string, number | undefined][] = [
    ["Total users", users.data?.totalUsers],
    ["Courses", courses.data?.totalCourses],
    ["Lessons", lessons.data?.totalLessons],
    ["Completions", examples.data?.totalCompleted],
  ];
  return (
    <dl className="figures">
      {figures.map(([name, n]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{n === undefined ? "–" : thousands(n)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of the dashboard, its placeholder while it loads, and its own error. */
function PartOf<T>({
  part: { data, problem, query },
  hasFailed,
  children,
}: {
  readonly part: Part<T>;
  /** The request for all parts has failed, so this part is not loading. */
  readonly hasFailed: boolean;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  return (
    <>
      {problem === null ? null : <QueryProblem query={query} text={() => problem} />}
      {data === undefined ? null : children(data)}
      {data === undefined && problem === null && !hasFailed ? (
        <Skeleton widths={[40, 55, 45]} label="Loading statistics..." />
      ) : null}
    </>
  );
}
