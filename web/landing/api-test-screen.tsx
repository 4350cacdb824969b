import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function ApiTestScreen(): ReactNode {
  return <LaterScreen title="API Test" />;
}
