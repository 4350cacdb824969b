import "./authoring.css";
import type { ReactNode } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Link } from "../shell/router/router.tsx";
import { ErrorNotice, StatusNotice } from "../ui/notice.tsx";

/** A link where it has an address, else the name of what one is in. */
export type Crumb = { readonly label: string; readonly to?: string };

/** The frame of every page of an admin: where one is, its heading, what went wrong or well, and the page itself. */
export function AdminPage({
  heading,
  title = heading,
  crumbs,
  actions,
  error = null,
  onRetry,
  success = null,
  children,
}: {
  readonly heading: string;
  /** The browser's title without the product's name; the heading unless said. */
  readonly title?: string;
  readonly crumbs: readonly Crumb[];
  /** Beside the heading. */
  readonly actions?: ReactNode;
  /** The banner's whole sentence; see `bannerText`. */
  readonly error?: string | null;
  /** Adds 'Try Again' to the banner. */
  readonly onRetry?: (() => void) | undefined;
  readonly success?: string | null;
  readonly children: ReactNode;
}): ReactNode {
  usePageHead({ title, indexed: false });
  return (
    <main id="main" className="page" tabIndex={-1}>
      <nav className="crumbs" aria-label="Breadcrumb">
        {crumbs.map((crumb, place) => (
          <CrumbOf key={place} crumb={crumb} isLast={place === crumbs.length - 1} />
        ))}
      </nav>
      <div className="page-head admin-head">
        <h1 tabIndex={-1}>{heading}</h1>
        {actions ? <div className="row push">{actions}</div> : null}
      </div>
      <div className="admin-notes">
        {error === null ? null : <ErrorNotice onRetry={onRetry}>{error}</ErrorNotice>}
        {success === null ? null : <StatusNotice success>{success}</StatusNotice>}
      </div>
      {children}
    </main>
  );
}

/** 'Back' is a way out; every other link leads to what the page is in, which the slash says. */
function CrumbOf({ crumb: { label, to }, isLast }: { readonly crumb: Crumb; readonly isLast: boolean }) {
  const leadsOn = to === undefined ? !isLast : label !== "Back";
  return (
    <>
      {to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>}
      {leadsOn ? <span aria-hidden="true">/</span> : null}
    </>
  );
}
