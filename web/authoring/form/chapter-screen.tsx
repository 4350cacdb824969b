import type { ReactNode } from "react";
import { useParams } from "../../shell/router/router.tsx";
import { ContentScreen } from "./content-screen.tsx";

export function ChapterScreen(): ReactNode {
  const params = useParams();
  return <ContentScreen kind="chapter" id={params.chapterId} parentId={params.lessonId} />;
}
