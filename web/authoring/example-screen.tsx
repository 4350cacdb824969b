import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function ExampleScreen(): ReactNode {
  return <LaterScreen title="Edit Example" />;
}
