// For developers: where the API is, and whether it answers.

import { apiRoot } from "@tabstop/contract/client";
import { type ReactNode, useState } from "react";
import { api } from "../shell/data/api.ts";
import { apiBase } from "../shell/data/api-base.ts";
import { usePageHead } from "../shell/page-head.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import "./developer.css";

type Call = "GET /test" | "POST /test-post";
type Outcome = { readonly call: Call } & (
  | { readonly kind: "waiting" }
  | { readonly kind: "answered"; readonly text: string; readonly tookMs: number }
  | { readonly kind: "failed"; readonly message: string }
);

export function ApiTestScreen(): ReactNode {
  usePageHead({ title: "API Test" });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const busy = (call: Call) => outcome?.kind === "waiting" && outcome.call === call && "Waiting...";

  const ask = async (call: Call, send: () => Promise<unknown>) => {
    if (outcome?.kind === "waiting") return;
    setOutcome({ call, kind: "waiting" });
    const begun = performance.now();
    try {
      const answer = await send();
      const tookMs = Math.round(performance.now() - begun);
      setOutcome({ call, kind: "answered", text: JSON.stringify(answer, null, 2), tookMs });
    } catch (error) {
      setOutcome({ call, kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <main id="main" className="page developer" tabIndex={-1}>
      <h1>API Test</h1>
      <p className="t2">Sends a call to the API, without a sign-in, and shows what comes back.</p>
      <dl>
        <dt>Base URL</dt>
        <dd className="mono">{new URL(apiRoot(apiBase), location.href).href}</dd>
      </dl>
      <div className="row flex-wrap">
        <Button
          look="primary"
          busy={busy("GET /test")}
          onClick={() => void ask("GET /test", () => api("test"))}
        >
          Test GET
        </Button>
        <Button
          busy={busy("POST /test-post")}
          onClick={() =>
            void ask("POST /test-post", () =>
              api("testPost", {
                body: { message: "Hello from the API test", sent: new Date().toISOString() },
              }),
            )
          }
        >
          Test POST
        </Button>
      </div>
      {/* Which call and how long is said; what it answered is there to be read. */}
      <div aria-live="polite">
        {outcome?.kind === "answered" ? <h2>{`${outcome.call} answered in ${outcome.tookMs} ms`}</h2> : null}
      </div>
      {outcome?.kind === "answered" ? <pre className="mono">{outcome.text}</pre> : null}
      {outcome?.kind === "failed" ? (
        <ErrorNotice>{`${outcome.call} failed: ${outcome.message || "no reason was given."}`}</ErrorNotice>
      ) : null}
      <p className="t2">
        All calls are described at{" "}
        <a href="/api/docs" className="strong-link">
          /api/docs
        </a>
        .
      </p>
    </main>
  );
}
