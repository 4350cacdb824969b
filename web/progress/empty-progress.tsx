import type { ReactNode } from "react";
import { Link } from "../shell/router/router.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Nothing, Part } from "./progress-part.tsx";

/** What the screen will have once the learner has finished an example. */
export function EmptyProgress(): ReactNode {
  return (
    <>
      <div className="cols progress-lines">
        <Part title="Speed">
          <Nothing>Your speed by day stands here after your first finished example.</Nothing>
        </Part>
        <Part title="Accuracy">
          <Nothing>Your accuracy by day stands here after your first finished example.</Nothing>
        </Part>
      </div>
      <Part title="A year of days" isLine>
        <Nothing>Every day with a finished example gets a mark here.</Nothing>
      </Part>
      <Part title="What you know" isLine>
        <Nothing>What you know of each language stands here after your first example from memory.</Nothing>
      </Part>
      <Part title="What comes due" isLine>
        <Nothing>Syntax you have typed comes back here the day after.</Nothing>
        <p className="way-to-courses">
          <Link className={buttonClass({ look: "primary" })} to="/courses">
            Go to the courses
          </Link>
        </p>
      </Part>
    </>
  );
}
