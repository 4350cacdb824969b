// Learn: the published courses, each row a link. The server writes the rows into the page, for visitors whose app has not
// loaded yet; then React draws the same rows in their place.

import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { CourseOffer } from "../learning/course-offer.tsx";
import { Link } from "../shell/router/router.tsx";
import { useUser } from "../shell/session/session.ts";
import { capital, counted, inWords } from "../ui/words.ts";
import { useLanding } from "./landing-data.ts";

export function OfferedCourses(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const isPrerendered = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const focused = useRef(-1);
  // A visitor may have reached a row already, and it is about to be replaced.
  useLayoutEffect(() => {
    const links = [...(place.current?.querySelectorAll("a") ?? [])];
    if (isPrerendered) focused.current = links.findIndex((link) => link === document.activeElement);
    else links[focused.current]?.focus({ preventScroll: true });
  }, [isPrerendered]);
  return (
    <section className="learn-list">
      <div className="wrap" ref={place}>
        <h2>Learn</h2>
        {isPrerendered ? <PrerenderedCourses /> : <Courses />}
      </div>
    </section>
  );
}

/** The places that the server fills. React leaves what it finds in them. */
function PrerenderedCourses(): ReactNode {
  return (
    <>
      <p>
        <span data-landing-counts suppressHydrationWarning>
          {""}
        </span>
        {about}
      </p>
      <div data-landing-courses suppressHydrationWarning>
        {""}
      </div>
    </>
  );
}

function Courses(): ReactNode {
  const landing = useLanding();
  const user = useUser();
  const courses = landing?.courses ?? [];
  return (
    <>
      <p>
        <span>{landing === undefined ? "" : countsOf(courses.length, landing.total_examples)}</span>
        {about}
      </p>
      {courses.length > 0 && (
        <ul className="course-offers">
          {courses.map((course) => (
            <li key={course.id}>
              <Link
                className="course-offer"
                to={user ? `/courses?courseId=${course.id}` : "/register"}
                data-course-id={course.id}
              >
                <CourseOffer course={course} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const about =
  "Courses are cut into lessons, lessons into chapters, chapters into examples. Each one shows a single idea in code that runs.";

/** 'Seven courses, 393 short examples. ', or nothing without a course. */
function countsOf(courses: number, examples: number): string {
  if (courses === 0) return "";
  return `${capital(inWords(courses))} course${courses === 1 ? "" : "s"}, ${counted(examples, "short example")}. `;
}

const neverChanges = () => () => {};
