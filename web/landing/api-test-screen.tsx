// A page for developers: the base URL of the API, and test requests to it.

import { ApiError, apiRoot } from "@tabstop/contract/client";
import { type ReactNode, useState } from "react";
import { api } from "../shell/data/api.ts";
import { apiBase } from "../shell/data/api-base.ts";
import { usePageHead } from "../shell/page-head.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import "./developer.css";

type TestRequest = "GET /test" | "POST /test-post";
type Outcome = { readonly request: TestRequest } & (
  | { readonly kind: "waiting" }
  | { readonly kind: "answered"; readonly text: string; readonly tookMs: number }
  | { readonly kind: "failed"; readonly problem: string }
);

export function ApiTestScreen(): ReactNode {
  usePageHead({ title: "API Test" });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const busy = (request: TestRequest) =>
    outcome?.kind === "waiting" && outcome.request === request && "Waiting...";

  const run = async (request: TestRequest, send: () => Promise<unknown>) => {
    if (outcome?.kind === "waiting") return;
    setOutcome({ request, kind: "waiting" });
    const startedAt = performance.now();
    try {
      const response = await send();
      const tookMs = Math.round(performance.now() - startedAt);
      setOutcome({ request, kind: "answered", text: JSON.stringify(response, null, 2), tookMs });
    } catch (error) {
      setOutcome({
        request,
        kind: "failed",
        problem: problemOf(error),
      });
    }
  };

  return (
    <main id="main" className="page developer" tabIndex={-1}>
      <h1>API Test</h1>
      <p className="t2">Sends a request to the API, without logging in, and shows the response.</p>
      <dl>
        <dt>Base URL</dt>
        <dd className="mono">{new URL(apiRoot(apiBase), location.href).href}</dd>
      </dl>
      <div className="row flex-wrap">
        <Button
          look="primary"
          busy={busy("GET /test")}
          onClick={() => void run("GET /test", () => api("test"))}
        >
          Test GET
        </Button>
        <Button
          busy={busy("POST /test-post")}
          onClick={() =>
            void run("POST /test-post", () =>
              api("testPost", {
                body: { message: "Hello from the API test", sent: new Date().toISOString() },
              }),
            )
          }
        >
          Test POST
        </Button>
      </div>
      {/* Screen readers announce which request was answered and how fast; the response can be read. */}
      <div aria-live="polite">
        {outcome?.kind === "answered" ? (
          <h2>{`${outcome.request} answered in ${outcome.tookMs} ms`}</h2>
        ) : null}
      </div>
      {outcome?.kind === "answered" ? <pre className="mono">{outcome.text}</pre> : null}
      {outcome?.kind === "failed" ? (
        <ErrorNotice>{`${outcome.request} failed${outcome.problem}`}</ErrorNotice>
      ) : null}
      <p className="t2">
        All endpoints are described at{" "}
        <a href="/api/docs" className="strong-link">
          /api/docs
        </a>
        .
      </p>
    </main>
  );
}

/** The end of a sentence that begins with 'failed': the status, if there is one, and the reason. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return `: ${message || "no reason was given."}`;
  return ` with status ${error.status}: ${message || "the response contains no reason."}`;
}
