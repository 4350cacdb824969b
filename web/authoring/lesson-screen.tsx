import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function LessonScreen(): ReactNode {
  return <LaterScreen title="Edit Lesson" />;
}
