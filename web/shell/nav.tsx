// The bar at the top of every page, with the account menu.

import type { ReactNode } from "react";
import { Avatar } from "../ui/avatar.tsx";
import { buttonClass } from "../ui/button.tsx";
import { ChartIcon, ChevronDownIcon, LogOutIcon, LogoIcon, PersonIcon, ProgressIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { useAdminCheck } from "./admin-check.ts";
import { mediaUrl } from "./data/api-base.ts";
import { NavStartPlace } from "./nav-start.tsx";
import { ReviewLink } from "./review-link.tsx";
import { Link, leave, navigate, useLocation } from "./router/router.tsx";
import { type SessionUser, session, useSession } from "./session/session.ts";

export function Nav(): ReactNode {
  const state = useSession();
  const { pathname } = useLocation();
  return (
    <header className={pathname === "/" ? "nav tall" : "nav recede"}>
      <NavStartPlace />
      <Link className="brand" to="/">
        <LogoIcon />
        <span>Tabstop</span>
      </Link>
      {state.kind === "signed-in" ? (
        <>
          <nav aria-label="Main" className="nav-links">
            <Link className="nav-link" to="/courses" aria-current={currentFor(pathname)}>
              Courses
            </Link>
            <ReviewLink userId={state.user.id} isCurrent={pathname === "/review"} />
          </nav>
          <span className="push">
            {/* The key closes the menu at every change of route. */}
            <AccountMenu key={pathname} user={state.user} />
          </span>
        </>
      ) : (
        <nav aria-label="Main" className="row push nav-visitor">
          {state.kind === "none" ? (
            <>
              <Link className={buttonClass({ look: "quiet" })} to="/login">
                Login
              </Link>
              <Link className={buttonClass({})} to="/register">
                Register
              </Link>
            </>
          ) : null}
        </nav>
      )}
    </header>
  );
}

/** Whether the link to the courses is marked: on their page, and on a replay, which is shown in the same place. */
function currentFor(pathname: string): "page" | "true" | undefined {
  if (pathname === "/courses") return "page";
  return pathname.startsWith("/replay/") ? "true" : undefined;
}

function AccountMenu({ user }: { readonly user: SessionUser }): ReactNode {
  const admin = useAdminCheck();
  return (
    <Menu
      label={`Account, ${user.username}`}
      buttonClassName="avatar-btn"
      button={
        <>
          <Avatar
            username={user.username}
            photo={user.profile_photo === null ? null : mediaUrl(user.profile_photo)}
          />
          <ChevronDownIcon />
        </>
      }
    >
      <div className="menu-who" role="presentation">
        <b>{user.username}</b>
        <span className="t3 small">{user.email}</span>
      </div>
      <hr />
      <Link role="menuitem" to="/profile">
        <PersonIcon />
        Profile
      </Link>
      <Link role="menuitem" to="/progress">
        <ProgressIcon />
        Progress
      </Link>
      {admin.data === true ? (
        <Link role="menuitem" to="/admin">
          <ChartIcon />
          Admin Dashboard
        </Link>
      ) : null}
      <hr />
      <button
        role="menuitem"
        type="button"
        onClick={() =>
          leave(() => {
            session.logOut();
            navigate("/login");
          })
        }
      >
        <LogOutIcon />
        Logout
      </button>
    </Menu>
  );
}
