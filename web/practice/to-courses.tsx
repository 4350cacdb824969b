import type { ReactNode } from "react";
import { Link } from "../shell/router/router.tsx";
import { buttonClass } from "../ui/button.tsx";

/** The way on from what does not exist: to the page from which a learner continues elsewhere. */
export function ToCourses(): ReactNode {
  return (
    <Link className={buttonClass({ size: "small" })} to="/courses">
      Go to the courses
    </Link>
  );
}
