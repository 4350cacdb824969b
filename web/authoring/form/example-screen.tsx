import type { ReactNode } from "react";
import { useParams } from "../../shell/router/router.tsx";
import { ContentScreen } from "./content-screen.tsx";

export function ExampleScreen(): ReactNode {
  const params = useParams();
  return <ContentScreen kind="example" id={params.exampleId} parentId={params.chapterId} />;
}
