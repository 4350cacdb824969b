import type { ReactNode } from "react";
import { CourseOffer, type OfferedCourse } from "../../learning/course-offer.tsx";
import { Link } from "../../shell/router/router.tsx";
import { courseAddress } from "../place-address.ts";

/** The courses, each with what is typed in it, for a learner who has finished no example. */
export function Offers({
  courses,
  search,
}: {
  readonly courses: readonly OfferedCourse[];
  readonly search: string;
}): ReactNode {
  if (courses.length === 0) return <NoCourses />;
  return (
    <>
      <div className="home-head">
        <h1>What do you want to type?</h1>
        <p>A course opens at its first example. Your first key starts the clock.</p>
      </div>
      <ul className="course-offers">
        {courses.map((course) => (
          <li key={course.id}>
            <Link className="course-offer" to={courseAddress(course.id, search)}>
              <CourseOffer course={course} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

export function NoCourses(): ReactNode {
  return (
    <div className="home-head">
      <h1>No courses yet.</h1>
      <p>An admin can add one.</p>
    </div>
  );
}
