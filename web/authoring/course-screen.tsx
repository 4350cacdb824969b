import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function CourseScreen(): ReactNode {
  return <LaterScreen title="Edit Course" />;
}
