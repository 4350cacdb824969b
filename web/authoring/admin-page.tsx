import "./authoring.css";
import type { ReactNode } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Link } from "../shell/router/router.tsx";
import { ErrorNotice, StatusNotice } from "../ui/notice.tsx";

/** A link when `to` is given, otherwise the title of a course or lesson. */
export type Crumb = { readonly label: string; readonly to?: string };

/** The frame of every admin page: breadcrumb, heading, banners and content. */
export function AdminPage({
  heading,
  title = heading,
  crumbs,
  actions,
  error = null,
  onRetry,
  failed = null,
  success = null,
  children,
}: {
  readonly heading: string;
  /** The page's title without the product's name; by default the heading. */
  readonly title?: string;
  readonly crumbs: readonly Crumb[];
  /** Shown beside the heading. */
  readonly actions?: ReactNode;
  /** The complete text of the banner: see `bannerText`. */
  readonly error?: string | null;
  /** Adds 'Try Again' to the banner. */
  readonly onRetry?: (() => void) | undefined;
  /** A `QueryProblem` of the page's data. */
  readonly failed?: ReactNode;
  readonly success?: string | null;
  readonly children: ReactNode;
}): ReactNode {
  usePageHead({ title, indexed: false });
  return (
    <main id="main" className="page" tabIndex={-1}>
      <nav className="crumbs" aria-label="Breadcrumb">
        {crumbs.map((crumb, place) => (
          <CrumbItem key={place} crumb={crumb} isLast={place === crumbs.length - 1} />
        ))}
      </nav>
      <div className="page-head admin-head">
        <h1 tabIndex={-1}>{heading}</h1>
        {actions ? <div className="row push">{actions}</div> : null}
      </div>
      <div className="admin-notes">
        {error === null ? null : <ErrorNotice onRetry={onRetry}>{error}</ErrorNotice>}
        {failed}
        {success === null ? null : <StatusNotice success>{success}</StatusNotice>}
      </div>
      {children}
    </main>
  );
}

/** A slash follows every crumb except 'Back' and a last one without a link. */
function CrumbItem({ crumb: { label, to }, isLast }: { readonly crumb: Crumb; readonly isLast: boolean }) {
  const hasSlash = to === undefined ? !isLast : label !== "Back";
  return (
    <>
      {to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>}
      {hasSlash ? <span aria-hidden="true">/</span> : null}
    </>
  );
}
