import type { ReactNode } from "react";
import { useParams } from "../../shell/router/router.tsx";
import { ContentScreen } from "./content-screen.tsx";

export function LessonScreen(): ReactNode {
  const params = useParams();
  return <ContentScreen kind="lesson" id={params.lessonId} parentId={params.courseId} />;
}
