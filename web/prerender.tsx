// Renders the landing page to HTML for the build: see build-steps/prerendered-page.ts.

import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { App } from "./app.tsx";

export async function landingHtml(): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App />
    </StrictMode>,
    {
      // In one piece: React would insert later pieces with inline scripts, which the content security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
