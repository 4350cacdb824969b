import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function ChapterScreen(): ReactNode {
  return <LaterScreen title="Edit Chapter" />;
}
