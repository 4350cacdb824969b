import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function DashboardScreen(): ReactNode {
  return <LaterScreen title="Admin Dashboard" />;
}
