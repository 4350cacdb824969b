// A page for developers: the page's current title and description, and a button that changes the title.

import { type ReactNode, useState, useSyncExternalStore } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Button } from "../ui/button.tsx";
import { ifSupported } from "../ui/if-supported.ts";
import "./developer.css";

export function SeoTestScreen(): ReactNode {
  const [title, setTitle] = useState("SEO Test");
  usePageHead({ title });
  const shownTitle = useSyncExternalStore(followHead, () => document.title);
  const description = useSyncExternalStore(followHead, currentDescription);
  return (
    <main id="main" className="page developer" tabIndex={-1}>
      <h1>SEO Test</h1>
      <p className="t2">What this page says about itself to search engines.</p>
      <dl aria-live="polite">
        <dt>Document title</dt>
        <dd>{shownTitle}</dd>
        <dt>Meta description</dt>
        <dd>{description}</dd>
      </dl>
      <Button look="primary" onClick={() => setTitle(`Test Title ${new Date().toISOString()}`)}>
        Set Test Title
      </Button>
    </main>
  );
}

function currentDescription(): string {
  return document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
}

function followHead(changed: () => void): () => void {
  const observer = ifSupported(() => new MutationObserver(changed));
  observer?.observe(document.head, { subtree: true, childList: true, characterData: true, attributes: true });
  return () => observer?.disconnect();
}
