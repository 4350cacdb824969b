import type { ReactNode } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Link } from "../shell/router.tsx";
import { useUser } from "../shell/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { ArrowStopIcon } from "../ui/icons.tsx";

export function LandingScreen(): ReactNode {
  usePageHead({ title: "Tabstop | Programming Syntax Practice", canonical: "/" });
  const user = useUser();
  return (
    <main id="main" tabIndex={-1}>
      <h1>Get the syntax into your fingers.</h1>
      <Link className={buttonClass({ look: "primary", size: "large" })} to={user ? "/courses" : "/register"}>
        Get Started <ArrowStopIcon size={18} />
      </Link>
    </main>
  );
}
