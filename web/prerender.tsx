// Renders the landing page to HTML for the build, and a course of it for the server to fill in: see
// build-steps/prerendered-page.ts.

import { type ReactNode, StrictMode } from "react";
import { prerender } from "react-dom/static";
import { App } from "./app.tsx";
import { OfferWords } from "./learning/course-offer.tsx";

export function landingHtml(): Promise<string> {
  return htmlOf(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** The list of the courses with one course, whose words server/http/pages/landing-page.ts fills in. */
export function courseListHtml(): Promise<string> {
  return htmlOf(
    <ul className="course-offers">
      <li>
        <a className="course-offer" href="/register" data-course-id="{{id}}">
          <OfferWords
            title="{{title}}"
            levelNumber="{{levelNumber}}"
            level="{{level}}"
            examples="{{examples}}"
            description="{{description}}"
          >
            {"{{code}}"}
          </OfferWords>
        </a>
      </li>
    </ul>,
  );
}

async function htmlOf(drawn: ReactNode): Promise<string> {
  const { prelude } = await prerender(drawn, {
    // In one piece: React would insert later pieces with inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
