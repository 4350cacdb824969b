// What a learner knows of one language: its constructs, each with its state.

import type { ReactNode } from "react";
import { languageName } from "../../learning/language-name.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { useParams } from "../../shell/router/router.tsx";

export function KnowledgeScreen(): ReactNode {
  const { language = "" } = useParams();
  const title = `What you know of ${languageName(language)}`;
  usePageHead({ title, indexed: false });
  return (
    <main id="main" className="page" tabIndex={-1}>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
    </main>
  );
}
