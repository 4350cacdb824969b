import type { ReactNode } from "react";
import { LaterScreen } from "../shell/later-screen.tsx";

export function SeoTestScreen(): ReactNode {
  return <LaterScreen title="SEO Test" />;
}
