import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function CoursesScreen(): ReactNode {
  return <LaterScreen title="Manage Courses" />;
}
