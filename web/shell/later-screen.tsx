import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { usePageHead } from "./page-head.ts";
import { Link } from "./router.tsx";
import { useUser } from "./session.ts";

/** The one placeholder: a route that is there, of which the screen comes with a later issue. */
export function LaterScreen({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  usePageHead({ title, indexed: false });
  const user = useUser();
  return (
    <main id="main" className="page max-w-[960px]" tabIndex={-1}>
      <h1>{title}</h1>
      <p className="t2 mt-3">We are still building this page. It will be here in one of the next versions.</p>
      {children}
      <p className="mt-6">
        <Link className={buttonClass({})} to={user ? "/courses" : "/"}>
          {user ? "Back to the courses" : "Back to the start"}
        </Link>
      </p>
    </main>
  );
}
