// Gates: which users may see a screen. While the session is loading, no user is redirected.

import type { ReactNode } from "react";
import { ErrorNotice } from "../ui/notice.tsx";
import { Spinner } from "../ui/waiting.tsx";
import { useAdminCheck } from "./admin-check.ts";
import { Navigate, useLocation } from "./router/router.tsx";
import { useSession } from "./session/session.ts";

export function SignedInGate({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  if (session.kind === "loading") return <Waiting label="Loading..." />;
  if (session.kind === "none") return <ToLogin />;
  return children;
}

export function AdminGate({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const admin = useAdminCheck();
  if (session.kind === "none") return <ToLogin />;
  if (session.kind === "loading" || admin.isPending) return <Waiting label="Verifying admin access..." />;
  // Only if the role is unknown: a later check that fails must not close a form. The server checks every request
  // anyway.
  if (admin.isError && admin.data === undefined)
    return (
      <main id="main" className="page max-w-[560px]" tabIndex={-1}>
        <ErrorNotice onRetry={() => void admin.refetch()}>
          The server could not be reached, so admin access is not verified yet.
        </ErrorNotice>
      </main>
    );
  return admin.data ? children : <Navigate to="/courses" replace />;
}

function Waiting({ label }: { readonly label: string }): ReactNode {
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1 className="sr">Tabstop</h1>
      <Spinner label={label} />
    </main>
  );
}

/**
 * Redirects to the login and from there back to this page, unless the user logged out here or their account was
 * deleted.
 */
function ToLogin(): ReactNode {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const hasLeft = session.kind === "none" && session.reason !== "never" && session.reason !== "expired";
  return <Navigate to="/login" replace state={hasLeft ? null : { from: pathname + search + hash }} />;
}
