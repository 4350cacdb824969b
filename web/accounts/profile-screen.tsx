import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** What there is of the profile: the theme. The rest comes with accounts. */
export function ProfileScreen(): ReactNode {
  return (
    <LaterScreen title="Profile">
      <ThemeChoice />
    </LaterScreen>
  );
}
