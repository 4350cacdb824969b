import type { ReactNode } from "react";
import { useParams } from "../../shell/router/router.tsx";
import { ContentScreen } from "./content-screen.tsx";

export function CourseScreen(): ReactNode {
  const params = useParams();
  return <ContentScreen kind="course" id={params.courseId} />;
}
