import "./profile.css";
import type { ReactNode } from "react";
import { usePageHead } from "../../shell/page-head.ts";
import { useUser } from "../../shell/session/session.ts";
import { AboutYou } from "./about-you.tsx";
import { ChangePassword } from "./change-password.tsx";
import { KeystrokeTiming } from "./keystroke-timing.tsx";
import { SessionList } from "./session-list.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { YourData } from "./your-data.tsx";
import { YourProgress } from "./your-progress.tsx";

/** The user's account. Each part loads, fails and works on its own. */
export function ProfileScreen(): ReactNode {
  usePageHead({ title: "Profile", indexed: false });
  const user = useUser();
  // The user is logging out.
  if (user === null) return null;
  return (
    <main id="main" className="page max-w-[960px]" tabIndex={-1}>
      <h1 className="mb-9">Profile</h1>
      <AboutYou user={user} />
      <YourProgress userId={user.id} />
      <ThemeChoice />
      <ChangePassword email={user.email} />
      <SessionList userId={user.id} />
      <KeystrokeTiming userId={user.id} />
      <YourData userId={user.id} />
    </main>
  );
}
