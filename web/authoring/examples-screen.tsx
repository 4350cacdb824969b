import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function ExamplesScreen(): ReactNode {
  return <LaterScreen title="Examples" />;
}
